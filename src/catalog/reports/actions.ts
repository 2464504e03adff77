// Submits, lists and dismisses reports. A takedown settles the reports of its hook.
import { commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import type { Limits } from '../../config/limits.ts';
import { type Database, takeCountedPage } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { hookNumber, newId } from '../../lib/ids.ts';
import type { Receipt, Report, ReportInput, ReportPage } from './report.ts';
import { countReports, dismissRow, insertReport, type ReportFilter, selectReports } from './store.ts';

const fullRetrySeconds = 3600;

/** Does not look the hook up, so neither the response nor its time reveals whether it exists. */
export async function submitReport(
  { db, limits }: { db: Database; limits: Pick<Limits, 'reportsWaiting'> },
  { hook_id, url, ...given }: ReportInput,
): Promise<Receipt> {
  const now = new Date();
  const report = {
    ...given,
    id: newId('rep'),
    hook_id: hook_id === undefined ? null : (hookNumber(hook_id) ?? null),
    url: url ?? null,
    state: 'waiting' as const,
    created_at: now,
    decided_at: null,
  };
  if (!(await insertReport(db, report, limits.reportsWaiting)))
    fail(
      'rate_limited',
      `${limits.reportsWaiting} reports are pending, which is the limit. Retry later, or write to the operator.`,
      { retryAfterSeconds: fullRetrySeconds },
    );
  return { report_id: report.id, created_at: now.toISOString() };
}

export type ReportQuery = Pick<ReportFilter, 'state'> & { limit?: number; after?: string };

export async function listReports(db: Database, { state, limit = 50, after }: ReportQuery): Promise<ReportPage> {
  const { rows, ...page } = await takeCountedPage(
    limit,
    (count) => selectReports(db, { state }, { limit: count, after }),
    ({ id }) => id,
    countReports(db, state),
  );
  return { reports: rows, ...page };
}

/** Leaves the hook unchanged. */
export async function dismissReport(ctx: Context, { id }: { id: string }): Promise<Report> {
  return commit(ctx, async (trx, audit) => {
    const isDismissed = await dismissRow(trx, id);
    const [report] = await selectReports(trx, { id }, { limit: 1 });
    if (!report) fail('not_found', `There is no report ${id.slice(0, 40)}. GET /operator/reports lists them.`);
    if (!isDismissed) fail('conflict', `${id} is already decided: ${report.state}.`);
    const details = { hook: report.hook_id, reason: report.reason };
    await audit({ action: 'report.dismissed', subject: id, details });
    return report;
  });
}
