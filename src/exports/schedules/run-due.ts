// Requests due weekly exports. The request and the time of the next run commit together, so that each happens once.
import { type Account, toCaller } from '../../accounts/account.ts';
import { findAccount, lockAccount } from '../../accounts/store.ts';
import { auditBy } from '../../audit/actions.ts';
import { system } from '../../audit/actor.ts';
import type { FilterInput } from '../../catalog/search/filter-fields.ts';
import { describeFilters } from '../../collections/collection.ts';
import type { Trx } from '../../db/database.ts';
import { eachDue } from '../../db/each-due.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { HooklineError } from '../../lib/errors.ts';
import { nextRunAt, windowAt } from '../../lib/time.ts';
import { composeMail, type MailMessage } from '../../mail/message.ts';
import { acceptExport, perDayPolicy, type RequestDeps } from '../actions.ts';
import { downloadPath } from '../download.ts';
import type { Export, ExportFields } from '../export.ts';
import { findExport } from '../store.ts';
import { type ExportSchedule, maxFailures } from './schedule.ts';
import { changeSchedule, lockDueSchedule, lockSchedule, type ScheduleRow, toSchedule } from './store.ts';

export type RunDueDeps = RequestDeps & ScheduleMail;

export async function runDueSchedules(deps: RunDueDeps, stopping?: AbortSignal): Promise<void> {
  await eachDue(deps.db, {
    lock: (trx, without) => lockDueSchedule(trx, new Date(), without),
    run: (trx, row) => runSchedule(trx, deps, row),
    stopping,
  });
}

async function runSchedule(trx: Trx, deps: RunDueDeps, row: ScheduleRow): Promise<void> {
  const now = new Date();
  await lockAccount(trx, row.account_id);
  const account = await findAccount(trx, row.account_id);
  // The account is being erased, with its schedules.
  if (!account) return;
  const caller = toCaller(account);
  if (caller.suspended || !caller.features.has('export')) {
    await pauseSchedule(trx, deps, row, caller.suspended ? 'suspension' : 'plan');
    return;
  }
  const { format, fields, id: scheduleId } = row;
  const request = { caller, format, filters: row.filters as FilterInput, fields: fields as ExportFields, scheduleId };
  // Weeks missed while the service was down are skipped.
  const next = { last_run_at: now, next_run_at: nextRunAt(toSchedule(row), now) };
  try {
    const { export_id } = await acceptExport({ ...deps, db: trx, audit: auditBy(trx, system) }, request);
    await changeSchedule(trx, scheduleId, { ...next, last_export_id: export_id, error: null });
  } catch (error) {
    // This error is thrown before anything is written.
    if (!(error instanceof HooklineError) || error.code !== 'export_quota_exceeded') throw error;
    if (error.extras.policy === perDayPolicy) await waitForNextDay(trx, row, now);
    else await failRun(trx, deps, await changeSchedule(trx, scheduleId, next), error.message);
  }
}

/** The daily quota is used up. A late export is better than none. */
async function waitForNextDay(trx: Trx, { id }: ScheduleRow, now: Date): Promise<void> {
  const error =
    'The daily export was already used. This one is rescheduled to the next day (UTC) and counts as its export.';
  await changeSchedule(trx, id, { next_run_at: new Date(windowAt('day', now.getTime()).resetsAt), error });
}

// Result of a weekly export: an email with the link, or a failed run.

type SettleDeps = ScheduleMail & { linkSecret: string };

/** Runs in the transaction that settles the export, so that the email is sent once. */
export async function settleSchedule(trx: Trx, deps: SettleDeps, exportId: string): Promise<void> {
  const settled = await findExport(trx, exportId);
  const row = settled?.schedule_id ? await lockSchedule(trx, settled.schedule_id) : undefined;
  // The schedule was deleted meanwhile, or a client requested the export.
  if (!settled || !row) return;
  const account = await findAccount(trx, row.account_id);
  if (!account) return;
  if (settled.status === 'complete' && settled.expires_at) {
    await changeSchedule(trx, row.id, { failures: 0, error: null });
    const url = `${deps.publicUrl()}${downloadPath(deps.linkSecret, exportId, Date.parse(settled.expires_at))}`;
    const page = `${deps.publicUrl()}${schedulesPage}`;
    const filterText = await describeFilters(trx, row.account_id, settled.filters);
    await deps.jobs.send(trx, 'mail', readyEmail(account, settled, { filterText, url, page }));
  } else if (settled.status === 'failed') await failRun(trx, deps, row, settled.error ?? 'The export failed.');
  else if (row.paused_by === null) {
    // The service refused to run it, since the account has changed.
    await changeSchedule(trx, row.id, { error: settled.error });
    await pauseSchedule(trx, deps, row, account.suspended ? 'suspension' : 'plan');
  }
}

// Emails about weekly exports: the file is ready, or the schedule is paused.

/** `filterText`: description of the filters. `url` needs no key and works until the file expires. */
function readyEmail(
  { email, name }: Account,
  ready: Export,
  { filterText, ...links }: { filterText: string; url: string; page: string },
): MailMessage {
  const { records, format, truncated, total_matching, size_bytes, sha256, expires_at } = ready;
  const count = countText(records ?? 0);
  return composeMail({
    to: email,
    subject: `Your weekly export is ready: ${count}, ${format}`,
    name,
    parts: [
      `Your weekly export of ${filterText} is ready.`,
      {
        facts: [
          ['Hooks', truncated ? `${count}, the most viewed of ${total_matching.toLocaleString('en-US')}` : count],
          ['Format', format],
          ...(ready.fields ? ([['Fields', ready.fields.join(', ')]] as const) : []),
          ['Size', `${(size_bytes ?? 0).toLocaleString('en-US')} bytes`],
          ['SHA-256', sha256 ?? ''],
        ],
      },
      { button: 'Download the file', url: links.url },
      {
        note: `The link needs no key and works until ${(expires_at ?? '').slice(0, 16).replace('T', ' ')} UTC, so do not forward it. The export counts toward the limit of its day.`,
      },
      { links: [{ label: 'Change or stop the weekly export', url: links.page }] },
    ],
  });
}

function pausedEmail(
  { email, name }: Account,
  paused: ExportSchedule,
  { filterText, page }: { filterText: string; page: string },
): MailMessage {
  const reasons: Record<NonNullable<ExportSchedule['paused_by']>, string> = {
    owner: 'You paused it.',
    failures: `It failed ${maxFailures} times in a row. The last error was: ${paused.error ?? 'unknown'}`,
    plan: 'Your plan no longer includes exports.',
    suspension: 'Your account is suspended.',
  };
  return composeMail({
    to: email,
    subject: 'Your weekly export is paused',
    name,
    parts: [
      `We paused the weekly ${paused.format} export of ${filterText}. ${reasons[paused.paused_by ?? 'owner']}`,
      'It stays paused until you resume it.',
      { button: 'See weekly exports', url: page },
    ],
  });
}

function countText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'hook' : 'hooks'}`;
}

// Failed runs of weekly exports, and pauses by the service, with an email to the account holder.

type ScheduleMail = { jobs: Pick<Jobs, 'send'>; publicUrl: () => string };

const schedulesPage = '/dashboard/exports';

async function pauseSchedule(
  trx: Trx,
  { jobs, publicUrl }: ScheduleMail,
  { id, account_id: accountId }: Pick<ScheduleRow, 'id' | 'account_id'>,
  by: NonNullable<ExportSchedule['paused_by']>,
): Promise<void> {
  const paused = toSchedule(await changeSchedule(trx, id, { paused_by: by }));
  await auditBy(trx, system)({ action: 'export.schedule_paused', subject: id, accountId, details: { by } });
  const account = await findAccount(trx, accountId);
  if (!account) return;
  const filterText = await describeFilters(trx, accountId, paused.filters);
  await jobs.send(trx, 'mail', pausedEmail(account, paused, { filterText, page: publicUrl() + schedulesPage }));
}

/** The schedule runs again next week, unless it failed too often. */
async function failRun(trx: Trx, deps: ScheduleMail, row: ScheduleRow, error: string): Promise<void> {
  const failures = row.failures + 1;
  await changeSchedule(trx, row.id, { failures, error });
  if (failures >= maxFailures) await pauseSchedule(trx, deps, row, 'failures');
}
