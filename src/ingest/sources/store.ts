// SQL of sources and their runs.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type Database, type Db, notify, type Trx } from '../../db/database.ts';
import type { SourceTable } from '../../db/tables.ts';

export type SourceRow = Selectable<SourceTable>;

/** Returns undefined if the name is taken. */
export async function insertSource(trx: Trx, row: Insertable<SourceTable>): Promise<SourceRow | undefined> {
  const inserted = await trx
    .insertInto('sources')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();
  await notify(trx, 'hookline_sources');
  return inserted;
}

/** Finds a source by id or by name. */
export async function findSource(db: Db, idOrName: string): Promise<SourceRow | undefined> {
  return db
    .selectFrom('sources')
    .selectAll()
    .where(({ or, eb }) => or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
    .executeTakeFirst();
}

/** Finds a source that reads this location, alone or with others. */
export async function findSourceAt(db: Db, location: string): Promise<SourceRow | undefined> {
  const isRead = sql<boolean>`${location} = any(string_to_array(location, ' '))`;
  return db.selectFrom('sources').selectAll().where(isRead).orderBy('created_at').limit(1).executeTakeFirst();
}

/** Locks its row until the transaction ends. */
export async function lockSource(trx: Trx, idOrName: string): Promise<SourceRow | undefined> {
  return trx
    .selectFrom('sources')
    .selectAll()
    .where(({ or, eb }) => or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
    .forUpdate()
    .executeTakeFirst();
}

export async function selectSources(db: Db): Promise<SourceRow[]> {
  return db.selectFrom('sources').selectAll().orderBy('name').limit(1000).execute();
}

export async function changeSource(trx: Trx, id: string, change: Updateable<SourceTable>): Promise<SourceRow> {
  const changed = await trx
    .updateTable('sources')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await notify(trx, 'hookline_sources');
  return changed;
}

/** Keeps its hooks and the log of its imports. */
export async function deleteSource(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('sources').where('id', '=', id).execute();
  await notify(trx, 'hookline_sources');
}

export async function selectDue(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('sources')
    .select('id')
    .where('enabled', '=', true)
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .execute();
  return rows.map(({ id }) => id);
}

export type Freshness = { nextUpdateAt: Date | null; checkedAt: Date | null };

export async function selectFreshness(db: Db): Promise<Freshness> {
  return db
    .selectFrom('sources')
    .select(({ fn }) => [
      // Failing sources are left out, since their next run is a retry.
      fn.min<Date | null>('next_run_at').filterWhere(sql<boolean>`enabled and failures = 0`).as('nextUpdateAt'),
      fn.max<Date | null>('last_success_at').as('checkedAt'),
    ])
    .executeTakeFirstOrThrow();
}

export type SourceHealth = { every: string | null; failures: number; checkedAt: Date };

/** Health of enabled sources. A change counts as a check, so that a source has time for its next run. */
export async function selectSourceHealth(db: Db): Promise<SourceHealth[]> {
  const query = db.selectFrom('sources').where('enabled', '=', true);
  return query
    .select(['every', 'failures', sql<Date>`greatest(last_success_at, updated_at)`.as('checkedAt')])
    .execute();
}

/** Makes `importId` the only run of the source. Returns undefined if the source is deleted. */
export async function beginRun(
  db: Database,
  { sourceId, importId, now }: { sourceId: string; importId: string; now: Date },
  nameOf: (location: string) => string,
): Promise<SourceRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const source = await lockSource(trx, sourceId);
    if (!source) return undefined;
    await trx
      .updateTable('imports')
      .set({ state: 'failed', error: 'The run was interrupted: its process ended.', finished_at: now })
      .where('source_id', '=', source.id)
      .where('state', '=', 'running')
      .execute();
    const { id, name, location } = source;
    const row = { id: importId, filename: nameOf(location), source: name, source_id: id, started_at: now };
    await trx
      .insertInto('imports')
      .values({ ...row, state: 'running' })
      .execute();
    await trx.updateTable('sources').set({ run_id: importId, running_since: now }).where('id', '=', id).execute();
    return source;
  });
}

export type Settlement = Updateable<SourceTable> & { last_run_at: Date; next_run_at: Date };

/** Returns false, and changes nothing, if the source is deleted or another run replaced this one. */
export async function settleRun(
  db: Database,
  run: { sourceId: string; importId: string },
  settlement: Settlement,
  {
    usage,
    ...outcome
  }: { state: 'done' | 'unchanged' | 'failed'; error: string | null; usage: Record<string, number> | null },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Locked first, since deleting a source locks it before its imports, and the other order would deadlock.
    await lockSource(trx, run.sourceId);
    // A completed import is already marked; this marks runs that ended earlier.
    await trx
      .updateTable('imports')
      .set({ ...outcome, finished_at: settlement.last_run_at })
      .where('id', '=', run.importId)
      .where('state', '=', 'running')
      .execute();
    if (usage !== null)
      await trx
        .updateTable('imports')
        .set({ usage: JSON.stringify(usage) })
        .where('id', '=', run.importId)
        .execute();
    const { numUpdatedRows } = await trx
      .updateTable('sources')
      .set({ ...settlement, run_id: null, running_since: null })
      .where('id', '=', run.sourceId)
      .where('run_id', '=', run.importId)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await notify(trx, 'hookline_sources');
    return numUpdatedRows > 0n;
  });
}

/** Deletes the rejects of older imports, and older runs of sources, except those that changed something. */
export async function deleteOldRuns(db: Database, before: Date): Promise<void> {
  const old = db.selectFrom('imports').where('started_at', '<', before);
  await db.deleteFrom('import_rejects').where('import_id', 'in', old.select('id')).execute();
  await db
    .deleteFrom('imports')
    .where('source_id', 'is not', null)
    .where('started_at', '<', before)
    .where('state', 'in', ['unchanged', 'failed'])
    .execute();
}

/** Returns false between the end of an import and the settlement of its run. */
export async function isImporting(db: Db, { run_id }: Pick<SourceRow, 'run_id'>): Promise<boolean> {
  if (run_id === null) return false;
  const query = db.selectFrom('imports').select('id').where('id', '=', run_id).where('state', '=', 'running');
  return (await query.executeTakeFirst()) !== undefined;
}

export type FailingSource = { id: string; name: string; failures: number; error: string | null; since: Date | null };

/** `since`: the first failed run after the last success; null if it is deleted. */
export async function selectFailingSources(db: Db): Promise<FailingSource[]> {
  return db
    .selectFrom('sources as source')
    .select(({ fn, selectFrom }) => [
      'source.id',
      'source.name',
      'source.failures',
      'source.last_error as error',
      selectFrom('imports')
        .select((imports) => imports.fn.min<Date>('started_at').as('since'))
        .whereRef('source_id', '=', 'source.id')
        .where('state', '=', 'failed')
        .where('started_at', '>', fn.coalesce('source.last_success_at', 'source.created_at'))
        .as('since'),
    ])
    .where('enabled', '=', true)
    .where('failures', '>', 0)
    .orderBy('name')
    .limit(100)
    .execute();
}
