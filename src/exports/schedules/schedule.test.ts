// Next run of a weekly export: weekdays, time zones, summer time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextRunAt, weekdays } from '../../lib/time.ts';

const next = (day: (typeof weekdays)[number], hour: number, timezone: string, after: string) =>
  nextRunAt({ day, hour, timezone }, new Date(after)).toISOString();

test('a weekly export runs at its hour in its time zone, also after the clocks change', () => {
  assert.equal(next('monday', 6, 'UTC', '2026-11-23T05:59:59Z'), '2026-11-23T06:00:00.000Z');
  assert.equal(next('monday', 6, 'UTC', '2026-11-23T06:00:00Z'), '2026-11-30T06:00:00.000Z');
  assert.equal(next('sunday', 0, 'UTC', '2026-11-23T06:00:00Z'), '2026-11-29T00:00:00.000Z');
  assert.equal(next('monday', 6, 'Europe/Berlin', '2026-10-20T00:00:00Z'), '2026-10-26T05:00:00.000Z');
  assert.equal(next('monday', 6, 'Europe/Berlin', '2026-10-13T00:00:00Z'), '2026-10-19T04:00:00.000Z');
  // Monday in Tokyo begins on Sunday in UTC.
  assert.equal(next('monday', 3, 'Asia/Tokyo', '2026-11-21T00:00:00Z'), '2026-11-22T18:00:00.000Z');
  // Summer time skips this hour.
  assert.equal(next('sunday', 2, 'Europe/Berlin', '2026-03-28T00:00:00Z'), '2026-03-29T01:00:00.000Z');
});

test('law: the next run is later, and at most eight days away', () => {
  const zones = fc.constantFrom('UTC', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Europe/London');
  const moments = fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') });
  fc.assert(
    fc.property(fc.constantFrom(...weekdays), fc.nat(23), zones, moments, (day, hour, timezone, after) => {
      const waitMs = nextRunAt({ day, hour, timezone }, after).getTime() - after.getTime();
      assert.ok(waitMs > 0 && waitMs <= 8 * 24 * 3_600_000);
    }),
  );
});
