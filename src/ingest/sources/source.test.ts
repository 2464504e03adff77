// Schedule of sources: properties and examples.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countedFrom, nextRunAt, retryAt } from './source.ts';

const at = (text: string) => Date.parse(`2026-11-21T${text}Z`);
const iso = (ms: number) => new Date(ms).toISOString();
const minute = 60_000;

test('an interval counts from the start of a run, but never ends before the run does', () => {
  const run = { startedAt: at('10:00:00'), endedAt: at('10:20:00') };
  assert.equal(iso(nextRunAt('4h', run)), '2026-11-21T14:00:00.000Z');
  assert.equal(iso(nextRunAt('1d', run)), '2026-11-22T10:00:00.000Z');
  assert.equal(nextRunAt('5m', run), run.endedAt);
});

test('a cron expression gives times in UTC after the run', () => {
  const run = { startedAt: at('05:59:00'), endedAt: at('06:00:30') };
  assert.equal(iso(nextRunAt('0 6 * * *', run)), '2026-11-22T06:00:00.000Z');
  assert.equal(iso(nextRunAt('*/15 * * * *', run)), '2026-11-21T06:15:00.000Z');
  assert.equal(iso(nextRunAt('30 4 1 * *', run)), '2026-12-01T04:30:00.000Z');
});

test('a slightly late run keeps the schedule; a manual run or one after downtime starts a new one', () => {
  const startedAt = at('10:00:40');
  assert.equal(countedFrom({ dueAt: at('10:00:00'), startedAt }), at('10:00:00'));
  assert.equal(countedFrom({ dueAt: at('06:00:00'), startedAt }), startedAt);
  assert.equal(countedFrom({ dueAt: at('12:00:00'), startedAt }), startedAt);
});

test('the delay doubles after each failure, up to the interval', () => {
  const run = { startedAt: at('10:00:00'), endedAt: at('10:00:00') };
  const waits = Array.from({ length: 10 }, (_, n) => (retryAt('4h', n + 1, run) - run.endedAt) / minute);
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 240, 240]);
  assert.equal(iso(retryAt('5 10 * * *', 10, run)), '2026-11-21T10:05:00.000Z');
});

test('the next run is never before the end of this one, and a retry never after the next run', () => {
  const every = fc.constantFrom('1m', '90s', '4h', '1d', '366d', '0 6 * * *', '*/7 * * * *', '0 0 29 2 *');
  const moment = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') });
  fc.assert(
    fc.property(every, moment, fc.nat(7_200_000), fc.integer({ min: 1, max: 5000 }), (text, startedAt, took, n) => {
      const run = { startedAt, endedAt: startedAt + took };
      const [next, retry] = [nextRunAt(text, run), retryAt(text, n, run)];
      assert.ok(next >= run.endedAt && retry >= run.endedAt && retry <= next);
    }),
  );
});
