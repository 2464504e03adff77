// SQL that brings back what came after an undone import: the records of later imports, and decisions of curators, in their order.
import { type RawBuilder, sql } from 'kysely';
import { showHolders } from '../../catalog/holders/store.ts';
import { curatedColumns } from '../../catalog/holders/store-said.ts';
import type { Trx } from '../../db/database.ts';
import { hookColumn, stagedColumns } from '../../db/hook-columns.ts';
import { mergeStaged } from '../publish/publish.ts';
import { createStaging, dropStaging } from '../publish/store.ts';
import { logRetired } from '../publish/store-changes.ts';
import type { MergeTrx, ViewLimits } from '../publish/store-decide.ts';
import { dropHooks } from '../publish/store-holders.ts';

type Later = { id: string; source: string; is_snapshot: boolean; published_at: Date; place: number };
type Replay = { since: Date; version: number; limits: ViewLimits };

/** Publishes the records of later imports again, for the hooks of the undo alone, as if the undone import had not been. */
export async function replayLater(trx: Trx, { since, version, limits }: Replay): Promise<void> {
  const mergeTrx: MergeTrx = trx.withTables();
  let decidedUntil = since;
  for (const { id, source, is_snapshot, published_at: now, place } of await selectReplayed(trx)) {
    await applyDecisions(trx, { after: decidedUntil, until: now, version });
    decidedUntil = now;
    const stamp = { source, importId: id, now, version };
    await createStaging(trx);
    if (await stageSaid(trx, place)) await mergeStaged(mergeTrx, { ...stamp, isSample: false }, limits);
    if (is_snapshot) {
      const absent = await collectAbsent(trx, source, place);
      await logRetired(mergeTrx, stamp, absent);
      await dropHooks(mergeTrx, stamp, absent);
    }
    await dropMergeTables(trx);
  }
  await applyDecisions(trx, { after: decidedUntil, until: new Date(), version });
}

/** Those with records, and snapshots of the sources that hold one of the hooks. */
async function selectReplayed(trx: Trx): Promise<Later[]> {
  const { rows } = await sql<Later>`
select l.* from undo_later l where place in (select place from undo_replays) or is_snapshot and source in (
  select source from undo_before union select o.source from hook_sources o join undo_scope using (hook_id)
  union select r.source from undo_later r where r.place in (select place from undo_replays))
order by place`.execute(trx);
  return rows;
}

/** They outlive the merge of an import, whose connection ends. */
async function dropMergeTables(trx: Trx): Promise<void> {
  await dropStaging(trx);
  await sql`drop table if exists located, missing, undo_absent`.execute(trx);
}

/** False if there is nothing to stage. */
async function stageSaid(trx: Trx, place: number): Promise<boolean> {
  const columns = [...stagedColumns, 'is_ready'].map((name) => sql.ref(name));
  const { numAffectedRows } = await sql`
insert into incoming (${sql.join(columns)})
select ${sql.join(columns.map((column) => sql`i.${column}`))}
from undo_replays r cross join lateral jsonb_populate_record(null::incoming, r.said) i
where r.place = ${place} order by r.hook_id, r.at`.execute(trx);
  return Number(numAffectedRows) > 0;
}

/** A snapshot did not contain the hooks that its source no longer held afterwards. */
async function collectAbsent(trx: Trx, source: string, place: number) {
  await sql`
create temporary table undo_absent as
select h.id as hook_id from undo_scope s join hooks h on h.id = s.hook_id
left join hook_sources o on o.hook_id = h.id and o.source = ${source}
where (o.dropped_at is null and o.hook_id is not null or o.hook_id is null and h.source = ${source} and h.state in ('published', 'pending'))
  and not ${source} = any(
    (select n.holding from undo_states n where n.hook_id = h.id and n.place > ${place} order by n.place limit 1)::text[])`.execute(
    trx,
  );
  return sql`select hook_id from undo_absent`;
}

/** What curators decided in a span of time: about text and labels, and about view counts. */
async function applyDecisions(
  trx: Trx,
  { after, until, version }: { after: Date; until: Date; version: number },
): Promise<void> {
  const isThen = (column: string) =>
    sql`${sql.ref(column)} > ${after}::timestamptz and ${sql.ref(column)} <= ${until}::timestamptz`;
  await sql`
update hooks h set ${sql.join(curatedColumns.map(curatedValue))}, curated_at = w.curated_at
from undo_was w join undo_before b on b.id = w.id where h.id = w.id and ${isThen('w.curated_at')}`.execute(trx);
  const { rows } = await sql<{ hook_id: number }>`
update hook_sources o set views = o.claimed_views, views_captured_at = o.claimed_captured_at, updated_at = d.accepted_at,
  accepted_at = d.accepted_at, rejected_at = null, claimed_views = null, claimed_captured_at = null, claimed_at = null
from undo_decisions d where d.hook_id = o.hook_id and d.source = o.source and o.claimed_at is not null and ${isThen('d.accepted_at')}
returning o.hook_id`.execute(trx);
  if (rows.length > 0)
    await showHolders(trx, sql.join(rows.map(({ hook_id }) => sql`${hook_id}::bigint`)), { now: until, version });
  await sql`
update hook_sources o set rejected_at = d.rejected_at
from undo_decisions d where d.hook_id = o.hook_id and d.source = o.source and o.claimed_at is not null and ${isThen('d.rejected_at')}`.execute(
    trx,
  );
}

/** What the undone import gave is not the curator's: neither a value, nor what the source wrote where the curator wrote the text. */
function curatedValue(name: (typeof curatedColumns)[number]) {
  const column = sql.ref(name);
  // A label and what tells its origin stay together.
  const value = sql.ref(hookColumn(name).originOf ?? name);
  const isSaid = (said: RawBuilder<unknown>) =>
    sql`exists (select from undo_said s where s.id = w.id and ${said} is not distinct from w.${value})`;
  if (name === 'raw_text')
    return sql`raw_text = case when ${isSaid(sql`coalesce(s.raw_text, s.text)`)} then nullif(coalesce(h.raw_text, h.text), w.text)
      when ${isSaid(sql`s.raw_text`)} then h.raw_text else w.raw_text end`;
  return sql`${column} = case when ${isSaid(sql`s.${value}`)} then h.${column} else w.${column} end`;
}
