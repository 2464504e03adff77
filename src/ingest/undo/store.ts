// SQL of an undo: restores the former records of the source, and shows them in the hooks.
import { type RawBuilder, sql } from 'kysely';
import { type Shown, showRecords } from '../../catalog/source-records/store.ts';
import type { Trx } from '../../db/database.ts';
import { lowerThresholds } from '../../webhooks/events/store-changes.ts';
import type { ImportRow } from '../imports/store.ts';

/** A published import. */
export type Undoable = ImportRow & { published_at: Date };

/** Locks the row until the transaction ends, after the row of its source, since deleting a source locks both in this order. */
export async function lockImport(trx: Trx, id: string): Promise<ImportRow | undefined> {
  const sourceId = trx.selectFrom('imports').select('source_id').where('id', '=', id);
  await trx.selectFrom('sources').select('id').where('id', '=', sourceId).forUpdate().execute();
  return trx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function markUndone(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('imports').set({ undone_at: now }).where('id', '=', id).execute();
  await trx.deleteFrom('import_changes').where('import_id', '=', id).execute();
}

/**
 * Restores the records that are still as the import left them, and those that its snapshot dropped. Returns a subquery of their hooks.
 * `undone`: a row for each of them, and for each record that a later import of the source, or an operator, changed (`is_as_left` is false).
 */
export async function restoreRecords(
  trx: Trx,
  { id, source, published_at: at }: Undoable,
  now: Date,
): Promise<RawBuilder<unknown>> {
  await sql`drop table if exists undone`.execute(trx);
  await sql`
create temporary table undone on commit drop as
select s.hook_id, s.source, c.before, s.import_id = ${id} as is_as_left
from hook_sources s left join import_changes c on c.import_id = ${id} and c.hook_id = s.hook_id
where s.source = ${source} and (s.import_id = ${id} or c.hook_id is not null)
union all
select c.hook_id, ${source}, null, false from import_changes c
where c.before ->> 'import_id' = ${id} and c.before ->> 'source' = ${source}
  and not exists (select from import_changes own where own.import_id = ${id} and own.hook_id = c.hook_id)
union all
select s.hook_id, s.source, null, null from hook_sources s join hooks h on h.id = s.hook_id
where s.dropped_at = ${at}::timestamptz and (s.source = ${source} or h.sample)`.execute(trx);
  await sql`
delete from view_history v using undone u where v.hook_id = u.hook_id and v.import_id = ${id} and u.is_as_left is not false`.execute(
    trx,
  );
  await sql`
update hook_sources s set dropped_at = ${now}::timestamptz, import_id = null, updated_at = ${now}::timestamptz
from undone u where u.is_as_left and u.before is null and u.hook_id = s.hook_id and u.source = s.source`.execute(trx);
  await sql`
update hook_sources s set dropped_at = null from undone u
where u.is_as_left is null and u.hook_id = s.hook_id and u.source = s.source`.execute(trx);
  await sql`
delete from hook_sources s using undone u where u.is_as_left and u.before is not null and u.hook_id = s.hook_id and u.source = s.source`.execute(
    trx,
  );
  await sql`
insert into hook_sources select b.* from undone u cross join lateral json_populate_record(null::hook_sources, u.before) b
where u.is_as_left and u.before is not null`.execute(trx);
  await forgetUndone(trx, id);
  return sql`select hook_id from undone where is_as_left is not false`;
}

/** The undo of a later import then restores the records from before this one. */
async function forgetUndone(trx: Trx, id: string): Promise<void> {
  await sql`
update import_changes c set before = u.before from undone u
where u.hook_id = c.hook_id and u.before is not null and c.before ->> 'source' = u.source and c.before ->> 'import_id' = ${id}`.execute(
    trx,
  );
  await sql`
delete from import_changes c using undone u
where u.hook_id = c.hook_id and u.before is null and c.before ->> 'source' = u.source and c.before ->> 'import_id' = ${id}`.execute(
    trx,
  );
}

/** Shows the restored source records. View thresholds that only the import reached notify again when they are reached again. */
export async function showRestored(
  trx: Trx,
  ids: RawBuilder<unknown>,
  stamp: { now: Date; version: number },
): Promise<Shown> {
  const shown = await showRecords(trx, ids, { ...stamp, isUndo: true });
  // A restored count is the present one again, so it leaves the history.
  await sql`
delete from view_history v using hooks h
where h.id in (${ids}) and v.hook_id = h.id and not v.refreshed and v.captured_at = h.views_captured_at`.execute(trx);
  await lowerThresholds(trx, ids);
  return shown;
}

/**
 * Number of hooks that stay unchanged, because their source record changed later or an operator decided. Merged and taken-down hooks have
 * nothing to restore.
 */
export async function countKept(trx: Trx, { published_at: at }: Undoable, version: number): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
select count(distinct h.id) as kept from undone u join hooks h on h.id = u.hook_id
where h.version < ${version}::bigint and (not u.is_as_left or h.curated_at > ${at}::timestamptz
  or h.state = 'rejected' or h.retired_by in ('curator', 'unavailable'))`.execute(trx);
  return rows[0]?.kept ?? 0;
}

/** Pauses the source of the import if this was its newest run, since it would import the same again. Returns its name, or null. */
export async function pauseSource(
  trx: Trx,
  { id, source_id }: { id: string; source_id: string | null },
  reason: string,
): Promise<string | null> {
  if (source_id === null) return null;
  const paused = await trx
    .updateTable('sources')
    .set({
      ...{
        enabled: false,
        last_error: reason,
        failures: 0,
        etag: null,
        last_modified: null,
        run_id: null,
        running_since: null,
      },
      updated_at: new Date(),
    })
    .where('id', '=', source_id)
    .where(({ or, eb }) => or([eb('last_import_id', '=', id), eb('run_id', '=', id)]))
    .returning('name')
    .executeTakeFirst();
  return paused?.name ?? null;
}
