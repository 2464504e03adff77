// Runs work once per database, by one process, however many start at the same time.
import type { Database } from './database.ts';

/**
 * Resolves to the result of `work`, or to undefined if it was done before. Other processes wait for the row until the first one
 * commits; if that one dies, its row is rolled back and the next process does the work. `work` uses other connections.
 */
export function once<T>(db: Database, name: string, work: () => Promise<T>): Promise<T | undefined> {
  return db.transaction().execute(async (trx) => {
    const claimed = await trx
      .insertInto('secrets')
      .values({ name, value: new Date().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    return claimed && (await work());
  });
}
