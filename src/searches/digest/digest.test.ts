// Times of digests: one for each local day or week, at its hour, also when clocks, hours or time zones change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextDigestAt, periodOf } from './digest.ts';

const daily = { every: 'daily', day: 1, hour: 8, last_period: null } as const;
const next = (times: Partial<Parameters<typeof nextDigestAt>[0]>, timezone: string, after: string) =>
  nextDigestAt({ ...daily, ...times }, timezone, new Date(after))?.toISOString();

test('a daily digest is sent at its hour in its time zone, also on days with a clock change', () => {
  assert.equal(next({}, 'UTC', '2026-11-23T07:59:59Z'), '2026-11-23T08:00:00.000Z');
  assert.equal(next({}, 'UTC', '2026-11-23T08:00:00Z'), '2026-11-24T08:00:00.000Z');
  assert.equal(next({}, 'Europe/Berlin', '2026-03-28T12:00:00Z'), '2026-03-29T06:00:00.000Z');
  assert.equal(next({}, 'Europe/Berlin', '2026-10-24T12:00:00Z'), '2026-10-25T07:00:00.000Z');
  // This hour is skipped when summer time begins, and occurs twice on the day when it ends.
  assert.equal(next({ hour: 2 }, 'Europe/Berlin', '2026-03-28T12:00:00Z'), '2026-03-29T01:00:00.000Z');
  const first = next({ hour: 2 }, 'Europe/Berlin', '2026-10-24T12:00:00Z');
  assert.equal(first, '2026-10-25T00:00:00.000Z');
  assert.equal(next({ hour: 2, last_period: '2026-10-25' }, 'Europe/Berlin', first), '2026-10-26T01:00:00.000Z');
  // Clocks on Lord Howe Island go back by half an hour.
  const lordHowe = next({ hour: 1 }, 'Australia/Lord_Howe', '2027-04-03T13:00:00Z');
  assert.equal(lordHowe, '2027-04-03T14:00:00.000Z');
  assert.equal(next({ hour: 1 }, 'Australia/Lord_Howe', lordHowe), '2027-04-04T14:30:00.000Z');
  assert.equal(next({ every: 'weekly', day: 5 }, 'Asia/Tokyo', '2026-11-23T00:00:00Z'), '2026-11-26T23:00:00.000Z');
  assert.equal(next({ every: 'off' }, 'UTC', '2026-11-23T00:00:00Z'), undefined);
});

test('a day or week gets no second digest when hour, day or time zone change', () => {
  const now = '2026-11-23T12:00:00Z';
  assert.equal(next({ hour: 20, last_period: '2026-11-23' }, 'UTC', now), '2026-11-24T20:00:00.000Z');
  assert.equal(next({ last_period: '2026-11-23' }, 'America/New_York', now), '2026-11-24T13:00:00.000Z');
  const weekly = { every: 'weekly', last_period: '2026-W48' } as const;
  assert.equal(next({ ...weekly, day: 4 }, 'UTC', now), '2026-12-03T08:00:00.000Z');
  assert.equal(periodOf('weekly', 'UTC', new Date('2027-01-03T12:00:00Z')), '2026-W53');
  assert.equal(periodOf('daily', 'Pacific/Apia', new Date('2026-12-31T12:00:00Z')), '2027-01-01');
});

test('law: consecutive digests are of different periods and skip none', () => {
  const zones = fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Europe/Dublin');
  const moments = fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2035-01-01') });
  const kinds = fc.constantFrom('daily' as const, 'weekly' as const);
  fc.assert(
    fc.property(kinds, fc.integer({ min: 1, max: 7 }), fc.nat(23), zones, moments, (every, day, hour, zone, start) => {
      const longestMs = (every === 'daily' ? 1 : 7) * 86_400_000 + 3_600_000;
      let times = { every, day, hour, last_period: null as string | null };
      let at = nextDigestAt(times, zone, start) ?? start;
      for (let n = 0; n < 5; n++) {
        times = { ...times, last_period: periodOf(every, zone, at) };
        const following = nextDigestAt(times, zone, at) ?? at;
        assert.notEqual(periodOf(every, zone, following), times.last_period);
        assert.ok(following > at && following.getTime() - at.getTime() <= longestMs, `${at} ${following}`);
        at = following;
      }
    }),
  );
});
