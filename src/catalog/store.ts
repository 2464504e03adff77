// SQL of the catalog's version and counts. Snapshots are in snapshot/store.ts, single hooks in curation/store.ts.
import { sql } from 'kysely';
import type { Database, Db, Trx } from '../db/database.ts';
import { notify } from '../db/database.ts';
import type { HookState } from '../db/tables.ts';

export type CatalogVersion = { version: number; at: Date };

const currentVersion = (db: Db) => db.selectFrom('catalog').select(['version', 'updated_at as at']);

export async function catalogVersion(db: Db): Promise<number> {
  return (await publishedVersion(db)).version;
}

/** Returns the version with its time of publication. */
export function publishedVersion(db: Db): Promise<CatalogVersion> {
  return currentVersion(db).executeTakeFirstOrThrow();
}

/**
 * Locks the catalog and returns the next version. Every change that clients can see must follow in the same transaction, with this version
 * in its rows.
 */
export async function nextVersion(trx: Trx): Promise<number> {
  const row = await trx
    .updateTable('catalog')
    // Not `now()`, the start of the transaction: others may have published since.
    .set({ version: sql`version + 1`, updated_at: sql`clock_timestamp()` })
    .returning('version')
    .executeTakeFirstOrThrow();
  await notify(trx, 'hookline_catalog');
  return row.version;
}

/** Blocks publications until the transaction ends. Waits two seconds for a running publication, then rejects (`isLockTimeout`). */
export async function holdCatalog(trx: Trx): Promise<CatalogVersion> {
  await sql`set local lock_timeout = '2s'`.execute(trx);
  const held = await currentVersion(trx).forShare().executeTakeFirstOrThrow();
  await sql`set local lock_timeout = 0`.execute(trx);
  return held;
}

export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown }).code === '55P03';
}

/** Waits for running publications, like nextVersion, for changes that may not need a version. Returns the current one. */
export async function lockCatalog(trx: Trx): Promise<number> {
  return (await currentVersion(trx).forUpdate().executeTakeFirstOrThrow()).version;
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

/** Counts hooks that are pending for review, and returns when the oldest was added. */
export async function selectReviewQueue(db: Database): Promise<{ count: number; oldest: Date | null }> {
  return db
    .selectFrom('hooks')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('added_at').as('oldest')])
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
}
