// SQL of trend alerts.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Account } from '../accounts/account.ts';
import { toAccount } from '../accounts/store.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';
import type { TrendLabel } from '../catalog/snapshot/activity.ts';
import type { Db, Trx } from '../db/database.ts';
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

export function insertTrendAlert(trx: Trx, row: Insertable<TrendAlertTable>): Promise<TrendAlertRow> {
  const query = trx.insertInto('trend_alerts').values(row).returningAll();
  return query.$castTo<TrendAlertRow>().executeTakeFirstOrThrow();
}

export async function countTrendAlerts(trx: Trx, accountId: string): Promise<number> {
  const query = trx.selectFrom('trend_alerts').select(({ fn }) => fn.countAll<number>().as('all'));
  return (await query.where('account_id', '=', accountId).executeTakeFirstOrThrow()).all;
}

/** The newest first. */
export function selectTrendAlerts(db: Db, accountId: string): Promise<TrendAlertRow[]> {
  const query = db.selectFrom('trend_alerts').selectAll().where('account_id', '=', accountId);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').$castTo<TrendAlertRow>().execute();
}

const ofAccount = (db: Db, id: string, accountId: string) =>
  db
    .selectFrom('trend_alerts')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .$castTo<TrendAlertRow>();

export function findTrendAlert(db: Db, id: string, accountId: string): Promise<TrendAlertRow | undefined> {
  return ofAccount(db, id, accountId).executeTakeFirst();
}

export function lockTrendAlert(trx: Trx, id: string, accountId: string): Promise<TrendAlertRow | undefined> {
  return ofAccount(trx, id, accountId).forUpdate().executeTakeFirst();
}

export function changeTrendAlert(trx: Trx, id: string, change: Updateable<TrendAlertTable>): Promise<TrendAlertRow> {
  return trx
    .updateTable('trend_alerts')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .$castTo<TrendAlertRow>()
    .executeTakeFirstOrThrow();
}

export async function deleteTrendAlert(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('trend_alerts').where('id', '=', id).execute();
}

export type DueTrendAlert = TrendAlertRow & { account: Account };

/** One that was not evaluated with this version, and is none of these. Of several processes each gets another one. */
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

/** `toldAt`: if something was told. */
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
