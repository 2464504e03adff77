// SQL of quota: leases of windows, reads by session, and the usage log.
import { sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import type { WindowId } from '../lib/time.ts';
import type { Batch } from './batch-writer.ts';

// Windows

const leasedAfter = sql<number>`usage_windows.leased + excluded.leased`;

export type WindowKey = { accountId: string; id: WindowId; startsOn: string };

/**
 * Leases `units`, or all that are left of the limit if these are at least `least`, otherwise none. The statement checks the limit itself,
 * so no two processes get the same unit.
 */
export async function leaseUnits(
  db: Db,
  { accountId, id, startsOn }: WindowKey,
  wanted: { units: number; least: number },
  limit: number,
): Promise<{ granted: number; leased: number }> {
  let units = Math.min(wanted.units, limit);
  for (;;) {
    const total = units < wanted.least ? undefined : await addLeased(db, { accountId, id, startsOn }, units, limit);
    if (total !== undefined) return { granted: units, leased: total };
    const leased = (await readUsage(db, accountId, [{ id, startsOn }])).get(id) ?? 0;
    units = Math.min(units, limit - leased);
    if (units < wanted.least) return { granted: 0, leased };
  }
}

/** Resolves to the units that are leased afterwards, or undefined if the limit would be exceeded. */
async function addLeased(
  db: Db,
  { accountId, id, startsOn }: WindowKey,
  units: number,
  limit: number,
): Promise<number | undefined> {
  const row = await db
    .insertInto('usage_windows')
    .values({ account_id: accountId, kind: id, starts_on: startsOn, leased: units })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'kind', 'starts_on'])
        .doUpdateSet({ leased: leasedAfter })
        .where(leasedAfter, '<=', limit),
    )
    .returning('leased')
    .executeTakeFirst();
  return row?.leased;
}

/** Units leased or counted in these windows of an account. A window without a row is missing from the map. */
export async function readUsage(
  db: Db,
  accountId: string,
  windows: readonly Omit<WindowKey, 'accountId'>[],
): Promise<ReadonlyMap<WindowId, number>> {
  const rows = await db
    .selectFrom('usage_windows')
    .select(['kind', 'leased'])
    .where('account_id', '=', accountId)
    .where(({ or, and, eb }) =>
      or(windows.map(({ id, startsOn }) => and([eb('kind', '=', id), eb('starts_on', '=', startsOn)]))),
    )
    .execute();
  return new Map(rows.map(({ kind, leased }) => [kind, leased]));
}

/** Calls counted, or units returned as a negative number. */
export type UsageChange = WindowKey & { units: number };

/**
 * Applies the changes in one statement, sorted so that two processes never deadlock. A batch that was applied before changes
 * nothing, so it may be retried. Rows of deleted accounts are skipped.
 */
export async function changeUsage(db: Db, { writer, number, rows }: Batch<UsageChange>): Promise<void> {
  const column = <Name extends keyof UsageChange>(name: Name) => rows.map((row) => row[name]);
  await sql`with fresh as (${claimBatch(writer, number)})
    insert into usage_windows (account_id, kind, starts_on, leased)
    select account_id, kind, starts_on, sum(units)
    from unnest(${column('accountId')}::text[], ${column('id')}::text[], ${column('startsOn')}::date[],
      ${column('units')}::bigint[]) as change (account_id, kind, starts_on, units)
    join accounts on accounts.id = account_id
    where exists (select 1 from fresh)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, kind, starts_on) do update set leased = usage_windows.leased + excluded.leased`.execute(
    db,
  );
}

/** True for the first process that reaches this percentage of this limit; a new limit starts again. */
export async function claimQuotaAlert(
  db: Db,
  { accountId, id, startsOn, limit, percent }: WindowKey & { limit: number; percent: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('usage_windows')
    .set({ alerted_percent: percent, alerted_limit: limit })
    .where('account_id', '=', accountId)
    .where('kind', '=', id)
    .where('starts_on', '=', startsOn)
    .where(({ or, eb }) => or([eb('alerted_limit', 'is distinct from', limit), eb('alerted_percent', '<', percent)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

// Reads by session

/** Tables with a daily counter per account. */
type OfDay = { table: 'session_reads'; column: 'reads' } | { table: 'daily_changes'; column: 'changes' };
type Counted = { accountId: string; day: string; count: number };

/** Adds to the counter of a day; false if that would exceed `limit`. A process whose clock is behind counts for the newer day. */
export async function addOfDay(
  db: Db,
  { table, column }: OfDay,
  { accountId, day, count }: Counted,
  limit: number,
): Promise<boolean> {
  if (count > limit) return false;
  const n = sql.ref(column);
  const isNewDay = sql`excluded.day > old.day`;
  const { rows } =
    await sql`insert into ${sql.table(table)} as old (account_id, day, ${n}) values (${accountId}, ${day}, ${count})
    on conflict (account_id) do update set day = greatest(old.day, excluded.day),
      ${n} = case when ${isNewDay} then excluded.${n} else old.${n} + excluded.${n} end
    where ${isNewDay} or old.${n} <= ${limit - count} returning 1`.execute(db);
  return rows.length > 0;
}

/** Subtracts from the counter of a day, unless another day has begun. */
export async function returnOfDay(db: Db, { table, column }: OfDay, { accountId, day, count }: Counted): Promise<void> {
  const n = sql.ref(column);
  await sql`update ${sql.table(table)} set ${n} = greatest(0, ${n} - ${count})
    where account_id = ${accountId} and day = ${day}`.execute(db);
}

// Usage log

/** Calls of one key on one UTC day to one endpoint with one status. */
export type CallRow = {
  accountId: string;
  /** YYYY-MM-DD. */
  day: string;
  keyId: string;
  endpoint: string;
  status: number;
  calls: number;
  /** Units of quota that these calls took. */
  counted: number;
};

const writerRetentionMs = 30 * 24 * 3_600_000;

/** Returns a row if this batch was not written before. */
function claimBatch(writer: string, number: number) {
  return sql`insert into usage_log_writers (id, batch, written_at) values (${writer}, ${number}, now())
    on conflict (id) do update set batch = excluded.batch, written_at = excluded.written_at
    where usage_log_writers.batch < excluded.batch returning id`;
}

/**
 * Adds the rows to those of other processes, sorted so that two processes never deadlock. A batch that was added before changes
 * nothing, so it may be retried. Rows of deleted accounts are skipped.
 */
export async function addCalls(db: Database, { writer, number, rows }: Batch<CallRow>): Promise<void> {
  const column = <Name extends keyof CallRow>(name: Name) => rows.map((row) => row[name]);
  await sql`with fresh as (${claimBatch(writer, number)})
    insert into usage_log (account_id, day, key_id, endpoint, status, calls, counted)
    select account_id, day, key_id, endpoint, status, calls, counted
    from unnest(${column('accountId')}::text[], ${column('day')}::date[], ${column('keyId')}::text[],
      ${column('endpoint')}::text[], ${column('status')}::int[], ${column('calls')}::bigint[], ${column('counted')}::bigint[])
      as added (account_id, day, key_id, endpoint, status, calls, counted)
    join accounts on accounts.id = account_id
    where exists (select 1 from fresh)
    order by 1, 2, 3, 4, 5
    on conflict (account_id, day, key_id, endpoint, status)
    do update set calls = usage_log.calls + excluded.calls, counted = usage_log.counted + excluded.counted`.execute(db);
}

/** Dimensions to group calls by, in the order of sorting and of the fields. */
export const groupings = ['day', 'account', 'endpoint', 'key', 'status'] as const;
export type Grouping = (typeof groupings)[number];

export type CallFilter = {
  /** undefined: all accounts. */
  accountId: string | undefined;
  /** First and last day (`until`), inclusive. */
  since: string;
  until: string;
  keys?: readonly string[];
  endpoints?: readonly string[];
  statuses?: readonly number[];
};

/** Has the fields of its groupings, and the counts. */
export type UsageRecord = {
  day?: string;
  account_id?: string;
  account_name?: string;
  endpoint?: string;
  key_id?: string;
  key_name?: string | null;
  status?: number;
  calls: number;
  counted: number;
};

const columns: Record<Grouping, string> = {
  day: 'day',
  account: 'account_id',
  endpoint: 'endpoint',
  key: 'key_id',
  status: 'status',
};

/** Names are looked up for the result rows, not for every row that is summed. */
const names = {
  account: sql`(select name from accounts where id = account_id) as account_name`,
  // The id of a saved search stands for the readers of its feed.
  key: sql`coalesce((select name from keys where id = key_id), (select name from searches where id = key_id)) as key_name`,
};

function shown(grouping: Grouping) {
  const column = sql.ref(columns[grouping]);
  return grouping === 'account' || grouping === 'key' ? sql`${column}, ${names[grouping]}` : column;
}

/** Collation "C" gives the same order on every server. */
function sorted(grouping: Grouping) {
  const column = sql.ref(columns[grouping]);
  return grouping === 'day' || grouping === 'status' ? column : sql`${column} collate "C"`;
}

/** `by` must be in the order of `groupings`. */
export async function selectCalls(
  db: Database,
  { accountId, since, until, keys, endpoints, statuses }: CallFilter,
  by: readonly Grouping[],
  limit: number,
): Promise<UsageRecord[]> {
  const conditions = [sql`day between ${since} and ${until}`];
  if (accountId !== undefined) conditions.push(sql`account_id = ${accountId}`);
  if (keys) conditions.push(sql`key_id = any(${keys}::text[])`);
  if (endpoints) conditions.push(sql`endpoint = any(${endpoints}::text[])`);
  if (statuses) conditions.push(sql`status = any(${statuses}::int[])`);
  const grouped = sql.join(by.map((grouping) => sql.ref(columns[grouping])));
  const { rows } = await sql<UsageRecord>`
    select ${sql.join(by.map(shown))}, calls, counted
    from (
      select ${grouped}, sum(calls)::bigint as calls, sum(counted)::bigint as counted
      from usage_log where ${sql.join(conditions, sql` and `)} group by ${grouped}
    ) as log
    order by ${sql.join(by.map(sorted))} limit ${limit}`.execute(db);
  return rows;
}

/** Deletes the days before the day of `before`, and writers that have written nothing for 30 days. */
export async function deleteUsageBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('usage_log').where('day', '<', before.toISOString().slice(0, 10)).execute();
  await db
    .deleteFrom('usage_log_writers')
    .where('written_at', '<', new Date(Date.now() - writerRetentionMs))
    .execute();
}
