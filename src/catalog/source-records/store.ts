// SQL of source records. Every source that ever had a hook has a row in `hook_sources` with its complete newest record. The content of a
// hook follows from these rows by one rule, which showRecords() applies after each change of them:
//
// - Records that could be published as they are come first, then records whose text could be published. Among equals, the record of the
//   most trusted source is shown, then the newest.
// - If sources spell that text differently, the spelling that is not in capitals is shown.
// - Text and labels that a curator decided stay, and a published text is only replaced by one that could be published as it is.
// - Labels change with the text or with the source's values. Sources send the same values with every run, and guesses change as the model
//   learns, so guesses of published hooks stay.
// - Counts measured by a refresh replace older counts of all sources of the video.
// - A pending hook is published when its record is certain enough. It is retired when no source has it any more, and returns with one that
//   does.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Db, Trx } from '../../db/database.ts';
import { type HookColumnName, hookColumn, mergedColumns } from '../../db/hook-columns.ts';
import { labelReasons } from '../../db/tables/review-reasons.ts';
import type { HookSourceTable } from '../../db/tables.ts';
import { hookNumber } from '../../lib/ids.ts';
import { viewsPerDay } from '../outliers/store.ts';
import type { SourceRecord } from './source-record.ts';

/** Trust of sources without a row in source_trust. */
export const defaultTrust = 5;

/** The catalog change that shows records; `importId` is the import that brought them. */
export type Stamp = { now: Date; version: number; importId?: string };
/** Counts of changed hooks, and of hooks that lost their last source. */
export type Shown = { changed: number; retired: number };

const columnsOf = (merge: 'fact' | 'text' | 'label') =>
  mergedColumns.filter((name) => hookColumn(name).merge === merge);
const facts = columnsOf('fact');
const textColumns = columnsOf('text');
const labelColumns = columnsOf('label');
/** Columns that records do not change after a curator has decided. */
export const curatedColumns: readonly HookColumnName[] = [...textColumns, ...labelColumns];

/** Returns whether the text can be published as it is, so that at most its labels are pending. */
const hasReadyText = (from: 'h' | 'r' | 'held') =>
  sql`coalesce(${sql.ref(`${from}.review_reason`)} in (${sql.join(labelReasons)}), true)`;

/**
 * A count without a date is as old as its row, and is the newest only if it is the largest, since views of a video do not fall. A source
 * whose only count is pending does not have the hook yet.
 */
const bestRecords = (ids: RawBuilder<unknown>) => sql`
select distinct on (hook_id) * from (
  select s.*, coalesce(t.trust, ${sql.lit(defaultTrust)}) as trust,
    max(s.views) over (partition by s.hook_id, coalesce(t.trust, ${sql.lit(defaultTrust)})) as most_views
  from hook_sources s left join source_trust t on t.source = s.source
  where s.hook_id in (${ids}) and s.dropped_at is null and s.views is not null
) held
order by hook_id, is_ready desc, ${hasReadyText('held')} desc, trust desc, views_captured_at is null and views < most_views,
  coalesce(views_captured_at, updated_at) desc, updated_at desc, source`;

/** Sources do not change decisions of a curator, a takedown, a merge or a refresh on hook `h`. */
export const isOpenToSources = sql`(h.state <> 'rejected' and coalesce(h.retired_by in ('snapshot', 'undo'), true))`;
const isReturning = sql`h.state = 'retired' and h.added_version is not null and (h.retired_by = 'snapshot' or h.curated_at is not null)`;
const nextState = sql`case when h.state = 'published' or h.curated_at is null and r.is_ready or ${isReturning} then 'published' else 'pending' end`;
/** Compares readiness too, since a text key has no ellipsis: a text and its truncated form differ only there. */
const hasOtherValues = sql`((h.text_key, h.given_labels, h.unknown_labels, ${hasReadyText('h')}) is distinct from
  (r.text_key, r.given_labels, r.unknown_labels, ${hasReadyText('r')}) or r.label_method <> 'rules')`;

/** Returns whether a text is in capitals. */
export const isUpperCase = (text: string) =>
  sql`(${sql.ref(text)} = upper(${sql.ref(text)}) and ${sql.ref(text)} <> lower(${sql.ref(text)}))`;

/** Selects the values that hook `h` takes from record `r`, and its next state. */
const decisions = (ids: RawBuilder<unknown>) => sql`
select r.*, s.next_state, calm.text as calm_text, calm.template as calm_template,
  h.curated_at is null and (s.next_state <> 'published' or ${hasReadyText('r')}) as takes_text,
  h.curated_at is null and (s.next_state <> 'published' or r.is_ready) and (h.state <> s.next_state or ${hasOtherValues}) as takes_labels,
  h.state <> s.next_state and (h.added_version is null or h.retired_by = 'undo') as is_addition
from (${bestRecords(ids)}) r join hooks h on h.id = r.hook_id cross join lateral (select ${nextState} as next_state) s
left join lateral (
  select c.text, c.template from hook_sources c where ${isUpperCase('r.text')} and c.hook_id = r.hook_id and c.text_key = r.text_key
    and c.dropped_at is null and c.views is not null and not ${isUpperCase('c.text')} order by c.updated_at desc, c.source limit 1
) calm on true
where ${isOpenToSources}`;

const shown = (name: HookColumnName) =>
  name === 'text' || name === 'template'
    ? sql`case when r.calm_text is null then ${sql.ref(`r.${name}`)} else ${sql.ref(`r.calm_${name}`)} end`
    : sql.ref(`r.${name}`);
const differs = (columns: readonly HookColumnName[]) =>
  sql`(${sql.join(columns.map((name) => sql.ref(`h.${name}`)))}) is distinct from (${sql.join(columns.map(shown))})`;
const assignments = (columns: readonly HookColumnName[], takes: RawBuilder<unknown>) =>
  sql.join(
    columns.map(
      (name) => sql`${sql.ref(name)} = case when ${takes} then ${shown(name)} else ${sql.ref(`h.${name}`)} end`,
    ),
  );

/** Replaces older counts by measured ones. `ids` is a subquery of hooks. */
export async function storeMeasured(trx: Trx, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
update hook_sources s set views = m.views, views_captured_at = m.captured_at from (
  select distinct on (hook_id) hook_id, views, captured_at from view_history
  where refreshed and hook_id in (${ids}) order by hook_id, captured_at desc
) m where m.hook_id = s.hook_id and s.views is not null and (m.captured_at > coalesce(s.views_captured_at, s.updated_at)
  or s.views_captured_at is null and m.views > s.views)`.execute(trx);
}

/**
 * Makes these hooks show the current values of their sources, and keeps former counts as history, unless it is an undo. `ids` is a
 * subquery.
 */
export async function showRecords(
  trx: Trx,
  ids: RawBuilder<unknown>,
  { now, version, importId, isUndo = false }: Stamp & { isUndo?: boolean },
): Promise<Shown> {
  await storeMeasured(trx, ids);
  if (!isUndo)
    await sql`
insert into view_history (hook_id, captured_at, views)
select h.id, coalesce(h.views_captured_at, h.updated_at), h.views
from hooks h join (${bestRecords(ids)}) r on r.hook_id = h.id where ${isOpenToSources} and r.views <> h.views
on conflict do nothing`.execute(trx);
  const rate = viewsPerDay(
    { views: sql`h.views`, at: sql`coalesce(h.views_captured_at, h.updated_at)` },
    { views: sql`r.views`, at: sql`coalesce(r.views_captured_at, ${now}::timestamptz)` },
    sql`h.views_per_day`,
  );
  const shown = await sql`
update hooks h set views_per_day = case when (r.views, r.views_captured_at) is not distinct from (h.views, h.views_captured_at)
    then h.views_per_day else ${isUndo ? sql`null` : rate} end,
  ${assignments(facts, sql`true`)}, ${assignments(textColumns, sql`r.takes_text`)},
  ${assignments(labelColumns, sql`r.takes_labels`)},
  source_id = case when r.source = h.source then coalesce(h.source_id, r.source_id) else h.source_id end,
  state = r.next_state, retired_by = null, updated_at = ${now}::timestamptz, version = ${version}::bigint,
  added_version = case when h.state <> 'published' and r.next_state = 'published' then ${version}::bigint else h.added_version end,
  added_at = case when r.is_addition then ${now}::timestamptz else h.added_at end,
  import_id = case when r.is_addition then coalesce(${importId ?? null}::text, h.import_id) else h.import_id end
from (${decisions(ids)}) r
where r.hook_id = h.id and (h.state <> r.next_state or ${differs(facts)} or r.takes_text and ${differs(textColumns)}
  or r.takes_labels and ${differs(labelColumns)})`.execute(trx);
  const dropped = await sql`
update hooks h set state = 'retired', retired_by = ${isUndo ? 'undo' : 'snapshot'}::text, updated_at = ${now}::timestamptz, version = ${version}::bigint
where h.id in (${ids}) and h.state in ('published', 'pending')
  and not exists (select from hook_sources s where s.hook_id = h.id and s.dropped_at is null and s.views is not null)`.execute(
    trx,
  );
  return { changed: Number(shown.numAffectedRows), retired: Number(dropped.numAffectedRows) };
}

/** Returns the sources of each hook by its id, in order of arrival. */
export async function selectSourceRecords(db: Db, hookIds: readonly string[]): Promise<Map<string, SourceRecord[]>> {
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
  const holders = new Map<string, SourceRecord[]>();
  for (const row of rows) {
    const id = `hook_${row.hook_id}`;
    holders.set(id, [...(holders.get(id) ?? []), toSourceRecord(row)]);
  }
  return holders;
}

function toSourceRecord(row: Selectable<HookSourceTable>): SourceRecord {
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
      row.claimed_views === null || row.claimed_at === null || row.dropped_at !== null
        ? null
        : {
            views: row.claimed_views,
            views_captured_at: row.claimed_captured_at?.toISOString() ?? null,
            claimed_at: row.claimed_at.toISOString(),
            state: row.rejected_at === null ? 'waiting' : 'rejected',
          },
  };
}

// SQL of view counts that are pending while their source has the hook. A decision detaches the record from its import, so no undo restores
// it.

/** Condition of hooks with a pending claim. */
export const hasWaitingClaim = sql<boolean>`id in (
  select hook_id from hook_sources where claimed_at is not null and rejected_at is null and dropped_at is null)`;

type ClaimKey = { hookId: number; source: string };

function updateClaim(trx: Trx, { hookId, source }: ClaimKey) {
  const query = trx.updateTable('hook_sources').where('hook_id', '=', hookId).where('source', '=', source);
  return query.where('claimed_at', 'is not', null).where('dropped_at', 'is', null);
}

/** Takes the claimed count of a source, whose later counts are then compared with it. Returns false without a claim. */
export async function acceptClaim(trx: Trx, { hookId, source }: ClaimKey, stamp: Stamp): Promise<boolean> {
  const { numUpdatedRows } = await updateClaim(trx, { hookId, source })
    .set(({ ref }) => ({
      views: ref('claimed_views'),
      views_captured_at: ref('claimed_captured_at'),
      updated_at: stamp.now,
      accepted_at: stamp.now,
      import_id: null,
      rejected_at: null,
      claimed_views: null,
      claimed_captured_at: null,
      claimed_at: null,
    }))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await showRecords(trx, sql`${hookId}::bigint`, stamp);
  return numUpdatedRows > 0n;
}

/**
 * Keeps the claim visible, so it can still be accepted; the source makes no further claim for this hook. Returns false if no claim is
 * pending.
 */
export async function rejectClaim(trx: Trx, key: ClaimKey, now: Date): Promise<boolean> {
  const query = updateClaim(trx, key).set({ rejected_at: now, import_id: null });
  return (await query.where('rejected_at', 'is', null).executeTakeFirst()).numUpdatedRows > 0n;
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

/** Subquery of hooks that this source and others have. */
export const sharedHooks = (source: string) => sql`
select s.hook_id from hook_sources s where s.source = ${source}
  and exists (select from hook_sources o where o.hook_id = s.hook_id and o.source <> s.source)`;
