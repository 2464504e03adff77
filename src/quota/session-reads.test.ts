import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { toCaller } from '../accounts/account.ts';
import { createAccount } from '../accounts/actions.ts';
import { bySystem } from '../audit/actor.ts';
import { dayMs } from '../lib/time.ts';
import { countSessionReads } from './changes.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

test('an account reads as often as its plan allows in a day, and again on the next', async () => {
  const { db } = database;
  const deps = { db, limits: { sessionReadsFree: 2, sessionReadsPaid: 3 } };
  const today = Date.parse('2026-11-21T12:00:00Z');
  const usedUp = { code: 'quota_exceeded', extras: { retryAfterSeconds: 12 * 3600 } };
  for (const [plan, limit] of [
    ['free', 2],
    ['pro', 3],
  ] as const) {
    const caller = toCaller(await createAccount(bySystem(db), { name: plan, email: `${plan}@example.com`, plan }));
    const read = (now: number) => countSessionReads(deps, caller, 1, now);
    for (let count = 0; count < limit; count++) await read(today);
    await assert.rejects(read(today), ({ code, extras }) => {
      assert.deepEqual({ code, extras: { retryAfterSeconds: extras.retryAfterSeconds } }, usedUp);
      return true;
    });
    await read(today + dayMs);
    for (let count = 1; count < limit; count++) await read(today);
    await assert.rejects(read(today), 'a process whose clock is behind counts for the newer day');
  }
});

test('a request counts as several reads or none, and refunds them on its day', async () => {
  const { db } = database;
  const deps = { db, limits: { sessionReadsFree: 25, sessionReadsPaid: 5 } };
  const today = Date.parse('2026-11-21T12:00:00Z');
  const [free, paid] = await Promise.all(
    (['free', 'pro'] as const).map(async (plan) =>
      toCaller(await createAccount(bySystem(db), { name: plan, email: `costly-${plan}@example.com`, plan })),
    ),
  );
  assert.ok(free && paid);
  await countSessionReads(deps, free, 10, today);
  const giveBack = await countSessionReads(deps, free, 10, today);
  await assert.rejects(countSessionReads(deps, free, 10, today), { code: 'quota_exceeded' });
  for (let count = 0; count < 5; count++) await countSessionReads(deps, free, 1, today);
  await assert.rejects(countSessionReads(deps, free, 1, today));
  await giveBack();
  await countSessionReads(deps, free, 10, today);
  await countSessionReads(deps, free, 10, today + dayMs);
  await giveBack();
  await countSessionReads(deps, free, 15, today + dayMs);
  await assert.rejects(countSessionReads(deps, free, 1, today + dayMs), 'nothing is given back on the next day');
  await assert.rejects(countSessionReads(deps, paid, 10, today), { code: 'quota_exceeded' }, 'also of its first reads');
});
