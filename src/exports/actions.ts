// Requests and cancels exports.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Caller } from '../accounts/caller.ts';
import { plans } from '../accounts/plan.ts';
import { lockAccount } from '../accounts/store.ts';
import { selectAccountNames } from '../accounts/store-queries.ts';
import { type Audit, commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import type { Catalog } from '../catalog/live-catalog.ts';
import { filterKey, resolveCollections, toFilter } from '../catalog/search/filter.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';
import type { FilterLimits } from '../catalog/search/filter-input.ts';
import { resolve } from '../catalog/search/resolve.ts';
import { readStoredFilters, resolveFilters } from '../collections/collection.ts';
import type { Limits } from '../config/limits.ts';
import { countRows } from '../db/account-rows.ts';
import { type Database, notify, type Trx, takeCountedPage, takePage } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { counted } from '../lib/text.ts';
import { windowAt } from '../lib/time.ts';
import { type Export, type ExportFields, type ExportInput, exportSchema, readFields } from './export.ts';
import type { Format } from './formats/format.ts';
import {
  countAccepted,
  type ExportPage,
  endExport,
  findExport,
  findExportByKey,
  insertExport,
  selectExports,
  selectStored,
} from './store.ts';

type StorageLimits = Pick<Limits, 'exportFilesPerAccount' | 'exportBytesPerAccount'>;
export type RequestDeps = { db: Database; jobs: Jobs; catalog: () => Catalog; limits: FilterLimits & StorageLimits };

type RequestInput = ExportInput & { caller: Caller; idempotencyKey: string | undefined };

/** When this resolves, the export survives a crash. The same `idempotencyKey` returns the same export. */
export async function requestExport(
  ctx: RequestDeps & Context,
  { caller, idempotencyKey, format, filters: given = {}, fields: names }: RequestInput,
): Promise<Export> {
  const fields = readFields(names);
  const filters = await readStoredFilters(ctx, caller.accountId, given);
  const request = { format, filters, fields };
  return commit(ctx, async (trx, audit) => {
    // Locks the account, so that of two concurrent requests only one gets the last export of the quota.
    await lockAccount(trx, caller.accountId);
    const existing = idempotencyKey && (await findExportByKey(trx, caller.accountId, idempotencyKey));
    if (existing) return assertSameRequest(existing, request);
    return acceptExport({ ...ctx, db: trx, audit }, { ...request, caller, idempotencyKey });
  });
}

type Accepted = {
  caller: Caller;
  format: Format;
  /** Normalized. */
  filters: FilterInput;
  fields: ExportFields;
  idempotencyKey?: string;
  scheduleId?: string;
};

/** The account must be locked. Throws `export_quota_exceeded` before anything is written. */
export async function acceptExport(
  { db: trx, audit, jobs, catalog, limits }: RequestDeps & { db: Trx; audit: Audit },
  { caller, format, filters, fields, idempotencyKey, scheduleId }: Accepted,
): Promise<Export> {
  const now = new Date();
  await checkQuota(trx, caller, now);
  await checkStored(trx, caller, now, limits);
  const { snapshot, cache } = catalog();
  const { recordsPerExport } = plans[caller.plan];
  // Checked after the quota, since a refused request must cost little.
  const { length: total } = resolve(
    snapshot,
    cache,
    toFilter(await resolveFilters(trx, caller.accountId, filters)),
  ).rows;
  const accepted = await insertExport(trx, {
    id: newId('exp'),
    account_id: caller.accountId,
    idempotency_key: idempotencyKey ?? null,
    format,
    filters,
    fields,
    schedule_id: scheduleId ?? null,
    max_records: recordsPerExport,
    estimated_records: Math.min(total, recordsPerExport ?? total),
    total_matching: total,
    created_at: now,
  });
  await jobs.send(trx, 'export', { exportId: accepted.export_id });
  const subject = accepted.export_id;
  const details = { format, filters, ...(fields && { fields }), ...(scheduleId && { schedule: scheduleId }) };
  await audit({ action: 'export.requested', subject, accountId: caller.accountId, details });
  return accepted;
}

function assertSameRequest(existing: Export, { format, filters, fields }: Omit<Accepted, 'caller'>): Export {
  const isSame =
    existing.format === format &&
    keyOf(existing.filters) === keyOf(filters) &&
    isDeepStrictEqual(existing.fields, fields);
  if (isSame) return existing;
  return fail('idempotency_key_reused', `This Idempotency-Key belongs to ${existing.export_id}. Send a new one.`);
}

/** Compares collections by name only, since their hooks may have changed since. */
function keyOf(filters: FilterInput): string {
  return filterKey(toFilter(resolveCollections(filters, undefined)));
}

/** Policy of the daily limit, which resets the next day; the other limits end when files expire. */
export const perDayPolicy = 'exports-per-day';

async function checkQuota(trx: Trx, { accountId, plan }: Caller, now: Date): Promise<void> {
  const { exportsPerDay, title } = plans[plan];
  if (exportsPerDay === null) return;
  const { startsAt, resetsAt } = windowAt('day', now.getTime());
  if ((await countAccepted(trx, accountId, new Date(startsAt))) < exportsPerDay) return;
  fail(
    'export_quota_exceeded',
    `${title} includes ${counted(exportsPerDay, 'export')} a day (UTC), which is used up. Request the next one after ${new Date(resetsAt).toISOString()}; ${plans.enterprise.title} has no limit.`,
    { retryAfterSeconds: (resetsAt - now.getTime()) / 1000, policy: perDayPolicy },
  );
}

/** Estimated size of a hook in a file and its compressed form, counted for exports whose files are not written yet. */
const bytesPerRecord = 1000;
/** Retry-After if no file has an expiry yet. */
const processingSeconds = 60;

async function checkStored(
  trx: Trx,
  { accountId }: Caller,
  now: Date,
  { exportFilesPerAccount, exportBytesPerAccount }: StorageLimits,
): Promise<void> {
  const { files, bytes, first_expires_at: first } = await selectStored(trx, accountId, bytesPerRecord);
  const refuse = (policy: string, limit: string) => {
    const end = first ? `until the first expires at ${first.toISOString()}` : 'until they expire';
    fail('export_quota_exceeded', `${limit} Delete one with DELETE /export/{id}, or wait ${end}.`, {
      retryAfterSeconds: first ? (first.getTime() - now.getTime()) / 1000 : processingSeconds,
      policy,
    });
  };
  if (files >= exportFilesPerAccount)
    refuse('export-files', `An account may have ${exportFilesPerAccount} exports that have not expired.`);
  if (bytes >= exportBytesPerAccount)
    refuse('export-bytes', `The export files of an account may have ${exportBytesPerAccount} bytes.`);
}

/** Cancels a processing export, which returns it to the daily quota. Deletes the file of a complete export. */
export async function cancelExport(ctx: Context, { id, accountId }: ExportId): Promise<Export> {
  return commit(ctx, async (trx, audit) => {
    await getExport(trx, { id, accountId });
    const owner = await endExport(trx, id);
    const ended = await getExport(trx, { id, accountId });
    if (owner === undefined) return ended;
    const details = { status: ended.status };
    await audit({ action: 'export.canceled', subject: id, accountId: owner, details });
    await notify(trx, 'hookline_export_ended', id);
    return ended;
  });
}

// Reads exports: of one account for its clients, of all accounts for the operator.

export const exportOverviewSchema = z
  .object({ ...exportSchema.shape, account_id: z.string(), account_name: z.string() })
  .meta({ id: 'ExportOverview', description: 'An export and its account' });
type ExportOverview = z.infer<typeof exportOverviewSchema>;
export const exportOverviewPageSchema = z
  .object({ exports: z.array(exportOverviewSchema), next: z.string().nullable() })
  .meta({ id: 'ExportOverviewPage', description: 'A page of exports' });
type ExportOverviewPage = z.infer<typeof exportOverviewPageSchema>;
/** If `accountId` is absent, the export may be of any account. */
type ExportId = { id: string; accountId?: string };
type ExportQuery = { account?: string; status?: ExportPage['status']; limit?: number; after?: string };

/** Throws `not_found` for an export of another account. */
export async function getExport(db: Database, { id, accountId }: ExportId): Promise<Export> {
  return (await findExport(db, id, accountId)) ?? fail('not_found', 'Export not found. GET /exports lists yours.');
}

/** Newest first. `after` is the id of the last export of the previous page. */
export async function listExports(
  db: Database,
  { accountId, limit = 20, after }: { accountId: string; limit?: number; after?: string },
): Promise<{ exports: Export[]; total: number; next: string | null }> {
  if (after !== undefined && !(await findExport(db, after, accountId)))
    fail(
      'invalid_cursor',
      'Unknown cursor. Use `next_cursor` of GET /exports, or leave it out to start at the first page.',
    );
  const { rows, next, total } = await takeCountedPage(
    limit,
    (count) => selectExports(db, { accountId, limit: count, after }),
    ({ export_id }) => export_id,
    countRows(db, 'exports', accountId),
  );
  return { exports: rows.map(({ account_id, ...one }) => one), total, next };
}

/** Newest first. */
export async function findExports(
  db: Database,
  { account, limit = 50, ...page }: ExportQuery,
): Promise<ExportOverviewPage> {
  const { rows, next } = await takePage(
    limit,
    (count) => selectExports(db, { ...page, accountId: account, limit: count }),
    ({ export_id }) => export_id,
  );
  return { exports: await withAccountNames(db, rows), next };
}

export async function getExportOverview(db: Database, id: string): Promise<ExportOverview> {
  const [found] = await withAccountNames(db, await selectExports(db, { id, limit: 1 }));
  return found ?? fail('not_found', 'Export not found. GET /operator/exports lists them.');
}

async function withAccountNames(
  db: Database,
  exports: readonly (Export & { account_id: string })[],
): Promise<ExportOverview[]> {
  const names = await selectAccountNames(db, [...new Set(exports.map(({ account_id }) => account_id))]);
  return exports.map((one) => ({ ...one, account_name: names.get(one.account_id) ?? '' }));
}
