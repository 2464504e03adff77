// SQL of the refresh of a platform: its units, and the state of its runs.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Database, type Db, notify } from '../../db/database.ts';
import type { ViewRefreshTable } from '../../db/tables/view-checks.ts';
import type { ApiWindow } from '../collect/collector.ts';
import { selectUsed, takeUnits } from '../collect/store.ts';
import type { RefreshedPlatform } from './lookup.ts';

/** Units of refreshes alone, in `api_usage`. They also count as units of the API. */
const apiOfRefreshes = (platform: RefreshedPlatform) => `${platform}-refresh` as const;

/** Units that refreshes used in the window. */
export async function selectRefreshUnits(
  db: Database,
  platform: RefreshedPlatform,
  window: ApiWindow,
): Promise<number> {
  return selectUsed(db, apiOfRefreshes(platform), window);
}

class NothingLeft extends Error {}

/** Takes one unit of the share of refreshes and of the API. Returns false, and takes nothing, if either has none left. */
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

type RefreshRow = Selectable<ViewRefreshTable>;

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
    // The freshness in memory includes the time of view checks.
    await notify(trx, 'hookline_sources');
  });
}

/** `overdue`: hooks whose check was due before a time, counted up to 100,000. */
type RefreshHealth = RefreshRow & { overdue: number; oldest_due_at: Date | null };

export async function selectRefreshHealth(db: Database, overdueBefore: Date): Promise<RefreshHealth[]> {
  const { rows } = await sql<RefreshHealth>`
select r.*, (select count(*) from (select from view_checks c where c.platform = r.platform and c.due_at < ${overdueBefore} limit 100000) d)::float8 as overdue,
  (select min(c.due_at) from view_checks c where c.platform = r.platform and c.due_at < ${overdueBefore}) as oldest_due_at
from view_refreshes r order by r.platform`.execute(db);
  return rows;
}

/** The time of the last request for view counts of each platform. */
export async function selectChecked(db: Db): Promise<Map<string, Date>> {
  const rows = await db.selectFrom('view_refreshes').select(['platform', 'checked_at']).execute();
  return new Map(rows.flatMap(({ platform, checked_at: at }) => (at ? [[platform, at] as const] : [])));
}

// SQL of checks of view counts: due hooks, claims of calls, and results.

/** Hooks whose views are refreshed: published, pending, or retired as unavailable. */
export const isRefreshed = (hook: 'h') =>
  sql<boolean>`${sql.ref(`${hook}.video_key`)} is not null and not ${sql.ref(`${hook}.sample`)}
  and (${sql.ref(`${hook}.state`)} in ('published', 'pending') or ${sql.ref(`${hook}.retired_by`)} = 'unavailable')`;

const isOf = (platform: string) => sql`h.video_key like ${`${platform}/%`}`;

/** The first check is an hour after the import that counted the views. */
const firstDue = (now: Date) =>
  sql`greatest(${now}::timestamptz, least(coalesce(h.views_captured_at, '-infinity'), ${now}::timestamptz) + interval '50 minutes')`;

/** Adds hooks that are not in the table: only those with higher ids, or any of the catalog, which takes a second per million. */
export async function enrollHooks(
  db: Database,
  platform: string,
  { now, all }: { now: Date; all: boolean },
): Promise<void> {
  const isNew: RawBuilder<unknown> = all
    ? sql`not exists (select from view_checks c where c.hook_id = h.id)`
    : sql`h.id > (select coalesce(max(hook_id), 0) from view_checks)`;
  await sql`
insert into view_checks (hook_id, platform, due_at)
select h.id, ${platform}, ${firstDue(now)} from hooks h where ${isOf(platform)} and ${isRefreshed('h')} and ${isNew}
on conflict do nothing`.execute(db);
}

export type Claimed = {
  hook_id: number;
  /** Id of the video at the platform. */
  video_id: string;
  views: number;
  born_at: Date;
  counted_at: Date;
  omissions: number;
};

/** `until`: when others may claim the hooks again. It also proves the claim, so that a late result is dropped. */
type Claim = { platform: string; now: Date; until: Date };

/** Claims the hooks that have been due longest; fewer than `limit` only if no more are due. No other process gets them. */
export async function claimDue(db: Database, claim: Claim, limit: number): Promise<Claimed[]> {
  const claimed: Claimed[] = [];
  for (;;) {
    const rows = await claimRows(db, claim, limit - claimed.length);
    claimed.push(...rows.filter(({ is_wanted }) => is_wanted));
    if (rows.length === 0 || claimed.length === limit) return claimed;
  }
}

/** Hooks that left the catalog are not checked, and are rescheduled to a week later. */
async function claimRows(
  db: Database,
  { platform, now, until }: Claim,
  limit: number,
): Promise<Array<Claimed & { is_wanted: boolean }>> {
  const isWanted = sql`coalesce(${isOf(platform)} and ${isRefreshed('h')}, false)`;
  const { rows } = await sql<Claimed & { is_wanted: boolean }>`
update view_checks c set due_at = case when ${isWanted} then ${until}::timestamptz else ${now}::timestamptz + interval '7 days' end
from (
  select hook_id from view_checks where platform = ${platform} and due_at <= ${now} order by due_at limit ${limit} for update skip locked
) due join hooks h on h.id = due.hook_id
where c.hook_id = due.hook_id
returning c.hook_id, split_part(h.video_key, '/', 2) as video_id, h.views, coalesce(h.published_at, h.seen_at) as born_at,
  coalesce(h.views_captured_at, h.updated_at) as counted_at, c.omissions, ${isWanted} as is_wanted`.execute(db);
  return rows;
}

/** Makes hooks due again whose call had no result. */
export async function releaseClaim(db: Database, { until, now }: Claim, claimed: readonly Claimed[]): Promise<void> {
  const ids = claimed.map(({ hook_id }) => hook_id);
  await sql`
update view_checks set due_at = ${now} where hook_id = any(${ids}::bigint[]) and due_at = ${until}`.execute(db);
}

/** `views` is null for a hidden count, and for an omitted video. */
export type CheckResult = { hook_id: number; is_present: boolean; views: number | null; due_at: Date };

/** Stores the results of a call at `at` for publication. */
export async function settleClaim(
  db: Database,
  { until }: Claim,
  { at, results }: { at: Date; results: readonly CheckResult[] },
): Promise<void> {
  await sql`
update view_checks c set due_at = r.due_at, checked_at = ${at}, is_found = true, views = r.views,
  omissions = case when r.is_present then 0 else c.omissions + 1 end,
  omitted_since = case when not r.is_present then coalesce(c.omitted_since, ${at}) end
from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) r (hook_id bigint, is_present boolean, views bigint, due_at timestamptz)
where c.hook_id = r.hook_id and c.due_at = ${until}`.execute(db);
}

// SQL that thins the history of refreshed view counts.

/** Trends cover 60 days, and need one earlier count. */
export const dailyCountsKeptMs = 90 * 24 * 3_600_000;

/** Keeps only the last count of each month (UTC) of a hook's refreshed counts from before that time. */
export async function thinRefreshedHistory(db: Database, before: Date): Promise<void> {
  const month = (column: string) => sql`date_trunc('month', ${sql.ref(column)} at time zone 'UTC')`;
  await sql`
delete from view_history v using (
  select hook_id, captured_at, lead(captured_at) over (partition by hook_id order by captured_at) as next_at
  from view_history where refreshed and captured_at < ${before}
) old where v.hook_id = old.hook_id and v.captured_at = old.captured_at and ${month('old.captured_at')} = ${month('old.next_at')}`.execute(
    db,
  );
}
