// Evaluates trend alerts with a version of the catalog. The new state and what is told of it commit together, so each change is told once.
import { toCaller } from '../accounts/account.ts';
import type { Catalog } from '../catalog/snapshot/live-catalog.ts';
import { describeFilters } from '../collections/filters.ts';
import type { Database, Trx } from '../db/database.ts';
import { eachDue } from '../db/each-due.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Emit } from '../webhooks/events/emit.ts';
import { compare, type TrendChange } from './compare.ts';
import { trendEmail } from './email.ts';
import { type DueTrendAlert, lockDueTrendAlert, storeEvaluation } from './store.ts';
import { watchedTrends } from './watched.ts';

export type EvaluateDeps = {
  db: Database;
  jobs: Pick<Jobs, 'send'>;
  catalog: () => Catalog;
  emit: Emit;
  publicUrl: () => string;
};

/**
 * Called with each version that a process serves, and every minute, in case a process ended in between. Versions that came together are
 * evaluated as the newest. One transaction each: processes share the alerts of a version, and a kill loses at most the one at hand, which
 * stays due.
 */
export async function evaluateTrendAlerts(deps: EvaluateDeps, stopping?: AbortSignal): Promise<void> {
  const current = deps.catalog();
  await eachDue(deps.db, {
    lock: (trx, without) => lockDueTrendAlert(trx, current.snapshot.version, without),
    run: (trx, due) => evaluate(trx, deps, current, due),
    stopping,
  });
}

async function evaluate(trx: Trx, deps: EvaluateDeps, current: Catalog, due: DueTrendAlert): Promise<void> {
  const { version } = current.snapshot;
  const now = new Date();
  const { changes, after } = compare(due, await watchedTrends(trx, current, due), { wanted: due.wanted, now });
  // The state is stored all the same, so that an account which comes back is not told what happened before.
  const isTold = changes.length > 0 && mayBeTold(due);
  const told = isTold ? after.told : due.told;
  await storeEvaluation(trx, due.id, { ...after, told, version, toldAt: isTold ? now : undefined });
  if (isTold) await tell(trx, deps, due, { changes, version });
}

function mayBeTold({ account }: DueTrendAlert): boolean {
  const { features, suspended } = toCaller(account);
  return !suspended && features.has('trends');
}

async function tell(
  trx: Trx,
  { jobs, emit, publicUrl }: EvaluateDeps,
  alert: DueTrendAlert,
  { changes, version }: { changes: TrendChange[]; version: number },
): Promise<void> {
  const { id: alert_id, name, label: by, period: window, filters, account_id: accountId } = alert;
  const data = { alert_id, name, by, window, filters, catalog_version: version, changes };
  const isSent = alert.notify === 'webhook' && (await emit(trx, { type: 'trends.changed', accountId, data })) > 0;
  // No webhook may receive it, or none any more after a downgrade.
  if (isSent) return;
  const filterText = await describeFilters(trx, accountId, filters);
  await jobs.send(trx, 'mail', trendEmail(alert, { changes, version, filterText, publicUrl: publicUrl() }));
}
