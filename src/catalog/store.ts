// The catalog's SQL: its version and its counts. What snapshots are built from is in store-snapshot.ts, single hooks in store-curate.ts.
import { sql } from 'kysely';
import type { Database, Db, Trx } from '../db/database.ts';
import { notify } from '../db/database.ts';
import type { HookState } from '../db/tables.ts';

export async function catalogVersion(db: Db): Promise<number> {
  return (await db.selectFrom('catalog').select('version').executeTakeFirstOrThrow()).version;
}

/**
 * Serialises publications and hands out the next version. Every change to what clients see happens after this call, in the
 * same transaction, with rows stamped by the version returned.
 */
export async function nextVersion(trx: Trx): Promise<number> {
  const row = await trx
    .updateTable('catalog')
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .returning('version')
    .executeTakeFirstOrThrow();
  await notify(trx, 'hookline_catalog');
  return row.version;
}

export async function countHooksByState(db: Database): Promise<Record<HookState, number>> {
  const counts = { published: 0, pending: 0, retired: 0, rejected: 0 };
  const rows = await db
    .selectFrom('hooks')
    .select(['state', db.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  for (const { state, count } of rows) counts[state] = Number(count);
  return counts;
}

/** What waits for review, and since when. */
export async function selectReviewQueue(db: Database): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*) as count, min(added_at) as oldest from hooks where state = 'pending'`.execute(db);
  return rows[0];
}
