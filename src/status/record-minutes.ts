// Records each minute in which this process is ready. A minute that cannot be written is missing, and nothing else is affected.
import type { Observe } from '../observe.ts';
import { minuteOf } from './uptime.ts';

/** Several times a minute, so that one is missing only where the database was away for most of it. */
const lookEveryMs = 10_000;

export type MinuteParts = {
  insert: (minute: Date) => Promise<void>;
  observe: Observe;
  now?: () => number;
};

export type MinuteRecorder = {
  /** Records the current minute unless it is recorded. Never rejects. */
  look: () => Promise<void>;
  close: () => Promise<void>;
};

/** From now until `close`, which is to be called before the process stops being ready. */
export function recordMinutes({ insert, observe, now = Date.now }: MinuteParts): MinuteRecorder {
  let recorded: number | undefined;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    const minute = minuteOf(now());
    if (minute === recorded) return;
    try {
      await insert(new Date(minute));
      recorded = minute;
    } catch (error) {
      observe({ kind: 'uptime_write_failed', error });
    }
  }

  // One at a time: a database that hangs is not asked again and again.
  function look(): Promise<void> {
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
