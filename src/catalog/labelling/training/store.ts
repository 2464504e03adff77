// SQL of training: the lines that a model learns from, the number of new ones, and hooks pending for a decision.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { HookValues } from '../../../db/hook-columns.ts';
import { requiredLabels } from '../../../labels/label.ts';
import { defaultTrust } from '../../source-records/store.ts';
import { inputColumns } from '../live-labeller.ts';

/** Minimum trust of a source whose labels are learned. */
const minTrust = 5;

const labelColumns = requiredLabels.flatMap((label) => [label, `${label}_method`] as const);
const lineColumns = ['id', ...inputColumns, ...labelColumns] as const;
export type LineRow = Pick<HookValues<Date>, (typeof lineColumns)[number]>;

/** Must be worded like the conditions of the indexes hooks_given_labels and hooks_curated. */
const hasGivenLabel = sql.raw<boolean>(
  "state = 'published' and not sample and curated_at is null and (archetype_method in ('given', 'curator') or emotional_trigger_method in ('given', 'curator') or niche_method in ('given', 'curator'))",
);
const hasCuratorsLabel = sql.raw<boolean>(
  "curated_at is not null and (archetype_method = 'curator' or emotional_trigger_method = 'curator' or niche_method = 'curator')",
);

/** The labels of such a hook may be from the untrusted source. */
const isAlsoOfUntrusted = (id: RawBuilder<unknown>) => sql`exists (
  select from hook_sources o join source_trust u using (source)
  where o.hook_id = ${id} and o.dropped_at is null and u.trust < ${sql.lit(minTrust)})`;

/** Names of the sources that give labels, each found by one index step. */
const sourcesWithLabels = sql`
  with recursive names (source) as (
    select min(source) from hooks where ${hasGivenLabel}
    union all
    select (select min(h.source) from hooks h where h.source > n.source and ${hasGivenLabel}) from names n where n.source is not null
  ), trusted as (
    select n.source from names n left join source_trust t using (source)
    where n.source is not null and coalesce(t.trust, ${sql.lit(defaultTrust)}) >= ${sql.lit(minTrust)}
  )`;

/**
 * Returns hooks with a label that a curator decided here, the newest decisions first. Labels that a file marks as decided count as given.
 */
export async function selectDecidedLines(db: Db, limit: number): Promise<LineRow[]> {
  return db
    .selectFrom('hooks')
    .select(lineColumns)
    .where(hasCuratorsLabel)
    .where(sql<boolean>`(state in ('published', 'pending') or state = 'retired' and retired_by = 'snapshot')`)
    .orderBy('curated_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Number of newest hooks considered per source, so that a million hooks take no longer. */
const newestOfSource = 50_000;

/**
 * Returns hooks with labels that only trusted sources gave. Takes the newest hooks of each source in a fixed pseudorandom order, one of
 * every source in turn, so that each contributes equally while it has more.
 */
export async function selectGivenLines(db: Db, limit: number): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`${sourcesWithLabels}, picked as materialized (
    select h.id, h.place from trusted s cross join lateral (
      select id, row_number() over (order by hashint8(id), id) as place from (
        select id from hooks h where h.source = s.source and ${hasGivenLabel} order by id desc limit ${sql.lit(newestOfSource)}
      ) newest where not ${isAlsoOfUntrusted(sql`id`)} order by hashint8(id), id limit ${limit}
    ) h order by h.place, h.id limit ${limit}
  )
  select ${sql.join(lineColumns.map((name) => sql.ref(`h.${name}`)))} from picked p join hooks h on h.id = p.id
  order by p.place, p.id`.execute(db);
  return rows;
}

/** Counts at most `max` decisions; all by default. */
export async function countDecisionsAfter(db: Db, id: number, max: number | null = null): Promise<number> {
  return countUpTo(db, sql`select from label_decisions where id > ${id}`, max);
}

/** Counts hooks with a label that a trusted source gave. */
export async function countGivenAfter(db: Db, id: number, max: number): Promise<number> {
  const lines = sql`${sourcesWithLabels} select from trusted s cross join lateral (
    select from hooks h where h.source = s.source and ${hasGivenLabel} and h.id > ${id} limit ${max}) h`;
  return countUpTo(db, lines, max);
}

async function countUpTo(db: Db, query: RawBuilder<unknown>, max: number | null): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (${query} limit ${max}::bigint) q`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the last ids that a model trained now may have seen. Must be read before its lines, so that later rows do not count as seen. */
export async function selectLastSeen(db: Db): Promise<{ last_decision: number; last_hook: number }> {
  const { rows } = await sql<{ last_decision: number; last_hook: number }>`
    select coalesce((select max(id) from label_decisions), 0) as last_decision,
      coalesce((select max(id) from hooks), 0) as last_hook`.execute(db);
  return rows[0] ?? { last_decision: 0, last_hook: 0 };
}

const waitingColumns = ['id', 'duration_seconds', ...inputColumns, ...labelColumns] as const;
export type PendingRow = Pick<HookValues<Date>, (typeof waitingColumns)[number]>;

/** Returns hooks that are pending for an uncertain guess, one per text, in order of the text's hash, so that every source has its share. */
export async function selectUncertain(db: Db, limit: number): Promise<PendingRow[]> {
  return db
    .selectFrom('hooks')
    .select(waitingColumns)
    .distinctOn('text_group')
    .where('state', '=', 'pending')
    .where('review_reason', '=', 'low_confidence')
    .orderBy('text_group')
    .orderBy('id')
    .limit(limit)
    .execute();
}
