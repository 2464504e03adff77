// Reasons for the status `degraded`, and the cache of the status.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheFor, type ReasonInput, reasonsOf } from './status.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-21T12:00:00Z');
const source = (hoursAgo: number, more: Partial<ReasonInput['sources'][number]> = {}) => ({
  every: null,
  failures: 0,
  checkedAt: new Date(now - hoursAgo * hour),
  ...more,
});
const reasons = (...sources: ReasonInput['sources'][number][]) =>
  reasonsOf({ sources, updateEvery: '4h', isLate: false, now });

test('without sources, and with sources read on time, there are no reasons', () => {
  assert.deepEqual(reasons(), []);
  assert.deepEqual(reasons(source(7.9), source(1)), []);
});

test('a failing source, a source not read for two intervals, and late deliveries are each a reason', () => {
  assert.match(reasons(source(1), source(1, { failures: 1 })).join(), /last update from a source failed/);
  assert.match(reasons(source(8.1)).join(), /twice its update interval/);
  assert.match(reasonsOf({ sources: [], updateEvery: '4h', isLate: true, now }).join(), /10 minutes/);
});

test('each source is judged by its own interval, including cron expressions', () => {
  assert.deepEqual(reasons(source(40, { every: '1d' }), source(40, { every: '0 6 * * 1' })), []);
  assert.equal(reasons(source(49, { every: '1d' })).length, 1);
  assert.equal(reasons(source(1, { every: '*/10 * * * *' })).length, 1);
});

test('concurrent calls share one computation, which is cached; a failure is not cached', async () => {
  let made = 0;
  let time = 0;
  let isBroken = false;
  const ask = cacheFor(
    15_000,
    async () => {
      made += 1;
      if (isBroken) throw new Error('broken');
      return made;
    },
    () => time,
  );
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [1, 1, 1]);
  time = 14_999;
  assert.equal(await ask(), 1);
  time = 15_000;
  assert.equal(await ask(), 2);
  isBroken = true;
  time = 30_000;
  await assert.rejects(ask());
  isBroken = false;
  assert.equal(await ask(), 4);
});
