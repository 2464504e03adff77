// Time: how long ago or until, with the exact moment on hover. useNow: the clock that keeps such words true.
import { useSyncExternalStore } from 'react';
import { formatMoment, formatUntil } from '../page/format.ts';

/** `of` in place of the words, where another form fits. */
export function Time({ at, of }: { at: string | number; of?: (at: string | number) => string }) {
  const clock = useNow();
  const moment = new Date(at).getTime();
  // The clock stands still for a while: what has just been must not read as what will be.
  const now = moment <= Date.now() ? Math.max(clock, moment) : clock;
  const iso = new Date(moment).toISOString();
  return (
    <time dateTime={iso} title={`${formatMoment(at)} · ${iso}`} className="whitespace-nowrap">
      {of ? of(at) : formatUntil(moment, now)}
    </time>
  );
}

const everyMs = 20_000;
let clock = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Moves on every 20 seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => clock);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, everyMs);
  if (Date.now() - clock > 1000) clock = Date.now();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  clock = Date.now();
  for (const listener of listeners) listener();
}
