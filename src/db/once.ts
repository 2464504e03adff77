// What is done once in the life of a database, by one process, however many start together.
import type { Database } from './database.ts';

/**
 * Runs `work` unless it was done before, and then resolves to undefined. A second process waits at the row until the first has
 * committed; where that one dies the row goes with its transaction, and the next does the work. `work` uses other connections.
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
