// The quota law over random histories of several processes: no window serves more than its limit.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Database } from '../../src/db/database.ts';
import type { WindowState } from '../../src/quota/lease.ts';
import type { Permit } from '../../src/quota/permit.ts';
import type { Quota } from '../../src/quota/quota.ts';
import { closeAll, newCaller, usageProcess } from './quota-processes.ts';

const on = fc.constantFrom(0 as const, 1 as const, 2 as const);
const stepOf = <Kind extends string>(
  kind: Kind,
  calls: fc.Arbitrary<number> = fc.constant(0),
  cost: fc.Arbitrary<number> = fc.constant(1),
) => fc.record({ kind: fc.constant(kind), on, calls, cost });
const step = fc.oneof(
  { weight: 8, arbitrary: stepOf('take', fc.integer({ min: 1, max: 120 }), fc.constantFrom(1, 1, 1, 10)) },
  { weight: 3, arbitrary: stepOf('refund', fc.integer({ min: 1, max: 60 })) },
  { weight: 2, arbitrary: stepOf('flush') },
  { weight: 1, arbitrary: stepOf('kill') },
  { weight: 1, arbitrary: stepOf('stop') },
  { weight: 1, arbitrary: stepOf('later') },
);

const nameOf = ({ name, resetsAt }: WindowState) => `${name} until ${resetsAt}`;

/** Runs random takes, refunds, flushes, kills and restarts of three processes. */
export async function assertQuotaLaw(db: Database, parameters: { numRuns: number; seed?: number }): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 90, 250, 800), fc.array(step, { maxLength: 30 }), async (limit, steps) => {
      const clock = { now: Date.parse('2026-03-30T20:00:00Z') };
      const caller = await newCaller(db, { perDay: limit, perMonth: limit * 2 });
      const start = () => usageProcess(db, clock);
      const usages: [Quota, Quota, Quota] = [start(), start(), start()];
      const killed: Quota[] = [];
      // Served calls by window, and the permits that can still be refunded.
      const served = new Map<string, number>();
      const kept: { refund: () => void; windows: string[]; cost: number }[] = [];
      const count = (windows: string[], by: number) => {
        for (const window of windows) served.set(window, (served.get(window) ?? 0) + by);
      };
      const keep = (permit: Permit, cost: number) => {
        if (!permit.allowed) return;
        const windows = permit.windows.map(nameOf);
        count(windows, cost);
        kept.push({ refund: permit.refund, windows, cost });
      };
      for (const { kind, on, calls, cost } of steps) {
        if (kind === 'take') {
          const permits = await Promise.all(Array.from({ length: calls }, () => usages[on].take(caller, cost)));
          for (const permit of permits) keep(permit, cost);
        } else if (kind === 'refund') {
          for (const { refund, windows, cost: units } of kept.splice(0, calls)) {
            refund();
            count(windows, -units);
          }
        } else if (kind === 'later') clock.now += 3_600_000 * 3;
        else if (kind === 'flush') await usages[on].flush();
        else {
          if (kind === 'stop') await usages[on].close();
          else killed.push(usages[on]);
          usages[on] = start();
        }
        for (const window of await usages[on].peek(caller))
          assert.ok((served.get(nameOf(window)) ?? 0) <= window.limit, `${nameOf(window)} served over ${window.limit}`);
      }
      await closeAll([...usages, ...killed]);
    }),
    parameters,
  );
}
