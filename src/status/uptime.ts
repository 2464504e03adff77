// Uptime: computes shares from recorded minutes. Pure.
import { z } from 'zod';
import { dayMs } from '../lib/time.ts';
import type { Observe } from '../telemetry/events.ts';

const minuteMs = 60_000;

const spanDays = { last_24h: 1, last_7d: 7, last_30d: 30, last_90d: 90 } as const;
type Span = keyof typeof spanDays;
const daysShown = 90;

/** Minutes older than this are deleted, since no figure needs them. */
export const uptimeRetentionMs = daysShown * dayMs;

/** Counts of minutes in which some process was ready. */
export type RecordedMinutes = {
  /** The first minute ever, in milliseconds since 1970. */
  first: number | null;
  spans: Readonly<Record<Span, number>>;
  /** Minutes per UTC day (YYYY-MM-DD). */
  days: ReadonlyMap<string, number>;
};

const share = z.number().min(0).max(1).nullable();
export const uptimeSchema = z
  .object({
    measured_since: z.iso.datetime().nullable(),
    last_24h: share,
    last_7d: share,
    last_30d: share,
    last_90d: share,
    days: z
      .array(z.object({ day: z.iso.date(), uptime: share }))
      .meta({ description: 'The last 90 days in UTC, oldest first; null before the first record' }),
  })
  .meta({ id: 'Uptime', description: 'Share of minutes in which the service was ready, 0 to 1' });
type Uptime = z.infer<typeof uptimeSchema>;

/** The start of the minute of `now`. */
export function minuteOf(now: number): number {
  return Math.floor(now / minuteMs) * minuteMs;
}

/** Spans to count. All end before the current minute, which is incomplete. */
export function spansAt(now: number): { starts: Record<Span, number>; until: number } {
  const until = minuteOf(now);
  const start = (span: Span) => until - spanDays[span] * dayMs;
  const starts = {
    last_24h: start('last_24h'),
    last_7d: start('last_7d'),
    last_30d: start('last_30d'),
    last_90d: start('last_90d'),
  };
  return { starts, until };
}

export function computeUptime({ first, spans, days }: RecordedMinutes, now: number): Uptime {
  const { starts, until } = spansAt(now);
  const shareOf = (minutes: number, from: number, to: number) => {
    const possible = first === null ? 0 : (to - Math.max(from, first)) / minuteMs;
    // Rounded down, so that 1 means that no minute is missing.
    return possible > 0 ? Math.floor((1e6 * minutes) / possible) / 1e6 : null;
  };
  const today = Math.floor(now / dayMs) * dayMs;
  const dayShares = Array.from({ length: daysShown }, (_, n) => {
    const start = today - (daysShown - 1 - n) * dayMs;
    const day = new Date(start).toISOString().slice(0, 10);
    return { day, uptime: shareOf(days.get(day) ?? 0, start, Math.min(start + dayMs, until)) };
  });
  const spanOf = (span: Span) => shareOf(spans[span], starts[span], until);
  return {
    measured_since: first === null ? null : new Date(first).toISOString(),
    last_24h: spanOf('last_24h'),
    last_7d: spanOf('last_7d'),
    last_30d: spanOf('last_30d'),
    last_90d: spanOf('last_90d'),
    days: dayShares,
  };
}

// Records each minute in which this process is ready. Minutes that cannot be written during an outage are written afterwards.

/** Several times a minute, so that a late timer misses none. */
const checkEveryMs = 10_000;
/** One week. In a longer outage the oldest minutes are dropped. */
const maxUnsaved = 7 * 24 * 60;

type MinuteRecorderDeps = {
  insert: (minutes: readonly Date[]) => Promise<void>;
  observe: Observe;
  now?: () => number;
};

type MinuteRecorder = {
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
