// Time: how long ago or until, with the exact moment on hover. useNow: the clock that keeps such words true.
import { useSyncExternalStore } from 'react';
import { formatMoment, formatUntil } from './format.ts';

/** `of` in place of the words, where another form fits. */
export function Time({ at, of }: { at: string | number; of?: (at: string | number) => string }) {
  const now = useNow();
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={`${formatMoment(at)} · ${iso}`} className="whitespace-nowrap">
      {of ? of(at) : formatUntil(new Date(at).getTime(), now)}
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
