// The trends that an alert watches, as GET /trends computes them.
import { toFilter } from '../catalog/search/filter.ts';
import { resolve } from '../catalog/search/resolve.ts';
import { trendKey, trendsOfRows } from '../catalog/snapshot/activity/activity.ts';
import type { Catalog } from '../catalog/snapshot/live-catalog.ts';
import { resolveFilters } from '../collections/filters.ts';
import type { Db } from '../db/database.ts';
import type { Trends } from '../trends/trends.ts';
import type { TrendAlertRow } from './store.ts';

export type Watched = Pick<TrendAlertRow, 'account_id' | 'label' | 'period' | 'filters'>;

export async function watchedTrends(
  db: Db,
  { snapshot, cache }: Catalog,
  { account_id, label, period, filters }: Watched,
): Promise<Trends> {
  const unfiltered = Object.keys(filters).length === 0 && snapshot.trends.get(trendKey(label, period));
  if (unfiltered) return unfiltered;
  const filter = toFilter(await resolveFilters(db, account_id, filters));
  return trendsOfRows(snapshot, resolve(snapshot, cache, filter).rows, label, period);
}
