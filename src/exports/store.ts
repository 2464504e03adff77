// SQL of exports. Each statement checks whether its change applies.
import { randomBytes } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { PlanName } from '../accounts/caller.ts';
import { plans } from '../accounts/plan.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';
import type { Db, Trx } from '../db/database.ts';
import type { ExportStatus, ExportTable } from '../db/tables/exports.ts';
import { isoOrNull } from '../lib/time.ts';
import type { Export, ExportFile, ExportOwner } from './export.ts';
import type { Format } from './formats/format.ts';

function toExport(row: Selectable<ExportTable>): Export {
  const { format, filters, fields, schedule_id, total_matching, max_records, created_at, completed_at, expires_at } =
    row;
  return {
    export_id: row.id,
    status: isExpired(row) ? 'expired' : row.status,
    format,
    filters: filters as Export['filters'],
    fields: fields as Export['fields'],
    estimated_records: row.estimated_records,
    records: row.records,
    total_matching,
    truncated: max_records !== null && total_matching > max_records,
    size_bytes: row.size_bytes,
    sha256: row.sha256,
    download_url: null,
    catalog_version: row.catalog_version,
    schedule_id,
    error: row.error,
    created_at: created_at.toISOString(),
    completed_at: isoOrNull(completed_at),
    expires_at: isoOrNull(expires_at),
  };
}

/** True from the expiry on, not only after the next sweep. */
function isExpired({ status, expires_at }: Pick<Selectable<ExportTable>, 'status' | 'expires_at'>): boolean {
  return status === 'complete' && expires_at !== null && expires_at.getTime() <= Date.now();
}

type NewExport = Pick<
  Insertable<ExportTable>,
  | 'id'
  | 'account_id'
  | 'idempotency_key'
  | 'format'
  | 'max_records'
  | 'estimated_records'
  | 'total_matching'
  | 'fields'
  | 'schedule_id'
  | 'created_at'
> & { filters: FilterInput };

export async function insertExport(trx: Trx, { filters, ...row }: NewExport): Promise<Export> {
  const values = { ...row, filters: JSON.stringify(filters), status: 'processing' as const };
  return toExport(await trx.insertInto('exports').values(values).returningAll().executeTakeFirstOrThrow());
}

/**
 * Counts exports of an account since `since` for its daily quota. Failed and canceled exports, exports that a takedown expired, and files
 * without hooks do not count.
 */
export async function countAccepted(trx: Trx, accountId: string, since: Date): Promise<number> {
  const { accepted } = await trx
    .selectFrom('exports')
    .select(({ fn }) => fn.countAll<number>().as('accepted'))
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .where('status', 'not in', ['failed', 'canceled'])
    // `records` is null until the file is written; such exports count.
    .where(({ or, eb }) => or([eb('records', 'is', null), eb('records', '>', 0)]))
    // A takedown expired these early.
    .where(({ not, and, eb }) => not(and([eb('status', '=', 'expired'), eb('error', 'is not', null)])))
    .executeTakeFirstOrThrow();
  return accepted;
}

/** If `accountId` is absent, finds exports of any account. */
export async function findExport(db: Db, id: string, accountId?: string): Promise<Export | undefined> {
  let query = db.selectFrom('exports').selectAll().where('id', '=', id);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  const row = await query.executeTakeFirst();
  return row && toExport(row);
}

export async function findOwnedExport(db: Db, id: string): Promise<{ accountId: string; record: Export } | undefined> {
  const row = await db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { accountId: row.account_id, record: toExport(row) };
}

export async function findExportByKey(db: Db, accountId: string, key: string): Promise<Export | undefined> {
  const query = db.selectFrom('exports').selectAll().where('account_id', '=', accountId);
  const row = await query.where('idempotency_key', '=', key).executeTakeFirst();
  return row && toExport(row);
}

/** Resolves to undefined unless the export is complete and has not expired. */
export async function findExportFile(db: Db, id: string): Promise<ExportFile | undefined> {
  const row = await db
    .selectFrom('exports')
    .innerJoin('accounts', 'accounts.id', 'exports.account_id')
    .selectAll('exports')
    .select(['accounts.plan', 'accounts.suspended_at'])
    .where('exports.id', '=', id)
    .executeTakeFirst();
  if (row?.status !== 'complete' || isExpired(row) || !row.file || row.size_bytes === null || !row.sha256)
    return undefined;
  const { format, file, size_bytes: sizeBytes, gzip_bytes: gzipBytes, sha256 } = row;
  return { id, format, file, sizeBytes, gzipBytes, sha256, owner: toOwner(row) };
}

type OwnerRow = { account_id: string; plan: PlanName; suspended_at: Date | null };

function toOwner({ account_id, plan, suspended_at }: OwnerRow): ExportOwner {
  return { accountId: account_id, plan, features: plans[plan].features, suspended: suspended_at !== null };
}

export type StoredExports = { files: number; bytes: number; first_expires_at: Date | null };

/** Files of an account, including files not written yet, which count `bytesPerRecord` for each expected record. */
export function selectStored(trx: Trx, accountId: string, bytesPerRecord: number): Promise<StoredExports> {
  const written = sql`size_bytes + coalesce(gzip_bytes, 0)`;
  const expected = sql`estimated_records * ${bytesPerRecord}::bigint`;
  return trx
    .selectFrom('exports')
    .select(({ fn }) => [
      fn.countAll<number>().as('files'),
      sql<number>`coalesce(sum(coalesce(${written}, ${expected})), 0)::bigint`.as('bytes'),
      fn.min<Date | null>('expires_at').as('first_expires_at'),
    ])
    .where('account_id', '=', accountId)
    .where('status', 'in', ['processing', 'complete'])
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirstOrThrow();
}

export type ExportPage = { id?: string; accountId?: string; status?: ExportStatus; limit: number; after?: string };

/** Newest first, with their accounts. */
export async function selectExports(
  db: Db,
  { id, accountId, status, limit, after }: ExportPage,
): Promise<(Export & { account_id: string })[]> {
  let query = db.selectFrom('exports').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  if (id !== undefined) query = query.where('id', '=', id);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (after !== undefined)
    query = query.where(sql<boolean>`(created_at, id) < (select created_at, id from exports where id = ${after})`);
  return (await query.execute()).map((row) => ({ ...toExport(row), account_id: row.account_id }));
}

/** Counts queued exports, and exports that a process has claimed. */
export async function countRunningExports(db: Db): Promise<{ queued: number; running: number }> {
  const query = db.selectFrom('exports').where('status', '=', 'processing');
  return query
    .select(({ fn }) => [
      sql<number>`count(*) filter (where started_at is null)`.as('queued'),
      fn.count<number>('started_at').as('running'),
    ])
    .executeTakeFirstOrThrow();
}

export type ClaimedExport = {
  format: Format;
  filters: FilterInput;
  fields: readonly string[] | null;
  maxRecords: number | null;
  owner: ExportOwner;
};

/** From this call on, only the attempt that writes `file` can settle the export. Resolves to undefined unless it is processing. */
export async function claimExport(db: Db, id: string, file: string): Promise<ClaimedExport | undefined> {
  const row = await db
    .updateTable('exports')
    .from('accounts')
    .set({ file, started_at: sql<Date>`coalesce(started_at, now())` })
    .whereRef('accounts.id', '=', 'exports.account_id')
    .where('exports.id', '=', id)
    .where('exports.status', '=', 'processing')
    .returningAll('exports')
    .returning(['accounts.plan', 'accounts.suspended_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { format, filters, fields, max_records: maxRecords } = row;
  return { format, filters: filters as FilterInput, fields, maxRecords, owner: toOwner(row) };
}

type Completed = Pick<
  Insertable<ExportTable>,
  'records' | 'total_matching' | 'catalog_version' | 'size_bytes' | 'gzip_bytes' | 'sha256' | 'expires_at'
>;

/** Returns false if the export was canceled, another attempt claimed it, or a hook was taken down after the version of the file. */
export function completeExport(db: Db, id: string, file: string, completed: Completed): Promise<boolean> {
  return settle(db, id, file, { ...completed, status: 'complete' });
}

/** Returns false in the same cases as completeExport. Clears the file of the row. */
export function failExport(db: Db, id: string, file: string, error: string): Promise<boolean> {
  return settle(db, id, file, { error, file: null, status: 'failed' });
}

/** Cancels an accepted export that the service refuses to run; otherwise like failExport. */
export function refuseExport(db: Db, id: string, file: string, error: string): Promise<boolean> {
  return settle(db, id, file, { error, file: null, status: 'canceled' });
}

async function settle(
  db: Db,
  id: string,
  file: string,
  change: Partial<Completed> & { status: ExportStatus; error?: string; file?: null },
): Promise<boolean> {
  const { catalog_version: version } = change;
  let settled = db
    .updateTable('exports')
    .set({ ...change, completed_at: new Date() })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .where('file', '=', file);
  if (typeof version === 'number')
    settled = settled.where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('takedowns').select('id').where('catalog_version', '>', version))),
    );
  return (await settled.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Cancels a processing export or expires a complete one. Returns its account, or undefined if it was neither. */
export async function endExport(db: Db, id: string): Promise<string | undefined> {
  const ended = await db
    .updateTable('exports')
    .set({
      status: sql`case status when 'processing' then 'canceled' else 'expired' end`,
      completed_at: sql`coalesce(completed_at, now())`,
      expires_at: sql`case status when 'complete' then now() end`,
      file: null,
    })
    .where('id', '=', id)
    .where('status', 'in', ['processing', 'complete'])
    .returning('account_id')
    .executeTakeFirst();
  return ended?.account_id;
}

export async function expireExports(db: Db): Promise<void> {
  const expired = db.updateTable('exports').set({ status: 'expired', file: null });
  await expired.where('status', '=', 'complete').where('expires_at', '<=', sql<Date>`now()`).execute();
}

/** Deletes exports that ended before `endedBefore`. */
export async function deleteOldExports(db: Db, endedBefore: Date): Promise<void> {
  await db
    .deleteFrom('exports')
    .where('status', 'in', ['failed', 'canceled', 'expired'])
    .where(sql<Date>`greatest(completed_at, expires_at)`, '<', endedBefore)
    .execute();
}

/** Returns the current file of each export, null if it has none. Unknown exports are left out. */
export async function selectFiles(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const query = db.selectFrom('exports').select(['id', 'status', 'file']);
  const rows = await query.where('id', '=', sql<string>`any(${ids}::text[])`).execute();
  const isKept = (status: ExportStatus) => status === 'processing' || status === 'complete';
  return new Map(rows.map(({ id, status, file }) => [id, isKept(status) ? file : null]));
}

/** Secret of download links, the same for all processes on this database; the first call creates it. */
export async function linkSecret(db: Db): Promise<string> {
  const name = 'export_links';
  const value = randomBytes(32).toString('base64url');
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
}

export type ExportFigures = { processing: number; oldest_processing_at: Date | null; failed_today: number };

export async function selectExportFigures(db: Db, today: Date): Promise<ExportFigures> {
  return db
    .selectFrom('exports')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', '=', 'processing').as('processing'),
      fn.min<Date | null>('created_at').filterWhere('status', '=', 'processing').as('oldest_processing_at'),
      fn
        .countAll<number>()
        .filterWhere((eb) => eb('status', '=', 'failed').and('completed_at', '>=', today))
        .as('failed_today'),
    ])
    .executeTakeFirstOrThrow();
}
