// What an operator sees of accounts and key requests: found by text, with usage, keys, and what else the address has.

import type { Database } from '../db/database.ts';
import { takePage } from '../db/page.ts';
import { fail } from '../lib/errors.ts';
import type { Quota } from '../quota/quota.ts';
import { windowAt } from '../quota/windows.ts';
import type { Account } from './account.ts';
import type { PlanName } from './caller.ts';
import { accountCaller, limitsOf } from './holder.ts';
import type { KeyRequest } from './key-request.ts';
import {
  type AccountFilter,
  type AccountOrder,
  type AccountRow,
  countAccounts,
  countKeyRequests,
  type KeyRequestFilter,
  type KeyRequestRow,
  selectAccountRows,
  selectKeyRequestRows,
} from './store-queries.ts';

/** As /usage tells of a window; `limit` is what is in force, and null where nothing is. */
export type WindowUsage = {
  window: 'day' | 'month';
  limit: number | null;
  used: number;
  remaining: number | null;
  resets_at: string;
};

export type AccountOverview = Account & {
  /** Day, then month. In lists the figures may run half a per cent of the limit ahead while calls come in. */
  usage: WindowUsage[];
  /** Neither revoked nor expired. */
  live_keys: number;
  /** Of any of its keys. */
  last_used_at: string | null;
};

export type AccountOverviewPage = {
  accounts: AccountOverview[];
  /** Of all pages. */
  total: number;
  /** Pass as `after` for the next page; null at the end. */
  next: string | null;
};

export type AccountQuery = Omit<AccountFilter, 'id'> & { sort?: AccountOrder; limit?: number; after?: string };

/** The oldest first unless told otherwise; the busiest by what they used this month. */
export async function findAccounts(db: Database, query: AccountQuery): Promise<AccountOverviewPage> {
  const { sort: order = 'oldest', limit = 50, after, ...filter } = query;
  const now = Date.now();
  const [{ rows, next }, total] = await Promise.all([
    takePage(
      limit,
      (count) => selectAccountRows(db, filter, { limit: count, after, order }, windowsAt(now)),
      ({ account }) => account.id,
    ),
    countAccounts(db, filter),
  ]);
  return { accounts: rows.map((row) => toOverview(row, now)), total, next };
}

/** The usage is exact, as the account's own GET /usage. */
export async function getAccountOverview(
  { db, usage }: { db: Database; usage: Quota },
  id: string,
): Promise<AccountOverview> {
  const now = Date.now();
  const [row] = await selectAccountRows(db, { id }, { limit: 1, order: 'oldest' }, windowsAt(now));
  if (!row) fail('not_found', `There is no account ${id}.`);
  const windows = await usage.usageOf(accountCaller(row.account));
  return {
    ...toOverview(row, now),
    usage: windows.map(({ name, resetsAt, ...rest }) => ({
      window: name,
      ...rest,
      resets_at: new Date(resetsAt).toISOString(),
    })),
  };
}

function windowsAt(now: number): { dayOn: string; monthOn: string } {
  return { dayOn: windowAt('day', now).startsOn, monthOn: windowAt('month', now).startsOn };
}

function toOverview({ account, usedOfDay, usedOfMonth, liveKeys, lastUsedAt }: AccountRow, now: number) {
  const { perDay, perMonth } = limitsOf(account);
  const windowOf = (window: 'day' | 'month', limit: number | null, used: number): WindowUsage => ({
    window,
    limit,
    used,
    remaining: limit === null ? null : Math.max(0, limit - used),
    resets_at: new Date(windowAt(window, now).resetsAt).toISOString(),
  });
  return {
    ...account,
    usage: [windowOf('day', perDay, usedOfDay), windowOf('month', perMonth, usedOfMonth)],
    live_keys: liveKeys,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

export type KeyRequestOverview = KeyRequest & {
  same_email: {
    /** Apart from this one. */
    requests: number;
    declined: number;
    account: { id: string; name: string; plan: PlanName; suspended: boolean } | null;
  };
};

export type KeyRequestPage = { key_requests: KeyRequestOverview[]; total: number; next: string | null };

export type KeyRequestQuery = Omit<KeyRequestFilter, 'id'> & {
  sort?: 'oldest' | 'newest';
  limit?: number;
  after?: string;
};

/** The newest first unless told otherwise, with what the operator should know of the address. */
export async function findKeyRequests(db: Database, query: KeyRequestQuery): Promise<KeyRequestPage> {
  const { sort, limit = 500, after, ...filter } = query;
  const [{ rows, next }, total] = await Promise.all([
    takePage(
      limit,
      (count) => selectKeyRequestRows(db, filter, { limit: count, after, isOldestFirst: sort === 'oldest' }),
      ({ request }) => request.id,
    ),
    countKeyRequests(db, filter),
  ]);
  return { key_requests: rows.map(toRequestOverview), total, next };
}

export async function getKeyRequest(db: Database, id: string): Promise<KeyRequestOverview> {
  const [row] = await selectKeyRequestRows(db, { id }, { limit: 1, isOldestFirst: false });
  return row ? toRequestOverview(row) : fail('not_found', `There is no key request ${id}.`);
}

function toRequestOverview({ request, otherRequests, otherDeclined, account }: KeyRequestRow): KeyRequestOverview {
  const known = account && pickKnown(account);
  return { ...request, same_email: { requests: otherRequests, declined: otherDeclined, account: known } };
}

function pickKnown({ id, name, plan, suspended }: Account) {
  return { id, name, plan, suspended };
}
