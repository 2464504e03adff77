import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import {
  allowedOf,
  closeAll,
  drain,
  leasedOf,
  newCaller,
  noon,
  usageProcess,
} from '../../test/quota/quota-processes.ts';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { openDatabase } from '../db/database.ts';
import type { WindowState } from './lease.ts';
import type { Permit } from './permit.ts';
import { createQuota, type Quota } from './quota.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

for (const limit of [1, 100, 300, 1000]) {
  test(`of 1,200 concurrent calls over four processes exactly ${limit} are served under a limit of ${limit}`, async () => {
    const caller = await newCaller(database.db, { perDay: limit });
    const usages = [
      usageProcess(database.db),
      usageProcess(database.db),
      usageProcess(database.db),
      usageProcess(database.db),
    ];
    const permits = await Promise.all(Array.from({ length: 1200 }, (_, n) => processOf(usages, n).take(caller)));
    assert.equal(allowedOf(permits) + (await drain(usages, caller)), limit);
    await closeAll(usages);
    assert.deepEqual(await leasedOf(database.db, caller), { 'day 2026-03-10': limit, 'month 2026-03-01': limit });
  });
}

for (const limit of [9, 100, 305, 1000]) {
  test(`of concurrent calls that cost 10 over four processes as many are served as a limit of ${limit} has room for`, async () => {
    const caller = await newCaller(database.db, { perDay: limit });
    const usages = Array.from({ length: 4 }, () => usageProcess(database.db));
    const permits = await Promise.all(Array.from({ length: 120 }, (_, n) => processOf(usages, n).take(caller, 10)));
    const served = allowedOf(permits) * 10;
    assert.ok(served <= limit, `${served} of ${limit}`);
    assert.equal(served + (await drain(usages, caller)), limit, 'and calls that cost less get the rest');
    await closeAll(usages);
    assert.deepEqual(await leasedOf(database.db, caller), { 'day 2026-03-10': limit, 'month 2026-03-01': limit });
  });
}

test('sequential calls over four processes get the whole limit', async () => {
  const caller = await newCaller(database.db, { perMonth: 5000 });
  const usages = [
    usageProcess(database.db),
    usageProcess(database.db),
    usageProcess(database.db),
    usageProcess(database.db),
  ];
  assert.equal(await drain(usages, caller), 5000);
  await closeAll(usages);
});

test('a killed process costs at most 1 % of the window, and never more than the limit is served', async () => {
  for (const limit of [100, 200, 1000, 10_000]) {
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

/** The nth process, in turn. */
function processOf(usages: readonly Quota[], n: number): Quota {
  return usages[n % usages.length] ?? assert.fail('no process');
}

const nameOf = ({ name, resetsAt }: WindowState) => `${name} until ${resetsAt}`;

test('under random takes, refunds, flushes, kills and restarts, no window serves more than its limit', async () => {
  const process = fc.constantFrom(0 as const, 1 as const, 2 as const);
  const none = { calls: fc.constant(0), cost: fc.constant(1) };
  const step = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('take' as const),
        on: process,
        calls: fc.integer({ min: 1, max: 120 }),
        cost: fc.constantFrom(1, 1, 1, 10),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('refund' as const),
        on: process,
        calls: fc.integer({ min: 1, max: 60 }),
        cost: fc.constant(1),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('flush' as const), on: process, ...none }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), on: process, ...none }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), on: process, ...none }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('later' as const), on: process, ...none }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 90, 250, 800), fc.array(step, { maxLength: 30 }), async (limit, steps) => {
      const clock = { now: Date.parse('2026-03-30T20:00:00Z') };
      const caller = await newCaller(database.db, { perDay: limit, perMonth: limit * 2 });
      const usages: [Quota, Quota, Quota] = [
        usageProcess(database.db, clock),
        usageProcess(database.db, clock),
        usageProcess(database.db, clock),
      ];
      const killed: Quota[] = [];
      // Calls served by window, and the permits that can still be refunded.
      const served = new Map<string, number>();
      const kept: { permit: Permit; windows: string[]; cost: number }[] = [];
      const count = (windows: string[], by: number) => {
        for (const window of windows) served.set(window, (served.get(window) ?? 0) + by);
      };
      for (const { kind, on, calls, cost } of steps) {
        if (kind === 'take') {
          const permits = await Promise.all(Array.from({ length: calls }, () => usages[on].take(caller, cost)));
          for (const permit of permits) {
            const windows = permit.windows.map(nameOf);
            if (!permit.allowed) continue;
            count(windows, cost);
            kept.push({ permit, windows, cost });
          }
        } else if (kind === 'refund') {
          for (const { permit, windows, cost: units } of kept.splice(0, calls)) {
            if (!permit.allowed) continue;
            permit.refund();
            count(windows, -units);
          }
        } else if (kind === 'later') clock.now += 3_600_000 * 3;
        else if (kind === 'flush') await usages[on].flush();
        else {
          if (kind === 'stop') await usages[on].close();
          else killed.push(usages[on]);
          usages[on] = usageProcess(database.db, clock);
        }
        for (const window of await usages[on].peek(caller)) {
          assert.ok((served.get(nameOf(window)) ?? 0) <= window.limit, `${nameOf(window)} served over ${window.limit}`);
        }
      }
      await closeAll([...usages, ...killed]);
    }),
    { numRuns: 60 },
  );
});
