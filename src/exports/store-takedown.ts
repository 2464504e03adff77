// SQL that removes a taken-down hook from exports: expires the files that may contain it, and restarts running exports.
import type { Selectable } from 'kysely';
import { toFilter, withoutCollections } from '../catalog/search/filter.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';
import { createMatcher, toSnapshotRow } from '../catalog/search/match.ts';
import { type Db, notify, type Trx } from '../db/database.ts';
import type { HookTable } from '../db/tables.ts';

const takedownNotice = 'This file contained a hook that was taken down, so it was deleted. Request the export again.';

/**
 * The notification starts a sweep in every process, which deletes the files. A running attempt loses its claim: it cannot settle, and its
 * job runs again on the new version (run.ts).
 */
export async function expireFilesWith(trx: Trx, hook: Selectable<HookTable>): Promise<void> {
  if (hook.added_version === null) return;
  // Rows are locked, so that an attempt that completes at this moment is included.
  const exports = await trx
    .selectFrom('exports')
    .select(['id', 'status', 'filters', 'catalog_version'])
    .where('status', 'in', ['processing', 'complete'])
    .where('file', 'is not', null)
    .where(({ or, eb }) => or([eb('completed_at', 'is', null), eb('completed_at', '>=', hook.added_at)]))
    .forUpdate()
    .execute();
  const match = await createMatcher([toSnapshotRow(hook)]);
  const mayContain = (filters: unknown, version: number) =>
    // If the hook changed after the file was written, its labels and views in the file are unknown. Former contents of collections are
    // unknown too.
    hook.version > version || match(toFilter(withoutCollections(filters as FilterInput))).length > 0;
  const complete = exports.filter(
    ({ status, filters, catalog_version }) => status === 'complete' && mayContain(filters, catalog_version ?? 0),
  );
  const running = exports.filter(({ status }) => status === 'processing');
  if (complete.length > 0)
    await trx
      .updateTable('exports')
      .set({ status: 'expired', file: null, expires_at: new Date(), error: takedownNotice })
      .where(
        'id',
        'in',
        complete.map(({ id }) => id),
      )
      .execute();
  if (running.length > 0)
    await trx
      .updateTable('exports')
      .set({ file: null })
      .where(
        'id',
        'in',
        running.map(({ id }) => id),
      )
      .execute();
  if (complete.length + running.length > 0) await notify(trx, 'hookline_export_ended');
}

/** Returns whether an attempt that could not settle must be repeated: the export is open, and no other attempt claimed it. */
export async function needsRetry(db: Db, id: string, file: string): Promise<boolean> {
  const query = db.selectFrom('exports').select('file').where('id', '=', id).where('status', '=', 'processing');
  const open = await query.executeTakeFirst();
  return open !== undefined && (open.file === null || open.file === file);
}
