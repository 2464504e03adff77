import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newCaller } from '../../test/quota/quota-processes.ts';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { createChangeCounter } from './changes.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

const limits = { changesPerMinuteFree: 2, changesPerMinutePaid: 3, changesPerDayFree: 3, changesPerDayPaid: 4 };

for (const [plan, perMinute, perDay] of [
  ['free', 2, 3],
  ['scale', 3, 4],
] as const)
  test(`an account on ${plan} makes ${perMinute} changes a minute and ${perDay} a day, over all processes`, async () => {
    const caller = { ...(await newCaller(database.db, {})), plan };
    let now = Date.UTC(2026, 10, 27, 23, 50);
    const [count, other] = [1, 2].map(() => createChangeCounter(database.db, limits, () => now));
    for (let n = 0; n < perMinute; n++) await count?.(caller);
    await assert.rejects(async () => count?.(caller), {
      code: 'rate_limited',
      extras: { policy: 'changes-per-minute', retryAfterSeconds: 60 },
    });
    now += 60_000;
    await other?.(caller);
    await assert.rejects(async () => other?.(caller), {
      extras: { policy: 'changes-per-day', retryAfterSeconds: 540 },
    });
    now += 540_000;
    await count?.(caller);
  });
