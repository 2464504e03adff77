// SQL of what an operator sees beside accounts and key requests: usage, keys, what else an address has. One query a page.
import { type Selectable, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Account } from './account.ts';
import type { PlanName } from './caller.ts';
import type { KeyRequest } from './key-request.ts';
import { toAccount, toKeyRequest } from './store.ts';

export type AccountFilter = { id?: string; email?: string; q?: string; plan?: PlanName; suspended?: boolean };
type Page = { limit: number; after?: string };

export type AccountRow = {
  account: Account;
  usedOfDay: number;
  usedOfMonth: number;
  liveKeys: number;
  lastUsedAt: Date | null;
};

export type AccountOrder = 'oldest' | 'newest' | 'busiest';

const [byTime, byUse] = [sql`a.created_at, a.id`, sql`coalesce(m.leased, 0), a.created_at, a.id`];

const orders = {
  oldest: { key: byTime, past: sql`>`, order: sql`a.created_at asc, a.id asc` },
  newest: { key: byTime, past: sql`<`, order: sql`a.created_at desc, a.id desc` },
  busiest: { key: byUse, past: sql`<`, order: sql`coalesce(m.leased, 0) desc, a.created_at desc, a.id desc` },
} as const;

/** `dayOn` and `monthOn` are the first days of the windows; the busiest are those of the month. */
export async function selectAccountRows(
  db: Database,
  filter: AccountFilter,
  { limit, after, order: asked }: Page & { order: AccountOrder },
  { dayOn, monthOn }: { dayOn: string; monthOn: string },
): Promise<AccountRow[]> {
  const conditions = [accountConditions(filter)];
  const { key, past, order } = orders[asked];
  const ofMonth = sql`left join usage_windows m on m.account_id = a.id and m.kind = 'month' and m.starts_on = ${monthOn}`;
  if (after !== undefined)
    conditions.push(sql`(${key}) ${past} (select ${key} from accounts a ${ofMonth} where a.id = ${after})`);
  type Row = Selectable<Tables['accounts']> & {
    used_of_day: number;
    used_of_month: number;
    live_keys: number;
    last_used_at: Date | null;
  };
  const { rows } = await sql<Row>`
    select a.*, coalesce(d.leased, 0) as used_of_day, coalesce(m.leased, 0) as used_of_month, k.live_keys, k.last_used_at
    from accounts a
    left join usage_windows d on d.account_id = a.id and d.kind = 'day' and d.starts_on = ${dayOn}
    ${ofMonth}
    cross join lateral (
      select count(*) filter (where revoked_at is null and coalesce(expires_at > now(), true)) as live_keys,
        max(last_used_at) as last_used_at
      from keys where account_id = a.id) k
    where ${sql.join(conditions, sql` and `)}
    order by ${order} limit ${limit}`.execute(db);
  return rows.map((row) => ({
    account: toAccount(row),
    usedOfDay: row.used_of_day,
    usedOfMonth: row.used_of_month,
    liveKeys: row.live_keys,
    lastUsedAt: row.last_used_at,
  }));
}

export async function countAccounts(db: Database, filter: AccountFilter): Promise<number> {
  const where = accountConditions(filter);
  const { rows } = await sql<{ total: number }>`select count(*) as total from accounts a where ${where}`.execute(db);
  return rows[0].total;
}

function accountConditions({ id, email, q, plan, suspended }: AccountFilter) {
  const conditions = [sql`true`];
  if (id !== undefined) conditions.push(sql`a.id = ${id}`);
  if (email !== undefined) conditions.push(sql`lower(a.email) = lower(${email})`);
  if (q !== undefined)
    conditions.push(sql`position(lower(${q}) in lower(a.name || chr(10) || a.email || chr(10) || a.id)) > 0`);
  if (plan !== undefined) conditions.push(sql`a.plan = ${plan}`);
  if (suspended !== undefined) conditions.push(sql`(a.suspended_at is not null) = ${suspended}`);
  return sql.join(conditions, sql` and `);
}

export type KeyRequestFilter = { id?: string; state?: KeyRequest['state'] };

export type KeyRequestRow = {
  request: KeyRequest;
  otherRequests: number;
  otherDeclined: number;
  account: Account | null;
};

/** An address has at most one account. */
export async function selectKeyRequestRows(
  db: Database,
  filter: KeyRequestFilter,
  { limit, after, isOldestFirst }: Page & { isOldestFirst: boolean },
): Promise<KeyRequestRow[]> {
  const conditions = [requestConditions(filter)];
  const [past, direction] = isOldestFirst ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  if (after !== undefined)
    conditions.push(sql`(r.created_at, r.id) ${past} (select created_at, id from key_requests where id = ${after})`);
  type Row = Selectable<Tables['key_requests']> & {
    other_requests: number;
    other_declined: number;
    account: (Omit<Selectable<Tables['accounts']>, 'created_at'> & { created_at: string }) | null;
  };
  const { rows } = await sql<Row>`
    select r.*, o.requests - 1 as other_requests, o.declined - (r.state = 'declined')::int as other_declined,
      to_jsonb(a.*) as account
    from key_requests r
    join (select lower(email) as address, count(*) as requests, count(*) filter (where state = 'declined') as declined
      from key_requests group by 1) o on o.address = lower(r.email)
    left join accounts a on lower(a.email) = lower(r.email)
    where ${sql.join(conditions, sql` and `)}
    order by r.created_at ${direction}, r.id ${direction} limit ${limit}`.execute(db);
  return rows.map(({ account, ...row }) => ({
    request: toKeyRequest(row),
    otherRequests: row.other_requests,
    otherDeclined: row.other_declined,
    account: account && toAccount({ ...account, created_at: new Date(account.created_at) }),
  }));
}

export async function countKeyRequests(db: Database, filter: KeyRequestFilter): Promise<number> {
  const where = requestConditions(filter);
  const { rows } = await sql<{ total: number }>`select count(*) as total from key_requests r where ${where}`.execute(
    db,
  );
  return rows[0].total;
}

function requestConditions({ id, state }: KeyRequestFilter) {
  const conditions = [sql`true`];
  if (id !== undefined) conditions.push(sql`r.id = ${id}`);
  if (state !== undefined) conditions.push(sql`r.state = ${state}`);
  return sql.join(conditions, sql` and `);
}

/** What waits for a decision, and since when. */
export async function selectWaitingRequests(db: Database): Promise<{ count: number; oldest: Date | null }> {
  return db
    .selectFrom('key_requests')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow() as Promise<{ count: number; oldest: Date | null }>;
}

export async function selectAccountNames(db: Database, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db.selectFrom('accounts').select(['id', 'name']).where('id', 'in', accountIds).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
