// SQL of the merge for hooks that several sources hold: who holds what since when, what each says, and what nobody holds any more.
import { type RawBuilder, sql } from 'kysely';
import { showHolders } from '../../catalog/holders/store.ts';
import { saidOf } from '../../catalog/holders/store-said.ts';
import { logRetired } from './store-changes.ts';
import type { MergeTrx } from './store-decide.ts';
import type { Stamp } from './store-merge.ts';

const touched = sql`select hook_id from decided where is_holding`;

/**
 * Records what the source says of hooks that it holds beside others, and shows what all of them say together. The first other source
 * makes a row of the owner too; a sample's invented source holds nothing. Returns the number of changed hooks.
 */
export async function updateHolders(trx: MergeTrx, stamp: Stamp): Promise<number> {
  const { source, importId, now, version } = stamp;
  await sql`
insert into hook_sources (hook_id, source, source_id, views, views_captured_at, source_url, creator, import_id, held_since, updated_at,
  dropped_at, said)
select h.id, h.source, h.source_id, h.views, h.views_captured_at, h.source_url, h.creator, h.import_id, h.added_at, h.updated_at,
  case when h.state = 'retired' or h.sample then ${now}::timestamptz end, ${saidOf('h')}
from hooks h where h.id in (${touched})
on conflict do nothing`.execute(trx);
  // A sample that a source holds is not invented: it gets its first real owner, and stays when the samples are removed.
  await sql`
update hooks h set sample = false, source = ${source}, source_id = i.source_id, source_url = i.source_url, creator = i.creator,
  updated_at = ${now}::timestamptz, version = ${version}::bigint
from decided d join incoming i using (seq) where h.sample and d.hook_id = h.id and d.is_holding and d.is_last`.execute(
    trx,
  );
  await sql`
insert into hook_sources as o (hook_id, source, source_id, views, views_captured_at, source_url, creator, import_id, held_since,
  updated_at, said)
select d.hook_id, ${source}::text, i.source_id, case when d.has_new_views then i.views else d.base_views end,
  case when d.has_new_views then i.views_captured_at else d.base_captured end, i.source_url, i.creator, ${importId}::text,
  ${now}::timestamptz, ${now}::timestamptz, ${saidOf('i')}
from decided d join incoming i using (seq)
where d.is_last and (d.has_new_views or d.is_news) and d.hook_id in (${touched})
on conflict (hook_id, source) do update set source_id = coalesce(excluded.source_id, o.source_id), views = excluded.views,
  views_captured_at = excluded.views_captured_at, source_url = coalesce(excluded.source_url, o.source_url),
  creator = coalesce(excluded.creator, o.creator), import_id = excluded.import_id, updated_at = excluded.updated_at,
  said = excluded.said`.execute(trx);
  await sql`
update hook_sources set dropped_at = null,
  claimed_views = case when rejected_at is not null then claimed_views end,
  claimed_captured_at = case when rejected_at is not null then claimed_captured_at end,
  claimed_at = case when rejected_at is not null then claimed_at end
where source = ${source} and hook_id in (${touched})`.execute(trx);
  await insertClaims(trx, stamp);
  return showHolders(trx, touched, stamp);
}

/** The largest count of each hook that waits for the operator. */
async function insertClaims(trx: MergeTrx, { source, importId, now }: Stamp): Promise<void> {
  await sql`
insert into hook_sources as o (hook_id, source, source_id, source_url, creator, import_id, held_since, updated_at,
  claimed_views, claimed_captured_at, claimed_at)
select distinct on (d.hook_id) d.hook_id, ${source}::text, i.source_id, i.source_url, i.creator, ${importId}::text,
  ${now}::timestamptz, ${now}::timestamptz, i.views, i.views_captured_at, ${now}::timestamptz
from decided d join incoming i using (seq) where d.is_holding and d.is_held and not d.is_refused
order by d.hook_id, i.views desc, d.seq
on conflict (hook_id, source) do update set claimed_views = excluded.claimed_views,
  claimed_captured_at = excluded.claimed_captured_at, claimed_at = excluded.claimed_at`.execute(trx);
}

/** The number of hooks that a source held before the publication. */
export async function countHeld(trx: MergeTrx, { source, importId }: Stamp): Promise<number> {
  const { rows } = await sql<{ held: number }>`
select count(*) as held from hooks
where state in ('published', 'pending') and import_id is distinct from ${importId}
  and (source = ${source} and id not in (select hook_id from hook_sources where source = ${source} and dropped_at is not null)
    or id in (select hook_id from hook_sources where source = ${source} and dropped_at is null))`.execute(trx);
  return rows[0]?.held ?? 0;
}

/** The source no longer holds what its snapshot does not contain. */
export async function dropMissing(trx: MergeTrx, stamp: Stamp): Promise<Dropped> {
  const { source, importId } = stamp;
  await sql`drop table if exists missing`.execute(trx);
  await sql`
create temporary table missing on commit drop as
select h.id as hook_id from (
  select id from hooks where source = ${source} and state in ('published', 'pending') and import_id is distinct from ${importId}
  union
  select hook_id from hook_sources where source = ${source} and dropped_at is null
) h where not exists (select from decided d where d.hook_id = h.id)`.execute(trx);
  const missing = sql`select hook_id from missing`;
  await logRetired(trx, stamp, missing);
  return dropHooks(trx, stamp, missing);
}

export type Dropped = { retired: number; changed: number };

/**
 * The source no longer holds these hooks. Those that nobody else holds are retired; the rest show what their remaining holders say.
 */
export async function dropHooks(trx: MergeTrx, stamp: Stamp, ids: RawBuilder<unknown>): Promise<Dropped> {
  const { source, now, version } = stamp;
  await sql`
update hook_sources o set dropped_at = ${now}::timestamptz, claimed_views = null, claimed_captured_at = null, claimed_at = null
where source = ${source} and dropped_at is null and hook_id in (${ids})`.execute(trx);
  // Without a row of its own the owner of a hook holds it.
  const { numAffectedRows } = await sql`
update hooks h set state = 'retired', retired_by = 'snapshot', updated_at = ${now}::timestamptz, version = ${version}::bigint
where h.id in (${ids}) and state in ('published', 'pending')
  and (source = ${source} or exists (select from hook_sources o where o.hook_id = h.id and o.source = h.source))
  and not exists (select from hook_sources o where o.hook_id = h.id and o.dropped_at is null)`.execute(trx);
  const changed = await showHolders(trx, ids, stamp);
  return { retired: Number(numAffectedRows), changed };
}
