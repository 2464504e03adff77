// Failed runs of weekly exports, and what the service pauses, with an email to the account holder.
import { findAccount } from '../../accounts/store.ts';
import { writeAudit } from '../../audit/actions.ts';
import { system } from '../../audit/actor.ts';
import { describeFilters } from '../../collections/filters.ts';
import type { Trx } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { pausedEmail } from './mail.ts';
import { type ExportSchedule, maxFailures } from './schedule.ts';
import { changeSchedule, type ScheduleRow, toSchedule } from './store.ts';

export type ScheduleMail = { jobs: Pick<Jobs, 'send'>; publicUrl: () => string };

export const schedulesPage = '/dashboard/exports';

export async function pauseSchedule(
  trx: Trx,
  { jobs, publicUrl }: ScheduleMail,
  { id, account_id: accountId }: Pick<ScheduleRow, 'id' | 'account_id'>,
  by: NonNullable<ExportSchedule['paused_by']>,
): Promise<void> {
  const paused = toSchedule(await changeSchedule(trx, id, { paused_by: by }));
  await writeAudit(trx, system, { action: 'export.schedule_paused', subject: id, accountId, details: { by } });
  const account = await findAccount(trx, accountId);
  if (!account) return;
  const filterText = await describeFilters(trx, accountId, paused.filters);
  await jobs.send(trx, 'mail', pausedEmail(account, paused, { filterText, page: publicUrl() + schedulesPage }));
}

/** The next week tries again, unless it failed too often. */
export async function failRun(trx: Trx, deps: ScheduleMail, row: ScheduleRow, error: string): Promise<void> {
  const failures = row.failures + 1;
  await changeSchedule(trx, row.id, { failures, error });
  if (failures >= maxFailures) await pauseSchedule(trx, deps, row, 'failures');
}
