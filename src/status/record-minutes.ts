// Records each minute in which this process is ready. Minutes that cannot be written during an outage are written afterwards.
import type { Observe } from '../telemetry/events.ts';
import { minuteOf } from './uptime.ts';

/** Several times a minute, so that a late timer misses none. */
const checkEveryMs = 10_000;
/** One week. Of a longer outage the oldest minutes are dropped. */
const maxUnsaved = 7 * 24 * 60;

export type MinuteRecorderDeps = {
  insert: (minutes: readonly Date[]) => Promise<void>;
  observe: Observe;
  now?: () => number;
};

export type MinuteRecorder = {
  /** Records the current minute, if it is not recorded yet, and the unsaved ones. Never rejects. */
  check: () => Promise<void>;
  close: () => Promise<void>;
};

/** Records from now until `close`, which must be called before the process stops being ready. */
export function recordMinutes({ insert, observe, now = Date.now }: MinuteRecorderDeps): MinuteRecorder {
  let latest: number | undefined;
  const unsaved = new Set<number>();
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    const minutes = [...unsaved];
    if (minutes.length === 0) return;
    try {
      await insert(minutes.map((minute) => new Date(minute)));
      for (const minute of minutes) unsaved.delete(minute);
    } catch (error) {
      observe({ kind: 'uptime_write_failed', error });
    }
  }

  function check(): Promise<void> {
    const minute = minuteOf(now());
    if (minute !== latest) unsaved.add(minute);
    latest = minute;
    for (const oldest of unsaved) if (unsaved.size > maxUnsaved) unsaved.delete(oldest);
    // One write at a time, so that a hanging database gets no further queries.
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  const timer = setInterval(check, checkEveryMs).unref();
  void check();
  return {
    check,
    close: async () => {
      clearInterval(timer);
      await writing;
    },
  };
}
