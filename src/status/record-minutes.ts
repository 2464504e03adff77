// Records each minute in which this process is ready. What cannot be written while the database is away is written afterwards.
import type { Observe } from '../telemetry/events.ts';
import { minuteOf } from './uptime.ts';

/** Several times a minute, so that none is missed where a timer runs late. */
const lookEveryMs = 10_000;
/** A week. Of a longer absence the beginning is missing. */
const mostWaiting = 7 * 24 * 60;

export type UptimeRecorderDeps = {
  insert: (minutes: readonly Date[]) => Promise<void>;
  observe: Observe;
  now?: () => number;
};

export type MinuteRecorder = {
  /** Records the current minute unless it is recorded, and those that wait. Never rejects. */
  look: () => Promise<void>;
  close: () => Promise<void>;
};

/** From now until `close`, which is to be called before the process stops being ready. */
export function recordMinutes({ insert, observe, now = Date.now }: UptimeRecorderDeps): MinuteRecorder {
  let latest: number | undefined;
  const waiting = new Set<number>();
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    const minutes = [...waiting];
    if (minutes.length === 0) return;
    try {
      await insert(minutes.map((minute) => new Date(minute)));
      for (const minute of minutes) waiting.delete(minute);
    } catch (error) {
      observe({ kind: 'uptime_write_failed', error });
    }
  }

  function look(): Promise<void> {
    const minute = minuteOf(now());
    if (minute !== latest) waiting.add(minute);
    latest = minute;
    for (const oldest of waiting) if (waiting.size > mostWaiting) waiting.delete(oldest);
    // One at a time: a database that hangs is not asked again and again.
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  const timer = setInterval(look, lookEveryMs).unref();
  void look();
  return {
    look,
    close: async () => {
      clearInterval(timer);
      await writing;
    },
  };
}
