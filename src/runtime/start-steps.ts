// Steps of a start that may wait without end: each is logged after 5 s, and given up when the service is stopped.
import { setTimeout as pause } from 'node:timers/promises';
import type { Observe } from '../telemetry/events.ts';

const noticeMs = 5000;

/** Of steps that are better finished than given up: a demo key is shown once, and jobs that run are handed back. */
export const stepGraceMs = 5000;

export type StartStep = <T>(subject: string, work: Promise<T>, graceMs?: number) => Promise<T>;

/** A step is given up `graceMs` after the signal, 0 by default. */
export function createStartSteps(observe: Observe, stopping: AbortSignal): StartStep {
  return async (subject, work, graceMs = 0) => {
    const notice = setTimeout(() => observe({ kind: 'still_waiting', for: subject }), noticeMs);
    const stopped = Promise.withResolvers<never>();
    const giveUp = async () => {
      if (graceMs > 0) await pause(graceMs, undefined, { ref: false });
      stopped.reject(new Error('The start was stopped.'));
    };
    if (stopping.aborted) void giveUp();
    else stopping.addEventListener('abort', giveUp);
    try {
      return await Promise.race([work, stopped.promise]);
    } finally {
      clearTimeout(notice);
      stopping.removeEventListener('abort', giveUp);
    }
  };
}
