// Reads accounts and key requests: one, a page, and the operator's overview with usage, keys and other requests of the email.
import { z } from 'zod';
import { type Database, takeCountedPage, takePage } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { isoOrNull, type WindowName, windowAt, windowNames } from '../lib/time.ts';
import {
  type Account,
  accountBriefSchema,
  limitsOf,
  listAccountsInput,
  operatorAccountSchema,
  toCaller,
} from './account.ts';
import { failUnknown } from './actions.ts';
import type { Caller } from './caller.ts';
import { type KeyRequest, keyRequestSchema } from './key-request.ts';
import { findAccount, selectAccounts } from './store.ts';
import { selectOwnRequests } from './store-key-requests.ts';
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

export async function getAccount(db: Database, id: string): Promise<Account> {
  return (await findAccount(db, id)) ?? failUnknown(id);
}

/** Returns undefined if the account no longer exists. */
export async function findAccountCaller(db: Database, accountId: string): Promise<Caller | undefined> {
  const account = await findAccount(db, accountId);
  return account && toCaller(account);
}

export type AccountPage = {
  accounts: Account[];
  /** Pass as `after` to get the next page; null on the last one. */
  next: string | null;
};

/** Oldest first. */
export async function listAccounts(db: Database, input: z.input<typeof listAccountsInput> = {}): Promise<AccountPage> {
  const { limit, after, email } = listAccountsInput.parse(input);
  const { rows: accounts, next } = await takePage(
    limit,
    (count) => selectAccounts(db, { limit: count, after, email }),
    ({ id }) => id,
  );
  return { accounts, next };
}

export const windowUsageSchema = z
  .object({
    window: z.enum(windowNames),
    limit: z.number().nullable(),
    used: z.number(),
    remaining: z.number().nullable(),
    resets_at: z.iso.datetime(),
  })
  .meta({ id: 'UsageWindow', description: 'A UTC day or month; `limit` is null if it is unlimited' });
type WindowUsage = z.infer<typeof windowUsageSchema>;

export const accountOverviewSchema = z
  .object({
    ...operatorAccountSchema.shape,
    usage: z.array(windowUsageSchema).meta({
      description: 'Day, then month. In lists up to 0.5 % of the limit too high, since processes lease calls in blocks',
    }),
    live_keys: z.number().int().meta({ description: 'Keys that are neither revoked nor expired' }),
    last_used_at: z.iso.datetime().nullable().meta({ description: 'Last use of any of its keys' }),
  })
  .meta({ id: 'AccountOverview', description: 'An account with its usage and keys' });
export type AccountOverview = z.infer<typeof accountOverviewSchema>;

const next = z.string().nullable().meta({ description: 'Pass as `after` to get the next page; null on the last one' });
const total = z.number().int().meta({ description: 'Count over all pages' });

export const accountOverviewPageSchema = z
  .object({ accounts: z.array(accountOverviewSchema), total, next })
  .meta({ id: 'AccountOverviewPage', description: 'A page of accounts' });
export type AccountOverviewPage = z.infer<typeof accountOverviewPageSchema>;

export type AccountQuery = Omit<AccountFilter, 'id'> & { sort?: AccountOrder; limit?: number; after?: string };

/** Oldest first by default; `busiest` sorts by usage of this month. */
export async function findAccounts(db: Database, query: AccountQuery): Promise<AccountOverviewPage> {
  const { sort: order = 'oldest', limit = 50, after, ...filter } = query;
  const now = Date.now();
  const { rows, next, total } = await takeCountedPage(
    limit,
    (count) => selectAccountRows(db, filter, { limit: count, after, order }, windowsAt(now)),
    ({ account }) => account.id,
    countAccounts(db, filter),
  );
  return { accounts: rows.map((row) => toOverview(row, now)), total, next };
}

/** `resetsAt`: milliseconds since 1970. */
type WindowOf = { name: WindowName; isOfKey: boolean; resetsAt: number };
export type CountedWindow = Omit<WindowUsage, 'window' | 'resets_at'> & WindowOf;

/** Exact usage over all processes; implemented by quota/quota.ts, which imports accounts. */
export type ReadUsage = (caller: Caller) => Promise<CountedWindow[]>;

type Counted = Omit<CountedWindow, 'isOfKey'>;
export const showWindow = ({ name, limit, used, remaining, resetsAt }: Counted): WindowUsage => ({
  ...{ window: name, limit, used, remaining },
  resets_at: new Date(resetsAt).toISOString(),
});

/** The usage is exact, as in the account's own GET /usage. */
export async function getAccountOverview(
  { db, usage }: { db: Database; usage: { usageOf: ReadUsage } },
  id: string,
): Promise<AccountOverview> {
  const now = Date.now();
  const [row] = await selectAccountRows(db, { id }, { limit: 1, order: 'oldest' }, windowsAt(now));
  if (!row) failUnknown(id);
  const windows = await usage.usageOf(toCaller(row.account));
  return { ...toOverview(row, now), usage: windows.map(showWindow) };
}

function windowsAt(now: number): { dayOn: string; monthOn: string } {
  return { dayOn: windowAt('day', now).startsOn, monthOn: windowAt('month', now).startsOn };
}

function toOverview(
  { account, usedOfDay, usedOfMonth, liveKeys, lastUsedAt }: AccountRow,
  now: number,
): AccountOverview {
  const { perDay, perMonth } = limitsOf(account);
  const usageOf = (name: WindowName, limit: number | null, used: number) => {
    const remaining = limit === null ? null : Math.max(0, limit - used);
    return showWindow({ name, limit, used, remaining, resetsAt: windowAt(name, now).resetsAt });
  };
  return {
    ...account,
    usage: [usageOf('day', perDay, usedOfDay), usageOf('month', perMonth, usedOfMonth)],
    live_keys: liveKeys,
    last_used_at: isoOrNull(lastUsedAt),
  };
}

export const keyRequestOverviewSchema = z
  .object({
    ...keyRequestSchema.shape,
    same_email: z.object({
      requests: z.number().int().meta({ description: 'Other requests with this email' }),
      declined: z.number().int(),
      account: accountBriefSchema.nullable(),
    }),
  })
  .meta({ id: 'KeyRequestOverview', description: 'A key request, with other requests and the account of its email' });
export type KeyRequestOverview = z.infer<typeof keyRequestOverviewSchema>;

export const keyRequestPageSchema = z
  .object({ key_requests: z.array(keyRequestOverviewSchema), total, next })
  .meta({ id: 'KeyRequestPage', description: 'A page of key requests' });
export type KeyRequestPage = z.infer<typeof keyRequestPageSchema>;

export type KeyRequestQuery = Omit<KeyRequestFilter, 'id'> & {
  sort?: 'oldest' | 'newest';
  limit?: number;
  after?: string;
};

/** Newest first by default, with the account and other requests of the same email. */
export async function findKeyRequests(db: Database, query: KeyRequestQuery): Promise<KeyRequestPage> {
  const { sort, limit = 500, after, ...filter } = query;
  const { rows, next, total } = await takeCountedPage(
    limit,
    (count) => selectKeyRequestRows(db, filter, { limit: count, after, isOldestFirst: sort === 'oldest' }),
    ({ request }) => request.id,
    countKeyRequests(db, filter),
  );
  return { key_requests: rows.map(toRequestOverview), total, next };
}

const ownRequestsListed = 20;

/** Requests of the holder of the account, newest first. */
export async function listOwnRequests(db: Database, accountId: string): Promise<KeyRequest[]> {
  return selectOwnRequests(db, accountId, ownRequestsListed);
}

export async function getKeyRequest(db: Database, id: string): Promise<KeyRequestOverview> {
  const [row] = await selectKeyRequestRows(db, { id }, { limit: 1, isOldestFirst: false });
  return row ? toRequestOverview(row) : fail('not_found', `Key request ${id} does not exist.`);
}

function toRequestOverview({ request, otherRequests, otherDeclined, account }: KeyRequestRow): KeyRequestOverview {
  return { ...request, same_email: { requests: otherRequests, declined: otherDeclined, account: toBrief(account) } };
}

function toBrief(account: Account | null): KeyRequestOverview['same_email']['account'] {
  if (!account) return null;
  const { id, name, plan, suspended } = account;
  return { id, name, plan, suspended };
}
