// What a client does with exports: ask for one, look at it, list them, end one.

import type { Caller } from '../accounts/caller.ts';
import { plans } from '../accounts/plan.ts';
import { lockAccount } from '../accounts/store.ts';
import { writeAudit } from '../audit/actions.ts';
import type { Acting } from '../audit/actor.ts';
import { type FilterInput, filterKey, toFilter } from '../catalog/search/filter.ts';
import { readFilters } from '../catalog/search/filter-input.ts';
import { resolve } from '../catalog/search/resolve.ts';
import type { Catalog } from '../catalog/snapshot/live-catalog.ts';
import { type Database, notify, type Trx } from '../db/database.ts';
import { takePage } from '../db/page.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fail } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { windowAt } from '../lib/utc-window.ts';
import type { Export, ExportInput } from './export.ts';
import {
  countAccepted,
  countExports,
  endExport,
  findExport,
  findExportByKey,
  insertExport,
  selectExports,
} from './store.ts';

export type RequestDeps = { db: Database; jobs: Jobs; catalog: () => Catalog };

/** The export is accepted when this resolves: it outlives a crash. The same `idempotencyKey` gives the same export. */
export async function requestExport(
  { db, actor, jobs, catalog }: RequestDeps & Acting,
  caller: Caller,
  { format, filters: given = {} }: ExportInput,
  idempotencyKey: string | undefined,
): Promise<Export> {
  const { snapshot, cache } = catalog();
  const filters = readFilters(given, snapshot);
  const { length: total } = resolve(snapshot, cache, toFilter(filters)).rows;
  const { recordsPerExport } = plans[caller.plan];
  return db.transaction().execute(async (trx) => {
    // Requests of one account stand in line here, so that of two at once exactly one is within the quota.
    await lockAccount(trx, caller.accountId);
    const known = idempotencyKey && (await findExportByKey(trx, caller.accountId, idempotencyKey));
    if (known) return sameExport(known, format, filters);
    const now = new Date();
    await checkQuota(trx, caller, now);
    const accepted = await insertExport(trx, {
      id: newId('exp'),
      account_id: caller.accountId,
      idempotency_key: idempotencyKey ?? null,
      format,
      filters,
      max_records: recordsPerExport,
      estimated_records: Math.min(total, recordsPerExport ?? total),
      total_matching: total,
      created_at: now,
    });
    await jobs.send(trx, 'export', { exportId: accepted.export_id });
    const [subject, details] = [accepted.export_id, { format, filters }];
    await writeAudit(trx, actor, { action: 'export.requested', subject, accountId: caller.accountId, details });
    return accepted;
  });
}

function sameExport(known: Export, format: string, filters: FilterInput): Export {
  const isSame = known.format === format && filterKey(toFilter(known.filters)) === filterKey(toFilter(filters));
  if (isSame) return known;
  return fail('idempotency_key_reused', `This Idempotency-Key belongs to ${known.export_id}. Send a new one.`);
}

async function checkQuota(trx: Trx, { accountId, plan }: Caller, now: Date): Promise<void> {
  const { exportsPerDay, title } = plans[plan];
  if (exportsPerDay === null) return;
  const { startsAt, resetsAt } = windowAt('day', now.getTime());
  if ((await countAccepted(trx, accountId, new Date(startsAt))) < exportsPerDay) return;
  const exports = exportsPerDay === 1 ? '1 export' : `${exportsPerDay} exports`;
  fail(
    'export_quota_exceeded',
    `${title} has ${exports} a day (UTC), which is used up. The next one can be asked for at ${new Date(resetsAt).toISOString()}; ${plans.enterprise.title} has no limit.`,
    { retryAfterSeconds: (resetsAt - now.getTime()) / 1000, members: { 'violated-policies': ['exports-per-day'] } },
  );
}

/** Exports of other accounts are not there. */
export async function getExport(db: Database, id: string, accountId?: string): Promise<Export> {
  return (
    (await findExport(db, id, accountId)) ?? fail('not_found', 'There is no such export. GET /exports lists yours.')
  );
}

/** The newest first. `after` is the id of the last one of the page before. */
export async function listExports(
  db: Database,
  accountId: string,
  { limit = 20, after }: { limit?: number; after?: string },
): Promise<{ exports: Export[]; total: number; next: string | null }> {
  if (after !== undefined && !(await findExport(db, after, accountId)))
    fail('invalid_cursor', 'cursor is not one that GET /exports gave out. Begin again without it.');
  const [{ rows, next }, total] = await Promise.all([
    takePage(
      limit,
      (count) => selectExports(db, { accountId, limit: count, after }),
      ({ export_id }) => export_id,
    ),
    countExports(db, accountId),
  ]);
  return { exports: rows.map(({ account_id, ...one }) => one), total, next };
}

/** Cancels an export that is under way, which gives the day's quota back; deletes the file of one that is complete. */
export async function cancelExport({ db, actor }: Acting, id: string, accountId?: string): Promise<Export> {
  return db.transaction().execute(async (trx) => {
    await getExport(trx, id, accountId);
    const owner = await endExport(trx, id);
    const ended = await getExport(trx, id, accountId);
    if (owner === undefined) return ended;
    const details = { status: ended.status };
    await writeAudit(trx, actor, { action: 'export.canceled', subject: id, accountId: owner, details });
    await notify(trx, 'hookline_export_ended', id);
    return ended;
  });
}
