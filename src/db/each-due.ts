// Processes due rows, each in a transaction of its own.
import { sql } from 'kysely';
import type { Database, Trx } from './database.ts';

type Due<Row> = {
  /** Locks the next due row whose id is not in `without`. Resolves to undefined if no row is left. */
  lock: (trx: Trx, without: readonly string[]) => Promise<Row | undefined>;
  run: (trx: Trx, row: Row) => Promise<unknown>;
  stopping?: AbortSignal;
};

/** A row that fails is left to the next call, so that it delays no other row. Rejects at the end with all failures. */
export async function eachDue<Row extends { id: string }>(
  db: Database,
  { lock, run, stopping }: Due<Row>,
): Promise<void> {
  const failed = new Map<string, Error>();
  while (!stopping?.aborted) {
    let id: string | undefined;
    try {
      await db.transaction().execute(async (trx) => {
        const row = await lock(trx, [...failed.keys()]);
        id = row?.id;
        if (row) await run(trx, row);
      });
      if (id === undefined) break;
    } catch (error) {
      if (id === undefined) throw error;
      failed.set(id, error as Error);
    }
  }
  if (failed.size === 0) return;
  const reasons = Array.from(failed, ([id, { message }]) => `${id}: ${message}`);
  throw new AggregateError(failed.values(), `Failed: ${reasons.join('; ')}`);
}

export function notAmong(ids: readonly string[]) {
  return sql<boolean>`id <> all(${ids}::text[])`;
}
