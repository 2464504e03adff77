// SQL of sources and of their runs. What an import writes is in store.ts.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type Database, type Db, notify, type Trx } from '../../db/database.ts';
import type { SourceTable } from '../../db/tables.ts';

export type SourceRow = Selectable<SourceTable>;

/** undefined where the name is taken. */
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

/** By id or by name. */
export async function findSource(db: Db, idOrName: string): Promise<SourceRow | undefined> {
  return db
    .selectFrom('sources')
    .selectAll()
    .where(({ or, eb }) => or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
    .executeTakeFirst();
}

/** The same, with its row held until the transaction ends. */
export async function holdSource(trx: Trx, idOrName: string): Promise<SourceRow | undefined> {
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

/** Its hooks and the log of its imports stay. */
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
  const { rows } = await sql<Freshness>`
    select min(next_run_at) filter (where enabled) as "nextUpdateAt", max(last_success_at) as "checkedAt" from sources`.execute(
    db,
  );
  return rows[0];
}

export type SourceHealth = { every: string | null; failures: number; checkedAt: Date };

/** Of the sources that are run. What was just changed counts as checked then, so that it has time for its next run. */
export async function selectSourceHealth(db: Db): Promise<SourceHealth[]> {
  const query = db.selectFrom('sources').where('enabled', '=', true);
  return query
    .select(['every', 'failures', sql<Date>`greatest(last_success_at, updated_at)`.as('checkedAt')])
    .execute();
}

/** From here on the source's run is `importId` and no other. undefined where the source is gone. */
export async function beginRun(
  db: Database,
  { sourceId, importId, now }: { sourceId: string; importId: string; now: Date },
  nameOf: (location: string) => string,
): Promise<SourceRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const source = await holdSource(trx, sourceId);
    if (!source) return undefined;
    await trx
      .updateTable('imports')
      .set({ state: 'failed', error: 'The run was broken off, since its process ended.', finished_at: now })
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

/** false, with nothing changed, where the source is gone or another run took over. */
export async function settleRun(
  db: Database,
  run: { sourceId: string; importId: string },
  settlement: Settlement,
  outcome: { state: 'done' | 'unchanged' | 'failed'; error: string | null },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // What was imported has its own end; this is for a run that never came so far.
    await trx
      .updateTable('imports')
      .set({ ...outcome, finished_at: settlement.last_run_at })
      .where('id', '=', run.importId)
      .where('state', '=', 'running')
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

/** Runs that are older are forgotten, but for the rows of imports that changed something. */
export async function forgetRuns(db: Database, before: Date): Promise<void> {
  const old = db.selectFrom('imports').where('source_id', 'is not', null).where('started_at', '<', before);
  await db.deleteFrom('import_rejects').where('import_id', 'in', old.select('id')).execute();
  await db
    .deleteFrom('imports')
    .where('source_id', 'is not', null)
    .where('started_at', '<', before)
    .where('state', 'in', ['unchanged', 'failed'])
    .execute();
}

/** Part of a publication: no row where the import is not the source's run.  $1 = source's id, $2 = import */
export const holdRun = 'select 1 from sources where id = $1 and run_id = $2 for update';

/** Part of a publication: hooks of a source before it.  $1 = source, $2 = import */
export const countLive = `
select count(*)::int as live from hooks
where source = $1 and state in ('published', 'pending') and import_id is distinct from $2`;

export type FailingSource = { id: string; name: string; failures: number; error: string | null; since: Date | null };

/** `since` is the first run that failed after the last success; null where its record is gone. */
export async function selectFailingSources(db: Db): Promise<FailingSource[]> {
  const { rows } = await sql<FailingSource>`
    select s.id, s.name, s.failures, s.last_error as error, (
      select min(i.started_at) from imports i where i.source_id = s.id and i.state = 'failed'
        and i.started_at > coalesce(s.last_success_at, s.created_at)) as since
    from sources s where s.enabled and s.failures > 0 order by s.name limit 100`.execute(db);
  return rows;
}
