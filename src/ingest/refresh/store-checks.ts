// SQL of checks of view counts: which hooks are due, which calls claimed them, and what was found.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Hooks whose views are refreshed: published, waiting for review, or retired because it was unavailable. */
export const isRefreshed = (hook: 'h') =>
  sql<boolean>`${sql.ref(`${hook}.video_key`)} is not null and not ${sql.ref(`${hook}.sample`)}
  and (${sql.ref(`${hook}.state`)} in ('published', 'pending') or ${sql.ref(`${hook}.retired_by`)} = 'unavailable')`;

const isOf = (platform: string) => sql`h.video_key like ${`${platform}/%`}`;

/** The first check is an hour after the import that counted the views. */
const firstDue = (now: Date) =>
  sql`greatest(${now}::timestamptz, least(coalesce(h.views_captured_at, '-infinity'), ${now}::timestamptz) + interval '50 minutes')`;

/** Adds hooks that are not in the table: those with higher ids than all in it, or any of the catalog, which takes a second per million. */
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
  /** Of the video at the platform. */
  video_id: string;
  views: number;
  born_at: Date;
  counted_at: Date;
  omissions: number;
};

/** `until`: when others may claim them again. It is also the proof of the claim, so that a result that comes later is dropped. */
type Claim = { platform: string; now: Date; until: Date };

/** Those that are due the longest, fewer than `limit` only if no more are due. No other process gets them. */
export async function claimDue(db: Database, claim: Claim, limit: number): Promise<Claimed[]> {
  const claimed: Claimed[] = [];
  for (;;) {
    const rows = await claimRows(db, claim, limit - claimed.length);
    claimed.push(...rows.filter(({ is_wanted }) => is_wanted));
    if (rows.length === 0 || claimed.length === limit) return claimed;
  }
}

/** Hooks that left the catalog are not checked, and are due again a week later. */
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

/** Nothing was found out about them. */
export async function releaseClaim(db: Database, { until, now }: Claim, claimed: readonly Claimed[]): Promise<void> {
  const ids = claimed.map(({ hook_id }) => hook_id);
  await sql`
update view_checks set due_at = ${now} where hook_id = any(${ids}::bigint[]) and due_at = ${until}`.execute(db);
}

/** `views` is null for a hidden count, and for a video that was left out. */
export type CheckResult = { hook_id: number; is_present: boolean; views: number | null; due_at: Date };

/** Stores what a call at `at` found, to be published. */
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
