// SQL of the operator's overview: accounts with usage and keys, and key requests with the account and other requests of their email. One
// query per page.
import { type Expression, expressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Account, OperatorAccount } from './account.ts';
import type { PlanName } from './caller.ts';
import type { KeyRequest } from './key-request.ts';
import { toAccount, toOperatorAccount } from './store.ts';
import { toKeyRequest } from './store-key-requests.ts';

export type AccountFilter = {
  id?: string;
  email?: string;
  q?: string;
  plan?: PlanName;
  suspended?: boolean;
  /** undefined: both. */
  deleted?: boolean;
};
type Page = { limit: number; after?: string };

export type AccountRow = {
  account: OperatorAccount;
  usedOfDay: number;
  usedOfMonth: number;
  liveKeys: number;
  lastUsedAt: Date | null;
};

export type AccountOrder = 'oldest' | 'newest' | 'busiest';

const usedOfMonth = sql<number>`coalesce(m.leased, 0)`;
const [byTime, byUsage] = [sql`a.created_at, a.id`, sql`${usedOfMonth}, a.created_at, a.id`];

const orders = {
  oldest: { key: byTime, next: sql`>`, orderBy: sql`a.created_at, a.id` },
  newest: { key: byTime, next: sql`<`, orderBy: sql`a.created_at desc, a.id desc` },
  busiest: { key: byUsage, next: sql`<`, orderBy: sql`${usedOfMonth} desc, a.created_at desc, a.id desc` },
} as const;

/** `dayOn` and `monthOn` are the first days of the current windows. */
export async function selectAccountRows(
  db: Database,
  filter: AccountFilter,
  { limit, after, order }: Page & { order: AccountOrder },
  { dayOn, monthOn }: { dayOn: string; monthOn: string },
): Promise<AccountRow[]> {
  const { key, next, orderBy } = orders[order];
  const withMonth = db
    .selectFrom('accounts as a')
    .leftJoin('usage_windows as m', (join) =>
      join.onRef('m.account_id', '=', 'a.id').on('m.kind', '=', 'month').on('m.starts_on', '=', monthOn),
    );
  let query = withMonth
    .leftJoin('usage_windows as d', (join) =>
      join.onRef('d.account_id', '=', 'a.id').on('d.kind', '=', 'day').on('d.starts_on', '=', dayOn),
    )
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('keys')
        .select(({ fn, or, eb }) => [
          fn
            .countAll<number>()
            .filterWhere('revoked_at', 'is', null)
            .filterWhere(or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
            .as('live_keys'),
          fn.max<Date | null>('last_used_at').as('last_used_at'),
        ])
        .whereRef('keys.account_id', '=', 'a.id')
        .as('k'),
    )
    .selectAll('a')
    .select(['k.live_keys', 'k.last_used_at'])
    .select([sql<number>`coalesce(d.leased, 0)`.as('used_of_day'), usedOfMonth.as('used_of_month')])
    .where(accountConditions(filter))
    .orderBy(orderBy)
    .limit(limit);
  if (after !== undefined) {
    // The alias names the last column only; a row comparison goes by position.
    const last = withMonth.select(key.as('key')).where('a.id', '=', after);
    query = query.where(sql<boolean>`(${key}) ${next} (${last})`);
  }
  const rows = await query.execute();
  return rows.map((row) => ({
    account: toOperatorAccount(row),
    usedOfDay: row.used_of_day,
    usedOfMonth: row.used_of_month,
    liveKeys: row.live_keys,
    lastUsedAt: row.last_used_at,
  }));
}

export async function countAccounts(db: Database, filter: AccountFilter): Promise<number> {
  const query = db.selectFrom('accounts as a').select(({ fn }) => fn.countAll<number>().as('total'));
  return (await query.where(accountConditions(filter)).executeTakeFirstOrThrow()).total;
}

function accountConditions({ id, email, q, plan, suspended, deleted }: AccountFilter): Expression<SqlBool> {
  const eb = expressionBuilder<{ a: Tables['accounts'] }, 'a'>();
  const conditions: Expression<SqlBool>[] = [];
  if (id !== undefined) conditions.push(eb('a.id', '=', id));
  if (email !== undefined) conditions.push(sql<boolean>`lower(a.email) = lower(${email})`);
  if (q !== undefined) {
    const text = sql`lower(a.name || chr(10) || a.email || chr(10) || a.id)`;
    conditions.push(sql<boolean>`position(lower(${q}) in ${text}) > 0`);
  }
  if (plan !== undefined) conditions.push(eb('a.plan', '=', plan));
  if (deleted !== undefined) conditions.push(eb('a.deleted_at', deleted ? 'is not' : 'is', null));
  if (suspended !== undefined) conditions.push(eb('a.suspended_at', suspended ? 'is not' : 'is', null));
  return eb.and(conditions);
}

export type KeyRequestFilter = {
  id?: string;
  state?: KeyRequest['state'];
  kind?: KeyRequest['kind'];
  account?: string;
};

export type KeyRequestRow = {
  request: KeyRequest;
  otherRequests: number;
  otherDeclined: number;
  account: Account | null;
};

/** JSON has no dates. */
type AccountJson = Omit<Selectable<Tables['accounts']>, 'created_at'> & { created_at: string };

/**
 * Account with the email of a key request (at most one), or the account of another request. Two queries, since a condition with `or` uses
 * no index.
 */
const accountOfRequest = sql<AccountJson | null>`(
  select to_jsonb(a.*) from accounts a where r.kind = 'key' and lower(a.email) = lower(r.email)
  union all select to_jsonb(a.*) from accounts a where r.kind <> 'key' and a.id = r.account_id)`;

export async function selectKeyRequestRows(
  db: Database,
  filter: KeyRequestFilter,
  { limit, after, isOldestFirst }: Page & { isOldestFirst: boolean },
): Promise<KeyRequestRow[]> {
  const [next, direction] = isOldestFirst ? ([sql`>`, 'asc'] as const) : ([sql`<`, 'desc'] as const);
  let query = db
    .selectFrom('key_requests as r')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('key_requests')
          .select(({ fn }) => [
            sql<string>`lower(email)`.as('email'),
            fn.countAll<number>().as('requests'),
            fn.countAll<number>().filterWhere('state', '=', 'declined').as('declined'),
          ])
          .groupBy(sql`lower(email)`)
          .as('o'),
      (join) => join.on('o.email', '=', sql<string>`lower(r.email)`),
    )
    .selectAll('r')
    .select([
      sql<number>`o.requests - 1`.as('other_requests'),
      sql<number>`o.declined - (r.state = 'declined')::int`.as('other_declined'),
      accountOfRequest.as('account'),
    ])
    .where(requestConditions(filter))
    .orderBy('r.created_at', direction)
    .orderBy('r.id', direction)
    .limit(limit);
  if (after !== undefined) {
    const last = db.selectFrom('key_requests').select(['created_at', 'id']).where('id', '=', after);
    query = query.where(sql<boolean>`(r.created_at, r.id) ${next} (${last})`);
  }
  const rows = await query.execute();
  return rows.map(({ account, ...row }) => ({
    request: toKeyRequest(row),
    otherRequests: row.other_requests,
    otherDeclined: row.other_declined,
    account: account && toAccount({ ...account, created_at: new Date(account.created_at) }),
  }));
}

export async function countKeyRequests(db: Database, filter: KeyRequestFilter): Promise<number> {
  const query = db.selectFrom('key_requests as r').select(({ fn }) => fn.countAll<number>().as('total'));
  return (await query.where(requestConditions(filter)).executeTakeFirstOrThrow()).total;
}

function requestConditions({ id, state, kind, account }: KeyRequestFilter): Expression<SqlBool> {
  const eb = expressionBuilder<{ r: Tables['key_requests'] }, 'r'>();
  const conditions: Expression<SqlBool>[] = [];
  if (id !== undefined) conditions.push(eb('r.id', '=', id));
  if (state !== undefined) conditions.push(eb('r.state', '=', state));
  if (account !== undefined) conditions.push(eb('r.account_id', '=', account), eb('r.kind', '!=', 'key'));
  if (kind !== undefined) conditions.push(eb('r.kind', '=', kind));
  return eb.and(conditions);
}

/** Pending requests: how many, and since when. */
export async function selectPendingRequests(db: Database): Promise<{ count: number; oldest: Date | null }> {
  return db
    .selectFrom('key_requests')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('created_at').as('oldest')])
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
}

export async function selectAccountNames(db: Database, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db.selectFrom('accounts').select(['id', 'name']).where('id', 'in', accountIds).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
