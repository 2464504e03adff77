// SQL of saved searches.
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Secrets } from '../auth/secret-index.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';
import { createAccountRows } from '../db/account-rows.ts';
import type { Db, Trx } from '../db/database.ts';
import type { DigestTable, SearchTable } from '../db/tables/searches.ts';
import type { FeedRow } from './feed/page.ts';

export type SearchRow = Selectable<SearchTable>;

export const {
  insert: insertSearch,
  count: countSearches,
  list: selectSearches,
  find: findSearch,
  lock: lockSearch,
  change: changeSearch,
  remove: deleteSearch,
} = createAccountRows('searches');

export function findSearchByName(db: Db, accountId: string, name: string): Promise<SearchRow | undefined> {
  const query = db.selectFrom('searches').selectAll().where('account_id', '=', accountId);
  return query.where('name', '=', name).executeTakeFirst();
}

// SQL of feeds: tokens with their accounts, and readers.

/** Loads all feeds, or only these; without feeds of deleted accounts. */
export async function loadFeeds(db: Db, only?: Secrets): Promise<FeedRow[]> {
  let query = db
    .selectFrom('searches')
    .innerJoin('accounts', 'accounts.id', 'searches.account_id')
    .select(['searches.id', 'searches.name', 'filters', 'searches.updated_at', 'token_hash'])
    .select(['account_id', 'plan', 'day_limit', 'month_limit', 'suspended_at'])
    .where('deleted_at', 'is', null);
  if (only)
    query =
      'hash' in only ? query.where('token_hash', '=', only.hash) : query.where('account_id', 'in', only.accountIds);
  return (await query.execute()).map((row) => ({
    hash: row.token_hash,
    accountId: row.account_id,
    plan: row.plan,
    ownLimits: { perDay: row.day_limit, perMonth: row.month_limit },
    suspended: row.suspended_at !== null,
    search: { id: row.id, name: row.name, filters: row.filters as FilterInput, updatedAt: row.updated_at },
  }));
}

/** Readers are counted over this many days. */
export const readerDays = 7;
/** Maximum readers stored per search. Every reader has its token and can send any user agent. */
const maxReaders = 10_000;

/** `time` in milliseconds since 1970; `readers`: their subscribers by HMAC. */
export type FeedUse = { time: number; userAgent: string; readers: ReadonlyMap<string, number> };

/** `uses` is keyed by search id. Later uses that another process wrote are kept. */
export async function writeFeedUses(db: Db, uses: ReadonlyMap<string, FeedUse>): Promise<void> {
  const [ids, last] = [[...uses.keys()], [...uses.values()]];
  await sql`update searches set last_used_at = used.at, last_user_agent = used.agent
    from unnest(${ids}::text[], ${last.map(({ time }) => new Date(time))}::timestamptz[], ${last.map(({ userAgent }) => userAgent)}::text[])
      as used (id, at, agent)
    where searches.id = used.id and coalesce(searches.last_used_at < used.at, true)`.execute(db);
  const readers = last.flatMap((use, at) =>
    Array.from(use.readers, ([reader, subscribers]) => ({ id: ids[at], reader, subscribers, time: use.time })),
  );
  const column = <K extends keyof (typeof readers)[number]>(name: K) => readers.map((row) => row[name]);
  await sql`insert into feed_readers (search_id, reader, subscribers, seen_at)
    select used.id, used.reader, used.subscribers, used.at
    from unnest(${column('id')}::text[], ${column('reader')}::text[], ${column('subscribers')}::int[],
      ${column('time').map((time) => new Date(time))}::timestamptz[]) as used (id, reader, subscribers, at)
    where exists (select from searches where searches.id = used.id)
      and (exists (select from feed_readers r where r.search_id = used.id and r.reader = used.reader)
        or (select count(*) from feed_readers r where r.search_id = used.id) < ${maxReaders})
    on conflict (search_id, reader) do update set subscribers = excluded.subscribers,
      seen_at = greatest(feed_readers.seen_at, excluded.seen_at)`.execute(db);
}

/** Readers of the last days, by search id. */
export async function countReaders(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('feed_readers')
    .select(['search_id', ({ fn }) => fn.sum<number>('subscribers').as('readers')])
    .where('search_id', 'in', ids)
    .where('seen_at', '>', sql<Date>`now() - make_interval(days => ${readerDays})`)
    .groupBy('search_id')
    .execute();
  return new Map(rows.map(({ search_id, readers }) => [search_id, Number(readers)]));
}

export async function deleteReadersBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('feed_readers').where('seen_at', '<', before).execute();
}

// SQL of the digests of saved searches.

export type DigestRow = Selectable<DigestTable>;

/** Digest of a search whose digest was never set. */
export const noDigest: Omit<DigestRow, 'search_id'> = {
  every: 'off',
  day: 1,
  hour: 8,
  next_run_at: null,
  told_version: 0,
  told_at: null,
  last_period: null,
  sent_period: null,
  last_sent_at: null,
  stopped_at: null,
  stopped_by: null,
  error: null,
};

/** Digests by search id. */
export async function selectDigests(db: Db, searchIds: readonly string[]): Promise<Map<string, DigestRow>> {
  if (searchIds.length === 0) return new Map();
  const rows = await db.selectFrom('digests').selectAll().where('search_id', 'in', searchIds).execute();
  return new Map(rows.map((row) => [row.search_id, row]));
}

export function lockDigest(trx: Trx, searchId: string): Promise<DigestRow | undefined> {
  return trx.selectFrom('digests').selectAll().where('search_id', '=', searchId).forUpdate().executeTakeFirst();
}

/** Locks the digests of an account that are on. */
export function lockDigestsOf(trx: Trx, accountId: string): Promise<DigestRow[]> {
  return trx
    .selectFrom('digests')
    .innerJoin('searches', 'searches.id', 'search_id')
    .selectAll('digests')
    .where('account_id', '=', accountId)
    .where('every', '!=', 'off')
    .orderBy('search_id')
    .forUpdate('digests')
    .execute();
}

export function saveDigest(trx: Trx, row: DigestRow): Promise<DigestRow> {
  const { search_id: _, ...values } = row;
  return trx
    .insertInto('digests')
    .values(row)
    .onConflict((conflict) => conflict.column('search_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function changeDigest(trx: Trx, searchId: string, change: Updateable<DigestTable>): Promise<void> {
  await trx.updateTable('digests').set(change).where('search_id', '=', searchId).execute();
}

/** Counts searches of the account that were created before this one. */
export async function countOlderSearches(
  db: Db,
  search: Pick<SearchRow, 'id' | 'account_id' | 'created_at'>,
): Promise<number> {
  const { older } = await db
    .selectFrom('searches')
    .select(({ fn }) => fn.countAll<number>().as('older'))
    .where('account_id', '=', search.account_id)
    .where(sql<boolean>`(created_at, id) < (select created_at, id from searches where id = ${search.id})`)
    .executeTakeFirstOrThrow();
  return older;
}

// SQL of searches that found few hooks.

/** `filters` is JSON, equal for equal searches. */
export type Sought = { q: string; filters: string };
/** `at` is in milliseconds since 1970. */
export type EmptySearchRow = Sought & { accountId: string; count: number; at: number };

/** Rows are sorted, so that two processes never deadlock. Rows of deleted accounts are skipped. */
export async function addEmptySearches(db: Db, rows: readonly EmptySearchRow[]): Promise<void> {
  const column = <K extends keyof EmptySearchRow>(name: K) => rows.map((row) => row[name]);
  await sql`insert into empty_searches (week, q, filters, account_id, count, last_at)
    select date_trunc('week', s.at at time zone 'utc')::date, s.q, s.filters, s.account_id, s.count, s.at
    from unnest(${column('q')}::text[], ${column('filters')}::text[], ${column('accountId')}::text[],
      ${column('count')}::int[], ${column('at').map((at) => new Date(at))}::timestamptz[])
      as s (q, filters, account_id, count, at)
    where exists (select from accounts where accounts.id = s.account_id)
    on conflict (week, q, filters, account_id) do update set count = empty_searches.count + excluded.count,
      last_at = greatest(empty_searches.last_at, excluded.last_at)`.execute(db);
}

type Found = { q: string | null; filters: Record<string, unknown>; count: number; accounts: number; last_at: Date };

/** Searches in the week of `day`, by number of accounts. */
export async function selectEmptySearches(db: Db, day: string, limit: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select nullif(q, '') as q, filters::json as filters, sum(count)::int as count, count(*)::int as accounts,
      max(last_at) as last_at
    from empty_searches where week = date_trunc('week', ${day}::date)::date
    group by empty_searches.q, empty_searches.filters
    order by accounts desc, count desc, last_at desc limit ${limit}`.execute(db);
  return rows;
}

export async function deleteEmptySearchesBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from empty_searches where week < ${before}::date`.execute(db);
}
