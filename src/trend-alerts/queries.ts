// Reads trend alerts.
import type { Db } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { findTrendAlert, selectTrendAlerts, toTrendAlert } from './store.ts';
import type { TrendAlert } from './trend-alert.ts';

/** The newest first. */
export async function listTrendAlerts(db: Db, accountId: string): Promise<TrendAlert[]> {
  return (await selectTrendAlerts(db, accountId)).map(toTrendAlert);
}

/** Throws `not_found` for one of another account. */
export async function getTrendAlert(db: Db, id: string, accountId: string): Promise<TrendAlert> {
  return toTrendAlert((await findTrendAlert(db, id, accountId)) ?? failUnknownTrendAlert());
}

export function failUnknownTrendAlert(): never {
  return fail('not_found', 'Trend alert not found. GET /trends/alerts lists yours.');
}
