// SQL of the tables whose rows belong to an account and have an id: insert, find, list, lock, change and delete.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from './database.ts';
import type { Tables } from './tables.ts';

type Named = 'searches' | 'trend_alerts' | 'export_schedules';

export function createAccountRows<Name extends Named, Row = Selectable<Tables[Name]>>(name: Name) {
  // The columns named below are the same in each of these tables, so one table name stands for all.
  const table = name as 'searches';
  const ofAccount = (db: Db, accountId: string) =>
    db.selectFrom(table).selectAll().where('account_id', '=', accountId).$castTo<Row>();
  return {
    insert: (trx: Trx, row: Insertable<Tables[Name]>): Promise<Row> => {
      const query = trx.insertInto(table).values(row as never);
      return query.returningAll().$castTo<Row>().executeTakeFirstOrThrow();
    },
    count: (db: Db, accountId: string) => countRows(db, table, accountId),
    /** Newest first. */
    list: (db: Db, accountId: string): Promise<Row[]> =>
      ofAccount(db, accountId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute(),
    find: (db: Db, id: string, accountId: string): Promise<Row | undefined> =>
      ofAccount(db, accountId).where('id', '=', id).executeTakeFirst(),
    lock: (trx: Trx, id: string, accountId: string): Promise<Row | undefined> =>
      ofAccount(trx, accountId).where('id', '=', id).forUpdate().executeTakeFirst(),
    change: (trx: Trx, id: string, change: Updateable<Tables[Name]>): Promise<Row> => {
      const query = trx.updateTable(table).set({ ...(change as object), updated_at: sql<Date>`now()` });
      return query.where('id', '=', id).returningAll().$castTo<Row>().executeTakeFirstOrThrow();
    },
    remove: async (trx: Trx, id: string): Promise<void> => {
      await trx.deleteFrom(table).where('id', '=', id).execute();
    },
  };
}

type Counted = Named | 'collections' | 'webhook_endpoints' | 'exports';

export async function countRows(db: Db, name: Counted, accountId: string): Promise<number> {
  const query = db.selectFrom(name as 'searches').select(({ fn }) => fn.countAll<number>().as('all'));
  return (await query.where('account_id', '=', accountId).executeTakeFirstOrThrow()).all;
}
