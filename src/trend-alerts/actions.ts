// Changes trend alerts: create, update, pause, resume, delete. Each change is audited in its transaction.
import type { Caller } from '../accounts/caller.ts';
import { lowestPlanWith, plans } from '../accounts/plan.ts';
import { lockAccount } from '../accounts/store.ts';
import { commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import { differences } from '../audit/audit.ts';
import type { Catalog } from '../catalog/live-catalog.ts';
import type { FilterLimits } from '../catalog/search/filter-input.ts';
import { readStoredFilters } from '../collections/collection.ts';
import type { Db, Trx } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { type IdInAccount, newId } from '../lib/ids.ts';
import { verdictsOf } from './compare.ts';
import { type Watched, watchedTrends } from './evaluate.ts';
import {
  changeTrendAlert,
  countTrendAlerts,
  deleteTrendAlert,
  findTrendAlert,
  insertTrendAlert,
  lockTrendAlert,
  selectTrendAlerts,
  type TrendAlertRow,
  toTrendAlert,
} from './store.ts';
import {
  type CreateTrendAlertInput,
  maxTrendAlerts,
  type TrendAlert,
  type UpdateTrendAlertInput,
} from './trend-alert.ts';

export type TrendAlertDeps = { catalog: () => Catalog; limits: FilterLimits };
type Owner = Pick<Caller, 'accountId' | 'features'>;

export async function createTrendAlert(
  ctx: TrendAlertDeps & Context,
  input: CreateTrendAlertInput & { caller: Owner },
): Promise<TrendAlert> {
  const { name = null, by = 'archetype', filters = {}, window = '7d' } = input;
  const { accountId, features } = input.caller;
  const { verdicts: wanted = ['heating'], notify = 'email' } = input;
  failIfNoWebhooks(notify, features);
  const normalized = await readStoredFilters(ctx, accountId, filters);
  const watched = { account_id: accountId, label: by, period: window, filters: normalized };
  return commit(ctx, async (trx, audit) => {
    await lockAccount(trx, accountId);
    if ((await countTrendAlerts(trx, accountId)) >= maxTrendAlerts)
      fail('conflict', `An account can have at most ${maxTrendAlerts} trend alerts. Delete one, or change another.`);
    const now = new Date();
    const row = await insertTrendAlert(trx, {
      id: newId('alr'),
      name,
      ...watched,
      filters: JSON.stringify(watched.filters),
      wanted,
      notify,
      paused_at: null,
      ...(await firstEvaluation(trx, ctx.catalog(), watched)),
      created_at: now,
      updated_at: now,
    });
    const details = { name, label: by, filters: watched.filters, window, verdicts: wanted, notify };
    await audit({ action: 'trend_alert.created', subject: row.id, accountId, details });
    return toTrendAlert(row);
  });
}

const auditedFields = ['name', 'label', 'filters', 'window', 'verdicts', 'notify', 'status'] as const;

type UpdateInput = UpdateTrendAlertInput & { caller: Owner; id: string };

export async function updateTrendAlert(
  ctx: TrendAlertDeps & Context,
  { caller, id, name, by, filters, window, verdicts, notify, status }: UpdateInput,
): Promise<TrendAlert> {
  const { accountId, features } = caller;
  failIfNoWebhooks(notify, features);
  const normalized = filters && (await readStoredFilters(ctx, accountId, filters));
  return commit(ctx, async (trx, audit) => {
    const row = await lockOwn(trx, { id, accountId });
    const before = toTrendAlert(row);
    const watched = {
      account_id: accountId,
      label: by ?? row.label,
      period: window ?? row.period,
      filters: normalized ?? row.filters,
    };
    const isResumed = status === 'active' && before.status === 'paused';
    const isNew = differences(row, { ...row, ...watched }, ['label', 'period', 'filters']) !== undefined;
    const changed = await changeTrendAlert(trx, id, {
      name,
      wanted: verdicts,
      notify,
      ...(status === 'paused' && before.status === 'active' ? { paused_at: new Date() } : {}),
      ...(isResumed ? { paused_at: null } : {}),
      ...(isNew || isResumed ? await firstEvaluation(trx, ctx.catalog(), watched) : {}),
      ...(isNew ? { told: '{}', last_told_at: null } : {}),
      label: watched.label,
      period: watched.period,
      filters: JSON.stringify(watched.filters),
    });
    const after = toTrendAlert(changed);
    const rows = { before: toAudited(before), after: toAudited(after) };
    await audit({ action: 'trend_alert.changed', subject: id, accountId, ...rows, fields: auditedFields });
    return after;
  });
}

export async function removeTrendAlert(ctx: Context, { id, accountId }: IdInAccount): Promise<TrendAlert> {
  return commit(ctx, async (trx, audit) => {
    const alert = toTrendAlert(await lockOwn(trx, { id, accountId }));
    await deleteTrendAlert(trx, id);
    const details = { name: alert.name };
    await audit({ action: 'trend_alert.deleted', subject: id, accountId, details });
    return alert;
  });
}

/** Renames `by`, which is a reason in the details of changes. */
const toAudited = ({ by: label, ...alert }: TrendAlert) => ({ ...alert, label });

/** A value that is already heating does not count as a change, so the state of this version is stored without a notification. */
async function firstEvaluation(trx: Trx, current: Catalog, watched: Watched) {
  return {
    verdicts: JSON.stringify(verdictsOf(await watchedTrends(trx, current, watched))),
    evaluated_version: current.snapshot.version,
  };
}

function failIfNoWebhooks(notify: string | undefined, features: Owner['features']): void {
  if (notify !== 'webhook' || features.has('webhooks')) return;
  const plan = lowestPlanWith('webhooks');
  fail('plan_required', `Webhooks need the ${plans[plan].title} plan. Set \`notify\` to email, or change the plan.`, {
    members: { required_plan: plan },
    errors: [{ pointer: '#/notify', detail: 'Set it to email.' }],
  });
}

async function lockOwn(trx: Trx, { id, accountId }: IdInAccount): Promise<TrendAlertRow> {
  return (await lockTrendAlert(trx, id, accountId)) ?? failUnknownTrendAlert();
}

// Reads trend alerts.

/** Newest first. */
export async function listTrendAlerts(db: Db, accountId: string): Promise<TrendAlert[]> {
  return (await selectTrendAlerts(db, accountId)).map(toTrendAlert);
}

/** Throws `not_found` for a trend alert of another account. */
export async function getTrendAlert(db: Db, { id, accountId }: IdInAccount): Promise<TrendAlert> {
  return toTrendAlert((await findTrendAlert(db, id, accountId)) ?? failUnknownTrendAlert());
}

function failUnknownTrendAlert(): never {
  return fail('not_found', 'Trend alert not found. GET /trends/alerts lists yours.');
}
