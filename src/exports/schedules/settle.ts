// What the end of an export means for the weekly export that requested it: an email with the link, or a failed run.
import { findAccount } from '../../accounts/store.ts';
import { describeFilters } from '../../collections/filters.ts';
import type { Trx } from '../../db/database.ts';
import { downloadPath } from '../files/signed-link.ts';
import { findExport } from '../store.ts';
import { readyEmail } from './mail.ts';
import { failRun, pauseSchedule, type ScheduleMail, schedulesPage } from './pause.ts';
import { changeSchedule, lockSchedule } from './store.ts';

export type SettleDeps = ScheduleMail & { linkSecret: string };

/** In the transaction that settles the export, so that the email is sent once. */
export async function settleSchedule(trx: Trx, deps: SettleDeps, exportId: string): Promise<void> {
  const settled = await findExport(trx, exportId);
  const row = settled?.schedule_id ? await lockSchedule(trx, settled.schedule_id) : undefined;
  // Deleted meanwhile, or requested by somebody.
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
    // The service refused to run it: the account has changed since.
    await changeSchedule(trx, row.id, { error: settled.error });
    await pauseSchedule(trx, deps, row, account.suspended ? 'suspension' : 'plan');
  }
}
