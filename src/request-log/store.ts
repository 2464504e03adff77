// SQL of the request log: writes rows into the partition of their day of expiry, reads the rows of an account, drops expired partitions.
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { errorCode } from '../lib/errors.ts';

export type RequestRow = {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** YYYY-MM-DD. */
  expiresOn: string;
  accountId: string;
  keyId: string;
  endpoint: string;
  method: string;
  path: string;
  via: 'mcp' | null;
  status: number;
  tookMs: number;
  bytes: number;
  sampleRate: number;
  /** JSON. */
  problem: string | null;
};

/** Rows that exist are unchanged, so a write can be repeated. Rows of deleted accounts are skipped. */
export async function insertRequests(db: Database, rows: readonly RequestRow[]): Promise<void> {
  const column = <Name extends keyof RequestRow>(name: Name) => rows.map((row) => row[name]);
  const times = rows.map(({ at }) => new Date(at).toISOString());
  await sql`insert into request_log (id, at, expires_on, account_id, key_id, endpoint, method, path, via, status, took_ms, bytes,
      sample_rate, problem)
    select row.* from unnest(${column('id')}::text[], ${times}::timestamptz[], ${column('expiresOn')}::date[],
      ${column('accountId')}::text[], ${column('keyId')}::text[], ${column('endpoint')}::text[], ${column('method')}::text[],
      ${column('path')}::text[], ${column('via')}::text[], ${column('status')}::smallint[], ${column('tookMs')}::real[],
      ${column('bytes')}::integer[], ${column('sampleRate')}::real[], ${column('problem')}::json[])
      as row (id, at, expires_on, account_id, key_id, endpoint, method, path, via, status, took_ms, bytes, sample_rate, problem)
    join accounts on accounts.id = row.account_id
    on conflict do nothing`.execute(db);
}

/** SQLSTATEs of a statement that lost the race for creating a partition. */
const createdMeanwhile = ['23505', '42P07', '42P17', '42710'];

/** Creates the partition of a day of expiry, unless it exists. */
export async function createPartition(db: Database, day: string): Promise<void> {
  const next = new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10);
  try {
    await sql`create table if not exists ${sql.table(partitionOf(day))}
      partition of request_log for values from (${sql.lit(day)}) to (${sql.lit(next)})`.execute(db);
  } catch (error) {
    if (!createdMeanwhile.includes(errorCode(error) ?? '')) throw error;
  }
}

const prefix = 'request_log_';

function partitionOf(day: string): string {
  return `${prefix}${day.replaceAll('-', '')}`;
}

/** Drops the partitions whose rows expire before `day`. */
export async function dropPartitionsBefore(db: Database, day: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'request_log'::regclass and relname < ${partitionOf(day)} order by 1`.execute(db);
  for (const { name } of rows) await sql`drop table if exists ${sql.table(name)}`.execute(db);
}

export type RequestFilter = {
  accountId: string;
  /** Ranges of statuses, inclusive. */
  statuses?: readonly (readonly [number, number])[];
  endpoints?: readonly string[];
  keys?: readonly string[];
  since?: Date;
  until?: Date;
  /** Last row of the previous page. */
  before?: { at: Date; id: string };
};

/** Leaves out expired rows, which are deleted at night. */
function ofAccount(db: Database, accountId: string, today: string) {
  return db.selectFrom('request_log').where('request_log.account_id', '=', accountId).where('expires_on', '>=', today);
}

/** Name of the key, or of the saved search whose feed was read. Looked up for the result rows only. */
const keyName = sql<string | null>`coalesce((select name from keys where id = key_id),
  (select name from searches where id = key_id))`.as('key_name');

/** Endpoint of a call that matched none; the method precedes it, unless it is GET. */
export const unknownEndpoint = 'unknown';

/** Calls are counted up to this number, since a count of all would read the whole log. */
const maxCounted = 10_000;

function matching(db: Database, { accountId, statuses, endpoints, keys, since, until }: RequestFilter, today: string) {
  let query = ofAccount(db, accountId, today);
  if (statuses) {
    query = query.where(({ or, eb }) => or(statuses.map(([from, to]) => eb.between('status', from, to))));
    // Stated so that the index of refused calls is used.
    if (statuses.every(([from]) => from >= 400)) query = query.where('status', '>=', sql.lit(400));
  }
  if (endpoints?.includes(unknownEndpoint))
    query = query.where(({ or, eb }) =>
      or([eb('endpoint', 'in', endpoints), eb('endpoint', 'like', `% ${unknownEndpoint}`)]),
    );
  else if (endpoints) query = query.where('endpoint', 'in', endpoints);
  if (keys) query = query.where('key_id', 'in', keys);
  if (since) query = query.where('at', '>=', since);
  if (until) query = query.where('at', '<', until);
  return query;
}

export type FoundRequest = Awaited<ReturnType<typeof selectRequests>>[number];

/** Newest first. */
export async function selectRequests(db: Database, filter: RequestFilter, today: string, limit: number) {
  const { before } = filter;
  let query = matching(db, filter, today);
  if (before)
    query = query.where(({ refTuple, tuple, eb }) => eb(refTuple('at', 'id'), '<', tuple(before.at, before.id)));
  return query.selectAll().select(keyName).orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function countRequests(db: Database, filter: RequestFilter, today: string): Promise<number> {
  const counted = matching(db, filter, today).select('id').limit(maxCounted).as('counted');
  const { count } = await db
    .selectFrom(counted)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findRequest(
  db: Database,
  accountId: string,
  id: string,
  today: string,
): Promise<FoundRequest | undefined> {
  return ofAccount(db, accountId, today).selectAll().select(keyName).where('id', '=', id).executeTakeFirst();
}
