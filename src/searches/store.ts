// SQL of saved searches.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { SearchTable } from '../db/tables/searches.ts';

export type SearchRow = Selectable<SearchTable>;

export function insertSearch(trx: Trx, row: Insertable<SearchTable>): Promise<SearchRow> {
  return trx.insertInto('searches').values(row).returningAll().executeTakeFirstOrThrow();
}

export function findSearchByName(db: Db, accountId: string, name: string): Promise<SearchRow | undefined> {
  const query = db.selectFrom('searches').selectAll().where('account_id', '=', accountId);
  return query.where('name', '=', name).executeTakeFirst();
}

export async function countSearches(db: Db, accountId: string): Promise<number> {
  const query = db.selectFrom('searches').select(({ fn }) => fn.countAll<number>().as('all'));
  return (await query.where('account_id', '=', accountId).executeTakeFirstOrThrow()).all;
}

/** The newest first. */
export function selectSearches(db: Db, accountId: string): Promise<SearchRow[]> {
  const query = db.selectFrom('searches').selectAll().where('account_id', '=', accountId);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

export function findSearch(db: Db, id: string, accountId: string): Promise<SearchRow | undefined> {
  const query = db.selectFrom('searches').selectAll().where('id', '=', id);
  return query.where('account_id', '=', accountId).executeTakeFirst();
}

export function lockSearch(trx: Trx, id: string, accountId: string): Promise<SearchRow | undefined> {
  const query = trx.selectFrom('searches').selectAll().where('id', '=', id).where('account_id', '=', accountId);
  return query.forUpdate().executeTakeFirst();
}

export function changeSearch(trx: Trx, id: string, change: Updateable<SearchTable>): Promise<SearchRow> {
  return trx
    .updateTable('searches')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteSearch(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('searches').where('id', '=', id).execute();
}
