// SQL of trend alerts.
import type { Selectable } from 'kysely';
import type { Account } from '../accounts/account.ts';
import { toAccount } from '../accounts/store.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';
import type { TrendLabel } from '../catalog/snapshot/activity.ts';
import { createAccountRows } from '../db/account-rows.ts';
import type { Trx } from '../db/database.ts';
import { notAmong } from '../db/each-due.ts';
import type { TrendAlertTable } from '../db/tables/trend-alerts.ts';
import type { Tables } from '../db/tables.ts';
import { isoOrNull } from '../lib/time.ts';
import type { TrendWindow } from '../trends/trends.ts';
import type { Told, Verdicts, WatchState } from './compare.ts';
import type { TrendAlert } from './trend-alert.ts';

export type TrendAlertRow = Omit<Selectable<TrendAlertTable>, 'filters' | 'label' | 'period' | 'verdicts' | 'told'> & {
  filters: FilterInput;
  label: TrendLabel;
  period: TrendWindow;
  verdicts: Verdicts;
  told: Told;
};

export function toTrendAlert(row: TrendAlertRow): TrendAlert {
  const lastTold = isoOrNull(row.last_told_at);
  return {
    alert_id: row.id,
    name: row.name,
    by: row.label,
    filters: row.filters,
    window: row.period,
    verdicts: row.wanted as TrendAlert['verdicts'],
    notify: row.notify as TrendAlert['notify'],
    status: row.paused_at === null ? 'active' : 'paused',
    catalog_version: row.evaluated_version,
    last_told_at: lastTold,
    last_told: Object.entries(row.told).flatMap(([value, { verdict, at }]) =>
      at === lastTold ? [{ value, verdict }] : [],
    ),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const {
  insert: insertTrendAlert,
  count: countTrendAlerts,
  list: selectTrendAlerts,
  find: findTrendAlert,
  lock: lockTrendAlert,
  change: changeTrendAlert,
  remove: deleteTrendAlert,
} = createAccountRows<'trend_alerts', TrendAlertRow>('trend_alerts');

export type DueTrendAlert = TrendAlertRow & { account: Account };

/** Locks a trend alert that was not evaluated with this version and is not in `without`. Each process gets another one. */
export async function lockDueTrendAlert(
  trx: Trx,
  version: number,
  without: readonly string[],
): Promise<DueTrendAlert | undefined> {
  const row = await trx
    .selectFrom('trend_alerts')
    .selectAll()
    .where(notAmong(without))
    .where('paused_at', 'is', null)
    .where('evaluated_version', '<', version)
    .orderBy('evaluated_version')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .$castTo<TrendAlertRow>()
    .executeTakeFirst();
  if (!row) return undefined;
  const account: Selectable<Tables['accounts']> = await trx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', row.account_id)
    .executeTakeFirstOrThrow();
  return { ...row, account: toAccount(account) };
}

/** `toldAt` is set if a notification was sent. */
export async function storeEvaluation(
  trx: Trx,
  id: string,
  { verdicts, told, version, toldAt }: WatchState & { version: number; toldAt: Date | undefined },
): Promise<void> {
  await trx
    .updateTable('trend_alerts')
    .set({
      verdicts: JSON.stringify(verdicts),
      told: JSON.stringify(told),
      evaluated_version: version,
      ...(toldAt && { last_told_at: toldAt }),
    })
    .where('id', '=', id)
    .execute();
}
