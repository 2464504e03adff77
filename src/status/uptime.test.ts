// Uptime on invented minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteOf, type Recorded, spansAt, tellUptime } from './uptime.ts';

const minute = 60_000;
const day = 1440 * minute;
/** Half a minute into one, so that the current minute is unfinished. */
const now = Date.parse('2026-11-21T06:00:30Z');

/** As the database counts them. */
function recordedAt(minutes: readonly number[]): Recorded {
  const { starts, until } = spansAt(now);
  const count = (start: number) => minutes.filter((one) => one >= start && one < until).length;
  const days = new Map<string, number>();
  for (const one of minutes.filter((at) => at >= starts.last_90d && at < until)) {
    const name = new Date(one).toISOString().slice(0, 10);
    days.set(name, (days.get(name) ?? 0) + 1);
  }
  return {
    first: minutes.length > 0 ? minutes[0] : null,
    spans: {
      last_24h: count(starts.last_24h),
      last_7d: count(starts.last_7d),
      last_30d: count(starts.last_30d),
      last_90d: count(starts.last_90d),
    },
    days,
  };
}

/** Every minute from `from` up to and with the current one. */
const allSince = (from: number) =>
  Array.from({ length: (minuteOf(now) - minuteOf(from)) / minute + 1 }, (_, n) => minuteOf(from) + n * minute);

const tell = (minutes: readonly number[]) => tellUptime(recordedAt(minutes), now);

test('before the first record, and in its own minute, nothing is told', () => {
  for (const minutes of [[], [minuteOf(now)]]) {
    const { last_24h, last_90d, days, measured_since } = tell(minutes);
    assert.deepEqual([last_24h, last_90d], [null, null]);
    assert.equal(measured_since, minutes.length > 0 ? '2026-11-21T06:00:00.000Z' : null);
    assert.equal(days.length, 90);
    assert.ok(days.every(({ uptime }) => uptime === null));
  }
});

test('a service that is two hours old has been up for all of every span', () => {
  const { last_24h, last_7d, last_30d, last_90d, measured_since, days } = tell(allSince(now - 120 * minute));
  assert.deepEqual([last_24h, last_7d, last_30d, last_90d], [1, 1, 1, 1]);
  assert.equal(measured_since, '2026-11-21T04:00:00.000Z');
  assert.deepEqual(days.at(-1), { day: '2026-11-21', uptime: 1 });
  assert.deepEqual(days.at(-2), { day: '2026-11-20', uptime: null });
});

test('minutes that are missing count in each span and in their day only', () => {
  const gone = now - 2 * day;
  const minutes = allSince(now - 10 * day).filter(
    (one) => one < minuteOf(gone) || one >= minuteOf(gone) + 144 * minute,
  );
  const { last_24h, last_7d, last_30d, last_90d, days } = tell(minutes);
  assert.equal(last_24h, 1);
  assert.equal(last_7d, Math.floor((1e6 * (7 * 1440 - 144)) / (7 * 1440)) / 1e6);
  assert.deepEqual([last_30d, last_90d], [0.99, 0.99]);
  assert.deepEqual(
    days.filter(({ uptime }) => uptime !== null && uptime < 1),
    [{ day: '2026-11-19', uptime: 0.9 }],
  );
  assert.equal(days.filter(({ uptime }) => uptime === 1).length, 10);
});

test('one minute of ninety days is enough for less than 1', () => {
  const minutes = allSince(now - 100 * day);
  minutes.splice(50_000, 1);
  const { last_90d, days } = tell(minutes);
  assert.ok(last_90d !== null && last_90d < 1 && last_90d > 0.99999);
  assert.equal(days.filter(({ uptime }) => uptime === 1).length, 89);
});

test('a long absence is down time, not a new beginning', () => {
  const { last_24h, last_90d, measured_since } = tell([minuteOf(now - 200 * day), ...allSince(now - 60 * minute)]);
  assert.equal(last_24h, Math.floor((1e6 * 60) / 1440) / 1e6);
  assert.ok(last_90d !== null && last_90d < 0.001);
  assert.equal(measured_since, new Date(minuteOf(now - 200 * day)).toISOString());
});

test('the days are ninety, the oldest first, and end with today in UTC', () => {
  const { days } = tell(allSince(now - 100 * day));
  assert.deepEqual([days.length, days[0].day, days[89].day], [90, '2026-08-24', '2026-11-21']);
  assert.ok(days.every(({ uptime }) => uptime === 1));
});
