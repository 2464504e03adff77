// Requests the due digests. The job of the email and the time of the next one commit together, so each period has one.
import { plans } from '../accounts/plan.ts';
import { auditBy } from '../audit/actions.ts';
import { system } from '../audit/actor.ts';
import type { LiveCatalog } from '../catalog/live-catalog.ts';
import { addedRows } from '../catalog/search/changes.ts';
import { toFilter } from '../catalog/search/filter.ts';
import { resolveFilters } from '../collections/collection.ts';
import type { Database, Trx } from '../db/database.ts';
import { eachDue } from '../db/each-due.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { beyondPlanText } from '../searches/digest/actions.ts';
import { nextDigestAt, periodOf } from '../searches/digest/digest.ts';
import { changeDigest, countOlderSearches } from '../searches/store.ts';
import { type DueDigest, lockDueDigest } from './store.ts';

export type RunDueDeps = {
  db: Database;
  jobs: Pick<Jobs, 'send'>;
  catalog: Pick<LiveCatalog, 'current' | 'refresh'>;
};

export async function requestDueDigests({ db, catalog, jobs }: RunDueDeps, stopping?: AbortSignal): Promise<void> {
  await catalog.refresh();
  await eachDue(db, {
    lock: async (trx, without) => {
      const due = await lockDueDigest(trx, new Date(), without);
      return due && { ...due, id: due.search.id };
    },
    run: (trx, due) => request(trx, { jobs, catalog }, due, new Date()),
    stopping,
  });
}

async function request(
  trx: Trx,
  { jobs, catalog }: Pick<RunDueDeps, 'jobs' | 'catalog'>,
  due: DueDigest,
  now: Date,
): Promise<void> {
  const { search, account, every } = due;
  if (every === 'off') return;
  if ((await countOlderSearches(trx, search)) >= plans[account.plan].savedSearches) {
    await stopDigest(trx, search, 'plan', beyondPlanText(account.plan));
    return;
  }
  const period = periodOf(every, account.timezone, lastDue(due, now));
  const current = catalog.current();
  const { version: through, updatedAt: throughAt } = current.snapshot;
  const filter = toFilter(await resolveFilters(trx, search.account_id, search.filters));
  const hasNew = addedRows(current, filter, { after: due.told_version, since: due.told_at, through }).length > 0;
  if (hasNew)
    await jobs.send(trx, 'digest', { searchId: search.id, period, through, throughAt, at: now.toISOString() });
  const times = { ...due, last_period: hasNew ? period : due.last_period };
  await changeDigest(trx, search.id, {
    last_period: times.last_period,
    next_run_at: nextDigestAt(times, account.timezone, now),
  });
}

/** Returns the last of the times that passed while the service was down: one digest covers them all. */
function lastDue(due: DueDigest, now: Date): Date {
  let at = due.next_run_at ?? now;
  for (let next = nextDigestAt(due, due.account.timezone, at); next && next <= now; ) {
    at = next;
    next = nextDigestAt(due, due.account.timezone, at);
  }
  return at;
}

// Stops a digest that the mail server refuses or the plan does not include. Its holder sees the reason, and can resume it.

const maxErrorLength = 500;

export async function stopDigest(
  trx: Trx,
  { id, account_id: accountId }: Pick<DueDigest['search'], 'id' | 'account_id'>,
  by: 'bounce' | 'plan',
  text: string,
): Promise<void> {
  const error = text.slice(0, maxErrorLength);
  await changeDigest(trx, id, { next_run_at: null, stopped_at: new Date(), stopped_by: by, error });
  await auditBy(trx, system)({ action: 'search.digest_stopped', subject: id, accountId, details: { by, error } });
}
