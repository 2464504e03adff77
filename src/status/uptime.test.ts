// Uptime computed from made-up minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeUptime, minuteOf, type RecordedMinutes, spansAt } from './uptime.ts';

const minute = 60_000;
const day = 1440 * minute;
/** Half a minute after a full one, so that the current minute is unfinished. */
const now = Date.parse('2026-11-21T06:00:30Z');

/** Counts minutes as the database does. */
function recordedAt(minutes: readonly number[]): RecordedMinutes {
  const { starts, until } = spansAt(now);
  const count = (start: number) => minutes.filter((minute) => minute >= start && minute < until).length;
  const days = new Map<string, number>();
  for (const one of minutes.filter((at) => at >= starts.last_90d && at < until)) {
    const name = new Date(one).toISOString().slice(0, 10);
    days.set(name, (days.get(name) ?? 0) + 1);
  }
  return {
    first: minutes[0] ?? null,
    spans: {
      last_24h: count(starts.last_24h),
      last_7d: count(starts.last_7d),
      last_30d: count(starts.last_30d),
      last_90d: count(starts.last_90d),
    },
    days,
  };
}

/** Every minute from `from` to the current one, inclusive. */
const allSince = (from: number) =>
  Array.from({ length: (minuteOf(now) - minuteOf(from)) / minute + 1 }, (_, n) => minuteOf(from) + n * minute);

const uptimeOf = (minutes: readonly number[]) => computeUptime(recordedAt(minutes), now);

test('before the first record, and during its minute, uptime is null', () => {
  for (const minutes of [[], [minuteOf(now)]]) {
    const { last_24h, last_90d, days, measured_since } = uptimeOf(minutes);
    assert.deepEqual([last_24h, last_90d], [null, null]);
    assert.equal(measured_since, minutes.length > 0 ? '2026-11-21T06:00:00.000Z' : null);
    assert.equal(days.length, 90);
    assert.ok(days.every(({ uptime }) => uptime === null));
  }
});

test('missing minutes lower each span that contains them, and their day only', () => {
  const gone = now - 2 * day;
  const minutes = allSince(now - 10 * day).filter(
    (one) => one < minuteOf(gone) || one >= minuteOf(gone) + 144 * minute,
  );
  const { last_24h, last_7d, last_30d, last_90d, days } = uptimeOf(minutes);
  assert.equal(last_24h, 1);
  assert.equal(last_7d, Math.floor((1e6 * (7 * 1440 - 144)) / (7 * 1440)) / 1e6);
  assert.deepEqual([last_30d, last_90d], [0.99, 0.99]);
  assert.deepEqual(
    days.filter(({ uptime }) => uptime !== null && uptime < 1),
    [{ day: '2026-11-19', uptime: 0.9 }],
  );
  assert.equal(days.filter(({ uptime }) => uptime === 1).length, 10);
});

test('a long outage is downtime, not a new start', () => {
  const { last_24h, last_90d, measured_since } = uptimeOf([minuteOf(now - 200 * day), ...allSince(now - 60 * minute)]);
  assert.equal(last_24h, Math.floor((1e6 * 60) / 1440) / 1e6);
  assert.ok(last_90d !== null && last_90d < 0.001);
  assert.equal(measured_since, new Date(minuteOf(now - 200 * day)).toISOString());
});
