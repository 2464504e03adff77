// SQL of the digests of saved searches.
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { DigestTable } from '../../db/tables/searches.ts';
import type { SearchRow } from '../store.ts';

export type DigestRow = Selectable<DigestTable>;

/** Of a search whose digest was never set. */
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

/** By id of the search. */
export async function selectDigests(db: Db, searchIds: readonly string[]): Promise<Map<string, DigestRow>> {
  if (searchIds.length === 0) return new Map();
  const rows = await db.selectFrom('digests').selectAll().where('search_id', 'in', searchIds).execute();
  return new Map(rows.map((row) => [row.search_id, row]));
}

export function lockDigest(trx: Trx, searchId: string): Promise<DigestRow | undefined> {
  return trx.selectFrom('digests').selectAll().where('search_id', '=', searchId).forUpdate().executeTakeFirst();
}

/** Those that are on, of an account. */
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

/** Searches of the account that were created before. */
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
