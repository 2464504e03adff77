// Time: relative time, with the exact time on hover. useNow: the clock that keeps it current.
import { useSyncExternalStore } from 'react';
import { formatMoment, formatUntil } from '../page/format.ts';

/** `format` replaces the relative text. */
export function Time({ at, format }: { at: string | number; format?: (at: string | number) => string }) {
  const clock = useNow();
  const moment = new Date(at).getTime();
  // The clock ticks every 20 s: a past moment must not read as a future one in between.
  const now = moment <= Date.now() ? Math.max(clock, moment) : clock;
  const iso = new Date(moment).toISOString();
  return (
    <time dateTime={iso} title={`${formatMoment(at)} · ${iso}`} className="whitespace-nowrap">
      {format ? format(at) : formatUntil(moment, now)}
    </time>
  );
}

const everyMs = 20_000;
let clock = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Current time, updated every 20 seconds. */
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
