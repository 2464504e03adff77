// An account's holder as a caller, without a key: what a key of the account may do, a session of its holder may.

import type { Database } from '../db/database.ts';
import type { Account } from './account.ts';
import type { Caller, Limits } from './caller.ts';
import { effectiveLimits, plans } from './plan.ts';
import { findAccount } from './store.ts';

/** undefined where the account is gone. */
export async function findAccountCaller(db: Database, accountId: string): Promise<Caller | undefined> {
  const account = await findAccount(db, accountId);
  return account && accountCaller(account);
}

export function accountCaller(account: Account): Caller {
  const { id: accountId, plan, suspended } = account;
  return { accountId, plan, features: plans[plan].features, limits: limitsOf(account), suspended };
}

export function limitsOf({ plan, limits }: Account): Limits {
  return effectiveLimits(plan, { perDay: limits.per_day, perMonth: limits.per_month });
}
