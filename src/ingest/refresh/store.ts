// SQL of the refresh of a platform: its units, and the state of its runs.
import { type Selectable, sql } from 'kysely';
import { type Database, type Db, notify } from '../../db/database.ts';
import type { ViewRefreshTable } from '../../db/tables/view-checks.ts';
import type { ApiWindow } from '../collect/api-limits.ts';
import { selectUsed, takeUnits } from '../collect/store.ts';
import type { RefreshedPlatform } from './lookup.ts';

/** Units of refreshes alone, in `api_usage`. They are counted as the API's too. */
const apiOfRefreshes = (platform: RefreshedPlatform) => `${platform}-refresh` as const;

/** Used by refreshes in the window. */
export async function selectRefreshUnits(
  db: Database,
  platform: RefreshedPlatform,
  window: ApiWindow,
): Promise<number> {
  return selectUsed(db, apiOfRefreshes(platform), window);
}

class NothingLeft extends Error {}

/** Takes one unit of the share of refreshes and of the API. False, with nothing taken, if either has none left. */
export async function takeRefreshUnit(
  db: Database,
  platform: RefreshedPlatform,
  { window, share }: { window: ApiWindow; share: number },
): Promise<boolean> {
  const own = { ...window, limit: Math.floor(window.limit * share) };
  try {
    await db.transaction().execute(async (trx) => {
      if (!(await takeUnits(trx, apiOfRefreshes(platform), own, 1))) throw new NothingLeft();
      if (!(await takeUnits(trx, platform, window, 1))) throw new NothingLeft();
    });
    return true;
  } catch (error) {
    if (error instanceof NothingLeft) return false;
    throw error;
  }
}

/** Whether a source that is not paused collects from the platform. */
export async function hasCollector(db: Database, platform: string): Promise<boolean> {
  const query = db.selectFrom('sources').select('id').where('enabled', '=', true);
  const isCollected = sql<boolean>`location ~ ${`(^|\\s)${platform}:`}`;
  return (await query.where(isCollected).limit(1).executeTakeFirst()) !== undefined;
}

export type RefreshRow = Selectable<ViewRefreshTable>;

export async function selectRefresh(db: Db, platform: string): Promise<RefreshRow | undefined> {
  return db.selectFrom('view_refreshes').selectAll().where('platform', '=', platform).executeTakeFirst();
}

type RunEnd = { checkedAt: Date | undefined; pausedUntil: Date | null; error: string | null };

export async function settleRefresh(
  db: Database,
  platform: string,
  { checkedAt, pausedUntil, error }: RunEnd,
): Promise<void> {
  const now = new Date();
  const state = { paused_until: pausedUntil, error, updated_at: now, ...(checkedAt && { checked_at: checkedAt }) };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('view_refreshes')
      .values({ platform, failures: error === null ? 0 : 1, ...state })
      .onConflict((conflict) =>
        conflict
          .column('platform')
          .doUpdateSet({ ...state, failures: error === null ? 0 : sql<number>`view_refreshes.failures + 1` }),
      )
      .execute();
    // Freshness in memory includes when views were checked.
    await notify(trx, 'hookline_sources');
  });
}

/** `overdue`: hooks that were due before a time, counted up to 100,000. */
export type RefreshHealth = RefreshRow & { overdue: number; oldest_due_at: Date | null };

export async function selectRefreshHealth(db: Database, overdueBefore: Date): Promise<RefreshHealth[]> {
  const { rows } = await sql<RefreshHealth>`
select r.*, (select count(*) from (select from view_checks c where c.platform = r.platform and c.due_at < ${overdueBefore} limit 100000) d)::float8 as overdue,
  (select min(c.due_at) from view_checks c where c.platform = r.platform and c.due_at < ${overdueBefore}) as oldest_due_at
from view_refreshes r order by r.platform`.execute(db);
  return rows;
}

/** When view counts of each platform were last requested. */
export async function selectChecked(db: Db): Promise<Map<string, Date>> {
  const rows = await db.selectFrom('view_refreshes').select(['platform', 'checked_at']).execute();
  return new Map(rows.flatMap(({ platform, checked_at: at }) => (at ? [[platform, at] as const] : [])));
}
