// Requests the weekly exports that are due. The request and the time of the next one commit together, so that each happens once.
import { toCaller } from '../../accounts/account.ts';
import { findAccount, lockAccount } from '../../accounts/store.ts';
import { system } from '../../audit/actor.ts';
import type { FilterInput } from '../../catalog/search/filter-fields.ts';
import type { Trx } from '../../db/database.ts';
import { eachDue } from '../../db/each-due.ts';
import { HooklineError } from '../../lib/errors.ts';
import { nextRunAt } from '../../lib/local-time.ts';
import { windowAt } from '../../lib/utc-window.ts';
import { acceptExport, perDayPolicy, type RequestDeps } from '../actions.ts';
import type { ExportFields } from '../fields.ts';
import { failRun, pauseSchedule, type ScheduleMail } from './pause.ts';
import { changeSchedule, lockDueSchedule, type ScheduleRow, toSchedule } from './store.ts';

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
  // It is being erased, with its schedules.
  if (!account) return;
  const caller = toCaller(account);
  if (caller.suspended || !caller.features.has('export')) {
    await pauseSchedule(trx, deps, row, caller.suspended ? 'suspension' : 'plan');
    return;
  }
  const { format, fields, id: scheduleId } = row;
  const request = { format, filters: row.filters as FilterInput, fields: fields as ExportFields, scheduleId };
  // A week that the service was down is not made up for.
  const next = { last_run_at: now, next_run_at: nextRunAt(toSchedule(row), now) };
  try {
    const { export_id } = await acceptExport(trx, { ...deps, actor: system }, caller, request);
    await changeSchedule(trx, scheduleId, { ...next, last_export_id: export_id, error: null });
  } catch (error) {
    // Thrown before anything was written.
    if (!(error instanceof HooklineError) || error.code !== 'export_quota_exceeded') throw error;
    if (error.extras.policy === perDayPolicy) await waitForNextDay(trx, row, now);
    else await failRun(trx, deps, await changeSchedule(trx, scheduleId, next), error.message);
  }
}

/** The export of the day is used up. One that comes late is better than none. */
async function waitForNextDay(trx: Trx, { id }: ScheduleRow, now: Date): Promise<void> {
  const error =
    'The export of this day was already used. This one waits for the next day (UTC), and counts as its export.';
  await changeSchedule(trx, id, { next_run_at: new Date(windowAt('day', now.getTime()).resetsAt), error });
}
