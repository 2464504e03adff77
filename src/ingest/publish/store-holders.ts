// SQL of the merge for hooks that several sources hold: who holds what since when, what each says, and what nobody holds any more.
import { sql } from 'kysely';
import { showLargest } from '../../catalog/holders/store.ts';
import type { MergeTrx, Stamp } from './store-merge.ts';

const touched = sql`select hook_id from decided where is_holding`;

/**
 * Records what the source says of hooks that it holds beside others, and shows the largest plausible count of each. The first other
 * source makes a row of the owner too; a sample's invented source holds nothing. Returns the number of hooks that show another count.
 */
export async function updateHolders(trx: MergeTrx, stamp: Stamp): Promise<number> {
  const { source, importId, now, version } = stamp;
  await sql`
insert into hook_sources (hook_id, source, source_id, views, views_captured_at, source_url, creator, import_id, held_since, updated_at, dropped_at)
select id, source, source_id, views, views_captured_at, source_url, creator, import_id, added_at, updated_at,
  case when state = 'retired' or sample then ${now}::timestamptz end
from hooks where id in (${touched})
on conflict do nothing`.execute(trx);
  // A sample that a source holds is not invented: it gets its first real owner, and stays when the samples are removed.
  await sql`
update hooks h set sample = false, source = ${source}, source_id = i.source_id, source_url = i.source_url, creator = i.creator,
  updated_at = ${now}::timestamptz, version = ${version}::bigint
from decided d join incoming i using (seq) where h.sample and d.hook_id = h.id and d.is_holding and d.is_new_state`.execute(
    trx,
  );
  await sql`
insert into hook_sources as o (hook_id, source, source_id, views, views_captured_at, source_url, creator, import_id, held_since, updated_at)
select d.hook_id, ${source}::text, i.source_id, i.views, i.views_captured_at, i.source_url, i.creator, ${importId}::text,
  ${now}::timestamptz, ${now}::timestamptz
from decided d join incoming i using (seq) where d.is_new_state and d.hook_id in (${touched})
on conflict (hook_id, source) do update set source_id = coalesce(excluded.source_id, o.source_id), views = excluded.views,
  views_captured_at = excluded.views_captured_at, source_url = coalesce(excluded.source_url, o.source_url),
  creator = coalesce(excluded.creator, o.creator), import_id = excluded.import_id, updated_at = excluded.updated_at`.execute(
    trx,
  );
  await sql`
update hook_sources set dropped_at = null,
  claimed_views = case when rejected_at is not null then claimed_views end,
  claimed_captured_at = case when rejected_at is not null then claimed_captured_at end,
  claimed_at = case when rejected_at is not null then claimed_at end
where source = ${source} and hook_id in (${touched})`.execute(trx);
  await insertClaims(trx, stamp);
  return showLargest(trx, touched, stamp);
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

/**
 * The source no longer holds what its snapshot does not contain. Hooks that nobody else holds are retired; the rest show the largest
 * count of their remaining holders.
 */
export async function dropMissing(
  trx: MergeTrx,
  { source, importId, now, version }: Stamp,
): Promise<{ retired: number; changed: number }> {
  await sql`
update hook_sources o set dropped_at = ${now}::timestamptz, claimed_views = null, claimed_captured_at = null, claimed_at = null
where source = ${source} and dropped_at is null and not exists (select from decided d where d.hook_id = o.hook_id)`.execute(
    trx,
  );
  // Without a row of its own the owner of a hook holds it.
  const { numAffectedRows } = await sql`
update hooks h set state = 'retired', retired_by = 'snapshot', updated_at = ${now}::timestamptz, version = ${version}::bigint
where state in ('published', 'pending') and import_id is distinct from ${importId}
  and (source = ${source} or id in (select hook_id from hook_sources where source = ${source})
    and exists (select from hook_sources o where o.hook_id = h.id and o.source = h.source))
  and not exists (select from decided d where d.hook_id = h.id)
  and not exists (select from hook_sources o where o.hook_id = h.id and o.dropped_at is null)`.execute(trx);
  const dropped = sql`select hook_id from hook_sources where source = ${source} and dropped_at = ${now}::timestamptz`;
  const changed = await showLargest(trx, dropped, { now, version });
  return { retired: Number(numAffectedRows), changed };
}
