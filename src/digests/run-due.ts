// Requests the digests that are due. The job of the email and the time of the next one commit together, so each period has one.

import { plans } from '../accounts/plan.ts';
import { addedRows } from '../catalog/search/added-rows.ts';
import { toFilter } from '../catalog/search/filter.ts';
import type { LiveCatalog } from '../catalog/snapshot/live-catalog.ts';
import type { Database, Trx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { beyondPlanText } from '../searches/digest/actions.ts';
import { nextDigestAt, periodOf } from '../searches/digest/digest.ts';
import { changeDigest, countOlderSearches } from '../searches/digest/store.ts';
import { stopDigest } from './stop.ts';
import { type DueDigest, lockDueDigest } from './store.ts';

export type RunDueDeps = {
  db: Database;
  jobs: Pick<Jobs, 'send'>;
  catalog: Pick<LiveCatalog, 'current' | 'refresh'>;
};

/** One transaction each, so that a fault of one delays no other. */
export async function requestDueDigests(deps: RunDueDeps, stopping?: AbortSignal): Promise<void> {
  await deps.catalog.refresh();
  while (!stopping?.aborted && (await deps.db.transaction().execute((trx) => requestNext(trx, deps))));
}

/** Returns false if none is due. */
async function requestNext(trx: Trx, { jobs, catalog }: RunDueDeps): Promise<boolean> {
  const now = new Date();
  const due = await lockDueDigest(trx, now);
  if (!due || due.every === 'off') return false;
  const { search, account } = due;
  if ((await countOlderSearches(trx, search)) >= plans[account.plan].savedSearches) {
    await stopDigest(trx, search, 'plan', beyondPlanText(account.plan));
    return true;
  }
  const period = periodOf(due.every, account.timezone, lastDue(due, now));
  const current = catalog.current();
  const through = current.snapshot.version;
  const hasNew = addedRows(current, toFilter(search.filters), { after: due.told_version, through }).length > 0;
  if (hasNew) await jobs.send(trx, 'digest', { searchId: search.id, period, through, at: now.toISOString() });
  const times = { ...due, last_period: hasNew ? period : due.last_period };
  await changeDigest(trx, search.id, {
    last_period: times.last_period,
    next_run_at: nextDigestAt(times, account.timezone, now),
  });
  return true;
}

/** The last of the times that passed while the service was down: they are made up for by one digest. */
function lastDue(due: DueDigest, now: Date): Date {
  let at = due.next_run_at ?? now;
  for (let next = nextDigestAt(due, due.account.timezone, at); next && next <= now; ) {
    at = next;
    next = nextDigestAt(due, due.account.timezone, at);
  }
  return at;
}
