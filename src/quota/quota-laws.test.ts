// Quota limits over several processes, each of which is a `createQuota` on the same database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuotaLaw } from '../../test/quota/quota-law.ts';
import {
  allowedOf,
  closeAll,
  drain,
  keyOf,
  leasedOf,
  newCaller,
  noon,
  usageProcess,
} from '../../test/quota/quota-processes.ts';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { openDatabase } from '../db/database.ts';
import { createQuota } from './quota.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

for (const [limit, cost] of [
  [1, 1],
  [300, 1],
  [9, 10],
  [305, 10],
] as const)
  test(`concurrent calls that cost ${cost} over four processes are served up to the limit of ${limit}`, async () => {
    const caller = await newCaller(database.db, { perDay: limit });
    const usages = Array.from({ length: 4 }, () => usageProcess(database.db));
    const calls = usages.flatMap(({ take }) => Array.from({ length: 400 / cost }, () => take(caller, cost)));
    const served = allowedOf(await Promise.all(calls)) * cost;
    assert.ok(served <= limit, `${served} of ${limit}`);
    assert.equal(served + (await drain(usages, caller)), limit, 'and calls that cost less get the rest');
    await closeAll(usages);
    assert.deepEqual(await leasedOf(database.db, caller), { 'day 2026-03-10': limit, 'month 2026-03-01': limit });
  });

test('a killed process costs at most 1 % of the window, and never more than the limit is served', async () => {
  for (const limit of [100, 1000]) {
    const caller = await newCaller(database.db, { perDay: limit });
    const { db, close } = openDatabase(database.url, () => {});
    const killed = createQuota({ db, observe: () => {}, now: () => noon });
    let served = 0;
    for (let n = 0; n < limit * 0.3; n++) served += allowedOf([await killed.take(caller)]);
    await close();
    const survivor = usageProcess(database.db);
    served += await drain([survivor], caller);
    assert.ok(served <= limit && served >= limit * 0.99, `${served} of ${limit}`);
    await survivor.close();
  }
});

test('under random takes, refunds, flushes, kills and restarts, no window serves more than its limit', () =>
  assertQuotaLaw(database.db, { numRuns: 20 }));

test('over all processes, a key with limits takes no more than its limits and than its account has left', async () => {
  const caller = await newCaller(database.db, { perDay: 300 });
  const limited = keyOf(caller, 'key_limited', { perDay: 100 });
  const usages = Array.from({ length: 3 }, () => usageProcess(database.db));
  const burst = usages.flatMap(({ take }) => Array.from({ length: 60 }, () => [take(limited), take(caller)]).flat());
  await Promise.all(burst);
  await drain(usages, limited);
  const denied = await usages[0]?.take(limited);
  assert.ok(denied && !denied.allowed && denied.window.isOfKey && denied.window.limit === 100);
  await drain(usages, caller);
  await closeAll(usages);
  assert.deepEqual(await leasedOf(database.db, caller), {
    'day 2026-03-10': 300,
    'day:key_limited 2026-03-10': 100,
    'month 2026-03-01': 300,
  });
});
