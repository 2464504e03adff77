// Simulates several processes that count calls of one account, each with its own createQuota.
import { createAccount } from '../../src/accounts/actions.ts';
import { type KeyCaller, type Limits, noLimits } from '../../src/accounts/caller.ts';
import { bySystem } from '../../src/audit/actor.ts';
import type { Database } from '../../src/db/database.ts';
import type { Permit } from '../../src/quota/permit.ts';
import { createQuota, type Quota } from '../../src/quota/quota.ts';

/** 10 March 2026, 12:00 UTC. */
export const noon = Date.parse('2026-03-10T12:00:00Z');

let accounts = 0;

/** Creates an account with exactly these limits, and returns a caller of it. */
export async function newCaller(db: Database, limits: Partial<Limits>): Promise<KeyCaller> {
  accounts += 1;
  const { id } = await createAccount(bySystem(db), { name: 'A', email: `caller${accounts}@example.com` });
  return callerOf(id, limits);
}

/** Returns a key of the same account with its own limits. */
export function keyOf(caller: KeyCaller, keyId: string, keyLimits: Partial<Limits>): KeyCaller {
  return { ...caller, keyId, keyLimits: { ...noLimits, ...keyLimits } };
}

function callerOf(accountId: string, { perDay = null, perMonth = null }: Partial<Limits>): KeyCaller {
  const caller = { accountId, plan: 'enterprise', features: new Set(['read'] as const), suspended: false } as const;
  return {
    ...caller,
    limits: { perDay, perMonth },
    keyId: 'key_1',
    keyLimits: noLimits,
    scopes: null,
    allows: null,
    audience: null,
  };
}

export function usageProcess(db: Database, clock = { now: noon }): Quota {
  return createQuota({ db, observe: () => {}, now: () => clock.now });
}

/** Returns the units leased or counted in the database, by window. */
export async function leasedOf(db: Database, { accountId }: KeyCaller): Promise<Record<string, number>> {
  const rows = await db.selectFrom('usage_windows').selectAll().where('account_id', '=', accountId).execute();
  return Object.fromEntries(rows.map(({ kind, starts_on, leased }) => [`${kind} ${starts_on}`, leased]));
}

export function allowedOf(permits: readonly Permit[]): number {
  return permits.filter(({ allowed }) => allowed).length;
}

export async function closeAll(usages: readonly Quota[]): Promise<void> {
  await Promise.all(usages.map(({ close }) => close()));
}

/** Takes from each process in turn until all deny. Returns the number of served calls. */
export async function drain(usages: readonly Quota[], caller: KeyCaller, cost = 1): Promise<number> {
  let served = 0;
  for (let before = -1; before < served; ) {
    before = served;
    served += allowedOf(await Promise.all(usages.map(({ take }) => take(caller, cost))));
  }
  return served;
}
