// SQL of announcing changes of the catalog: how far they were announced, hooks that reached a threshold, retired and returned hooks.
import { type RawBuilder, sql } from 'kysely';
import { toSnapshotRow } from '../../catalog/search/match.ts';
import { snapshotColumns } from '../../catalog/snapshot/store.ts';
import type { CatalogVersion } from '../../catalog/store.ts';
import type { Trx } from '../../db/database.ts';
import type { AddedHook } from './store-announce.ts';

/** Locked until the transaction ends; undefined if another process announces now, or nothing is new. */
export async function lockAnnounced(trx: Trx, version: number): Promise<AnnouncedVersion | undefined> {
  const query = trx.selectFrom('announced_versions').select(['version', 'at']).where('name', '=', 'hooks');
  return query.where('version', '<', version).forUpdate().skipLocked().executeTakeFirst();
}

/** `at` is null after an upgrade. */
type AnnouncedVersion = { version: number; at: Date | null };

export async function setAnnounced(trx: Trx, { version, at }: CatalogVersion): Promise<void> {
  await trx.updateTable('announced_versions').set({ version, at }).where('name', '=', 'hooks').execute();
}

/** Versions after the first up to the second. */
export type Range = { after: AnnouncedVersion; until: CatalogVersion };

export type Crossing = { id: number; crossed: number; previousViews: number };

/**
 * Stores the highest threshold that each changed hook has reached. Returns those that reached it since: not hooks that clients got in
 * these versions, and not again after a count went down and up.
 */
export async function reachThresholds(
  trx: Trx,
  { after, until }: Range,
  thresholds: readonly number[],
): Promise<Crossing[]> {
  const { rows } = await sql<Crossing>`
with reached as (
  insert into hook_thresholds as t (hook_id, views)
  select id, (select max(n) from unnest(${thresholds}::bigint[]) n where n <= h.views) from hooks h
  where version > ${after.version} and version <= ${until.version} and state = 'published' and views >= ${thresholds[0]}
  on conflict (hook_id) do update set views = excluded.views where t.views < excluded.views
  returning hook_id, views
)
select r.hook_id as id, r.views as crossed, before.views as "previousViews" from reached r
join hooks h on h.id = r.hook_id and h.added_version <= ${after.version}
cross join lateral (select v.views from view_history v where v.hook_id = r.hook_id and v.views < r.views
  order by v.captured_at desc limit 1) before
order by r.hook_id`.execute(trx);
  return rows;
}

/** After an undo: what hooks of a query no longer have will be told when they reach it again. */
export async function lowerThresholds(trx: Trx, hookIds: RawBuilder<unknown>, thresholds: readonly number[]) {
  await sql`
with lowered as (
  select t.hook_id, (select max(n) from unnest(${thresholds}::bigint[]) n where n <= h.views) as views
  from hook_thresholds t join hooks h on h.id = t.hook_id where t.hook_id in (${hookIds}) and t.views > h.views
), forgotten as (
  delete from hook_thresholds t using lowered l where t.hook_id = l.hook_id and l.views is null
)
update hook_thresholds t set views = l.views from lowered l where t.hook_id = l.hook_id and l.views is not null`.execute(
    trx,
  );
}

const pageSize = 10_000;

/** In order of id, in pages. */
async function* pagesOf<H extends Parameters<typeof toSnapshotRow>[0]>(select: (after: number) => Promise<H[]>) {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const hooks: ReturnType<typeof toSnapshotRow<H>>[] = (await select(after)).map(toSnapshotRow);
    if (hooks.length > 0) yield hooks;
    after = hooks.length < pageSize ? undefined : hooks.at(-1)?.id;
  }
}

function changedHooks(trx: Trx, { after, until }: Range, last: number) {
  return trx
    .selectFrom('hooks')
    .select(snapshotColumns)
    .where('version', '>', after.version)
    .where('version', '<=', until.version)
    .where('id', '>', last)
    .orderBy('id')
    .limit(pageSize);
}

export type RetiredHook = AddedHook & { retired_by: string | null; retired_at: Date };

/** Clocks of processes, one of which sets when an import was undone, may differ so much. */
const tolerance = sql`interval '1 minute'`;

/**
 * Hooks that clients had and do not have any more, also if both was in these versions. One that waits for review again since an undo
 * may get versions by imports meanwhile, by which it is not told again.
 */
export function selectRetired(trx: Trx, range: Range): AsyncGenerator<RetiredHook[]> {
  const since = sql`coalesce(${range.after.at}::timestamptz - ${tolerance}, '-infinity')`;
  const wasUndone = sql<boolean>`state in ('pending', 'rejected') and exists (
    select 1 from edits where undone_at > ${since} union all select 1 from imports where undone_at > ${since})`;
  return pagesOf((last) =>
    changedHooks(trx, range, last)
      .select(['retired_by', 'updated_at as retired_at'])
      .where(({ or, eb }) => or([eb('state', '=', 'retired'), wasUndone]))
      .where('added_version', 'is not', null)
      .execute(),
  );
}

/** Hooks that clients had before, and that these versions published again. */
export function selectReturned(trx: Trx, range: Range): AsyncGenerator<AddedHook[]> {
  const { after } = range;
  return pagesOf(async (last) => {
    if (after.at === null) return [];
    const query = changedHooks(trx, range, last).where('state', '=', 'published');
    return query.where('added_version', '>', after.version).where('added_at', '<', after.at).execute();
  });
}
