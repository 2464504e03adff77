// SQL of the sources that hold hooks. Beside a hook's own columns they exist only while, or after, another source held it too.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Db, Trx } from '../../db/database.ts';
import type { HookSourceTable } from '../../db/tables.ts';
import { hookNumber } from '../../lib/ids.ts';
import type { Holder } from './holder.ts';
import { defaultTrust, type Stamp, showSaid } from './store-said.ts';

/**
 * The views that a hook shows: the newest count of the most trusted sources that hold it now. A count without a date is as old as its
 * import, and is shown only if it is the largest: views of a video do not fall. What a refresh measured stands for the older counts of all
 * of them.
 */
const shown = (ids: RawBuilder<unknown>) => sql`
select distinct on (o.hook_id) o.hook_id, o.views, o.views_captured_at
from (
  select s.*, max(s.views) over (partition by s.hook_id, s.trust) as largest
  from (
    select s.hook_id, s.source, s.updated_at, coalesce(t.trust, ${sql.lit(defaultTrust)}) as trust,
      case when r.is_newer then r.views else s.views end as views,
      case when r.is_newer then r.captured_at else s.views_captured_at end as views_captured_at
    from hook_sources s left join source_trust t on t.source = s.source left join lateral (
      select v.views, v.captured_at, v.captured_at >= coalesce(s.views_captured_at, s.updated_at)
        or s.views_captured_at is null and v.views > s.views as is_newer
      from view_history v where v.hook_id = s.hook_id and v.refreshed order by v.captured_at desc limit 1
    ) r on true
    where s.hook_id in (${ids}) and s.dropped_at is null and s.views is not null
  ) s
) o join hooks h on h.id = o.hook_id
where h.state <> 'rejected' and (h.retired_by is null or h.retired_by = 'snapshot')
order by o.hook_id, o.trust desc, o.views_captured_at is null and o.views < o.largest,
  coalesce(o.views_captured_at, o.updated_at) desc, o.views desc, o.source`;

/**
 * Shows what the holders of these hooks say now, and keeps former views as history. Returns the number of changed hooks; one whose
 * views and text changed counts twice.
 */
export async function showHolders(trx: Trx, ids: RawBuilder<unknown>, stamp: Stamp): Promise<number> {
  return (await showViews(trx, ids, stamp)) + (await showSaid(trx, ids, stamp));
}

async function showViews(trx: Trx, ids: RawBuilder<unknown>, { now, version, importId }: Stamp): Promise<number> {
  await sql`
insert into view_history (hook_id, captured_at, views, import_id)
select h.id, coalesce(h.views_captured_at, h.updated_at), h.views, ${importId ?? null}::text
from hooks h join (${shown(ids)}) s on s.hook_id = h.id where s.views <> h.views
on conflict do nothing`.execute(trx);
  const { numAffectedRows } = await sql`
update hooks h set views = s.views, views_captured_at = s.views_captured_at, updated_at = ${now}::timestamptz, version = ${version}::bigint
from (${shown(ids)}) s where s.hook_id = h.id and s.views <> h.views`.execute(trx);
  return Number(numAffectedRows);
}

/** By hook id, in order of arrival. None for hooks that only one source ever held. */
export async function selectHolders(db: Db, hookIds: readonly string[]): Promise<Map<string, Holder[]>> {
  if (hookIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('hook_sources')
    .selectAll()
    .where(
      'hook_id',
      'in',
      hookIds.flatMap((id) => hookNumber(id) ?? []),
    )
    .orderBy('held_since')
    .orderBy('source')
    .execute();
  const holders = new Map<string, Holder[]>();
  for (const row of rows) {
    const id = `hook_${row.hook_id}`;
    holders.set(id, [...(holders.get(id) ?? []), toHolder(row)]);
  }
  return holders;
}

function toHolder(row: Selectable<HookSourceTable>): Holder {
  return {
    source: row.source,
    source_id: row.source_id,
    views: row.views,
    views_captured_at: row.views_captured_at?.toISOString() ?? null,
    source_url: row.source_url,
    creator: row.creator,
    held_since: row.held_since.toISOString(),
    dropped_at: row.dropped_at?.toISOString() ?? null,
    claim:
      row.claimed_views === null || row.claimed_at === null
        ? null
        : {
            views: row.claimed_views,
            views_captured_at: row.claimed_captured_at?.toISOString() ?? null,
            claimed_at: row.claimed_at.toISOString(),
            state: row.rejected_at === null ? 'waiting' : 'rejected',
          },
  };
}

/** The condition of hooks with a claim that waits for a decision. */
export const hasWaitingClaim = sql<boolean>`id in (
  select hook_id from hook_sources where claimed_at is not null and rejected_at is null)`;

type ClaimKey = { hookId: number; source: string };

/** Takes the claimed count of a source, whose later counts are then compared with this one. False if there is none. */
export async function acceptClaim(
  trx: Trx,
  { hookId, source }: ClaimKey,
  { now, version }: { now: Date; version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('hook_sources')
    .set(({ ref }) => ({
      views: ref('claimed_views'),
      views_captured_at: ref('claimed_captured_at'),
      updated_at: now,
      accepted_at: now,
      rejected_at: null,
      claimed_views: null,
      claimed_captured_at: null,
      claimed_at: null,
    }))
    .where('hook_id', '=', hookId)
    .where('source', '=', source)
    .where('claimed_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await showHolders(trx, sql`${hookId}::bigint`, { now, version });
  return numUpdatedRows > 0n;
}

/** The claim stays visible and can still be accepted; the source makes no further one for this hook. False if nothing waits. */
export async function rejectClaim(trx: Trx, { hookId, source }: ClaimKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('hook_sources')
    .set({ rejected_at: now })
    .where('hook_id', '=', hookId)
    .where('source', '=', source)
    .where('claimed_at', 'is not', null)
    .where('rejected_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

// SQL of trust in sources.

export async function selectTrusts(db: Database): Promise<Array<{ source: string; trust: number; hooks: number }>> {
  const { rows } = await sql<{ source: string; trust: number; hooks: number }>`
select source, coalesce(t.trust, ${sql.lit(defaultTrust)}) as trust, coalesce(h.hooks, 0) as hooks
from (select source, count(*) as hooks from hooks where state in ('published', 'pending') group by source) h
full join source_trust t using (source) order by 2 desc, 3 desc, 1 limit 1000`.execute(db);
  return rows;
}

export async function upsertTrust(trx: Trx, row: { source: string; trust: number }): Promise<void> {
  await trx
    .insertInto('source_trust')
    .values(row)
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ trust: row.trust }))
    .execute();
}

/** A subquery: the hooks that a source holds beside others. */
export const heldBeside = (source: string) => sql`select hook_id from hook_sources where source = ${source}`;
