// SQL of training: the lines that a model learns from, how many are new, and hooks that wait for a decision.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { HookValues } from '../../../db/hook-columns.ts';
import { requiredLabels } from '../../../labels/label.ts';
import { defaultTrust } from '../../source-records/store.ts';
import { inputColumns } from '../live-labeller.ts';

/** Labels of a less trusted source teach nothing. */
const minTrust = 5;

const labelColumns = requiredLabels.flatMap((label) => [label, `${label}_method`] as const);
const lineColumns = ['id', ...inputColumns, ...labelColumns] as const;
export type LineRow = Pick<HookValues<Date>, (typeof lineColumns)[number]>;

/** The conditions of the indexes hooks_given_labels and hooks_curated, which must have the same words. */
const hasGivenLabel = sql.raw<boolean>(
  "state = 'published' and not sample and curated_at is null and (archetype_method in ('given', 'curator') or emotional_trigger_method in ('given', 'curator') or niche_method in ('given', 'curator'))",
);
const hasCuratorsLabel = sql.raw<boolean>(
  "curated_at is not null and (archetype_method = 'curator' or emotional_trigger_method = 'curator' or niche_method = 'curator')",
);

/** Another source can have given the labels of such a hook. */
const isAlsoOfUntrusted = (id: RawBuilder<unknown>) => sql`exists (
  select from hook_sources o join source_trust u using (source)
  where o.hook_id = ${id} and o.dropped_at is null and u.trust < ${sql.lit(minTrust)})`;

/** Names of the sources that give labels, each found by one step in the index. */
const sourcesWithLabels = sql`
  with recursive names (source) as (
    select min(source) from hooks where ${hasGivenLabel}
    union all
    select (select min(h.source) from hooks h where h.source > n.source and ${hasGivenLabel}) from names n where n.source is not null
  ), trusted as (
    select n.source from names n left join source_trust t using (source)
    where n.source is not null and coalesce(t.trust, ${sql.lit(defaultTrust)}) >= ${sql.lit(minTrust)}
  )`;

/** Hooks with a label that a curator decided here, the newest decisions first. What a file claims to be decided counts as given. */
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

/** Of a source, so that a million hooks take no longer. */
const newestOfSource = 50_000;

/**
 * Hooks with a label that only trusted sources gave. Of the newest of each source pseudorandom ones, always the same and equally many while
 * it has more, in an order that takes a hook of every source in turn.
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

/** At most `max`; all by default. */
export async function countDecisionsAfter(db: Db, id: number, max: number | null = null): Promise<number> {
  return countUpTo(db, sql`select from label_decisions where id > ${id}`, max);
}

/** Hooks with a label that a trusted source gave. */
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

/** What a model that is trained now may have seen. Read before its lines, so that nothing that comes meanwhile counts as seen. */
export async function selectLastSeen(db: Db): Promise<{ last_decision: number; last_hook: number }> {
  const { rows } = await sql<{ last_decision: number; last_hook: number }>`
    select coalesce((select max(id) from label_decisions), 0) as last_decision,
      coalesce((select max(id) from hooks), 0) as last_hook`.execute(db);
  return rows[0] ?? { last_decision: 0, last_hook: 0 };
}

const waitingColumns = ['id', 'duration_seconds', ...inputColumns, ...labelColumns] as const;
export type WaitingRow = Pick<HookValues<Date>, (typeof waitingColumns)[number]>;

/** Hooks that wait because a guess was uncertain, one of each text. By the hash of the text, so that every source has its share. */
export async function selectUncertain(db: Db, limit: number): Promise<WaitingRow[]> {
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
