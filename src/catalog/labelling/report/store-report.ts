// SQL of the report on labels.

import { sql } from 'kysely';
import type { Floors } from '../../../config/label-floors.ts';
import type { Db } from '../../../db/database.ts';
import {
  type GuessedLabel,
  guessedLabels,
  type LabelMethod,
  type RequiredLabel,
  requiredLabels,
  type SourceFamily,
} from '../../../labels/label.ts';
import type { BinRow, Outcome } from './report-schema.ts';

/** Decisions on labels that neither a source nor a curator had given. */
const isGuess = sql`method not in ('given', 'curator')`;
const isAgreed = sql`guessed = decided`;

type Counts = { decisions: number; agreed: number };
const counts = sql`count(*) as decisions, count(*) filter (where ${isAgreed}) as agreed`;

/** Counts of decided guesses with the same label, method and family, by week (its Monday in UTC). */
export type DecisionCounts = Counts & {
  label: GuessedLabel;
  method: LabelMethod;
  source_family: SourceFamily | null;
  week: string;
};

export async function selectDecisionCounts(db: Db): Promise<DecisionCounts[]> {
  const { rows } = await sql<DecisionCounts>`
    select label, method, source_family, (date_trunc('week', created_at, 'UTC') at time zone 'UTC')::date as week, ${counts}
    from label_decisions group by 1, 2, 3, 4`.execute(db);
  return rows;
}

export type SourceCounts = Counts & { source: string; given: number; given_agreed: number };

/** Returns the sources with the most decisions first. */
export async function selectSourceCounts(db: Db, limit: number): Promise<SourceCounts[]> {
  const { rows } = await sql<SourceCounts>`
    select source, count(*) filter (where ${isGuess}) as decisions,
      count(*) filter (where ${isGuess} and ${isAgreed}) as agreed,
      count(*) filter (where method = 'given') as given,
      count(*) filter (where method = 'given' and ${isAgreed}) as given_agreed
    from label_decisions where method <> 'curator' group by source order by count(*) desc, source limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function selectBins(db: Db): Promise<BinRow[]> {
  const { rows } = await sql<BinRow>`
    select label, source_family, least(floor(confidence * 10), 9)::int as bin, count(*) as decisions,
      count(*) filter (where ${isAgreed}) as confirmed, sum(confidence) as confidence
    from label_decisions where ${isGuess} group by 1, 2, 3`.execute(db);
  return rows;
}

type Confusion = { label: GuessedLabel; guessed: string; decided: string; hooks: number };

export async function selectConfusions(db: Db, limit: number): Promise<Confusion[]> {
  const { rows } = await sql<Confusion>`
    select label, guessed, decided, count(*) as hooks from label_decisions
    where ${isGuess} and guessed <> decided group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${limit}`.execute(db);
  return rows;
}

export type ModelRow = {
  version: number;
  state: 'active' | 'former' | 'refused';
  created_at: Date;
  lines: number;
  scores: Record<string, unknown>;
  last_decision: number;
  teaching: number[];
};

/** Returns the newest models first, always including the active one. */
export async function selectModels(db: Db, limit: number): Promise<ModelRow[]> {
  const { rows } = await sql<ModelRow>`
    select version, state, created_at, lines, scores, last_decision, teaching from label_models
    where state = 'active' or version in (select version from label_models order by version desc limit ${limit})
    order by version desc`.execute(db);
  return rows;
}

/** Floors in percent. */
const comparedFloors = Array.from({ length: 11 }, (_, at) => 40 + 5 * at);

/** Counts what the floors publish of the newest hooks with guesses that no curator decided, then what each compared floor would. */
export async function selectOutcomes(db: Db, floors: Floors): Promise<Outcome[]> {
  const guessOf = (label: RequiredLabel) =>
    sql`case when ${sql.ref(`${label}_method`)} in ('given', 'curator') then null when ${sql.ref(label)} = 'other' then -1 else ${sql.ref(`${label}_confidence`)} end as ${sql.ref(label)}`;
  const compared = comparedFloors.map(
    (percent) => sql`(${percent}, ${sql.join(requiredLabels.map(() => sql.lit(percent / 100)))})`,
  );
  const own = sql`(null::int, ${sql.join(requiredLabels.map((label) => sql.lit(floors[label])))})`;
  const reaches = sql.join(
    requiredLabels.map((label) => sql`coalesce(${sql.ref(`g.${label}`)} >= ${sql.ref(`f.${label}`)}, true)`),
    sql` and `,
  );
  const { rows } = await sql<Outcome>`
    with g as materialized (
      select ${sql.join(requiredLabels.map(guessOf))} from hooks
      where state in ('published', 'pending') and not sample and curated_at is null and label_method = 'rules'
        and coalesce(review_reason, 'low_confidence') = 'low_confidence'
      order by id desc limit 20000
    )
    select f.percent / 100.0::float8 as floor, count(g) as hooks, count(g) filter (where ${reaches}) as published,
      sum(coalesce(g.archetype, 0) + coalesce(g.emotional_trigger, 0) + coalesce(g.niche, 0)) filter (where ${reaches})
        / nullif(sum(num_nonnulls(g.archetype, g.emotional_trigger, g.niche)) filter (where ${reaches}), 0) as right
    from (values ${sql.join([own, ...compared])}) f (percent, ${sql.join(requiredLabels.map((label) => sql.ref(label)))})
    left join g on true group by f.percent order by f.percent nulls first`.execute(db);
  return rows;
}

type LlmMonth = {
  model: string;
  calls: number;
  faults: number;
  input_tokens: number;
  output_tokens: number;
};

/** Returns the use by model. `month` is its first day. */
export async function selectLlmMonth(db: Db, month: string): Promise<LlmMonth[]> {
  const columns = ['model', 'calls', 'faults', 'input_tokens', 'output_tokens'] as const;
  return db.selectFrom('llm_usage').select(columns).where('month', '=', month).orderBy('calls', 'desc').execute();
}

/** Counts hooks that are pending for low confidence. Reads only the index of the review queue. */
export async function countPending(db: Db): Promise<number> {
  const { rows } = await sql<{ hooks: number }>`
    select count(*) as hooks from hooks where state = 'pending' and review_reason = 'low_confidence'`.execute(db);
  return rows[0]?.hooks ?? 0;
}

const teachingColumns = [
  'id',
  'text',
  'source',
  ...guessedLabels.flatMap((label) => [label, `${label}_method`, `${label}_confidence`] as const),
] as const;

const waitingHooks = (db: Db) =>
  db
    .selectFrom('hooks')
    .select(teachingColumns)
    .where('state', '=', 'pending')
    .where('review_reason', '=', 'low_confidence');

export type PendingHook = Awaited<ReturnType<typeof selectWaitingHooks>>[number];

/** Returns the hooks of these ids that are still pending for low confidence, in the order of the ids. */
export async function selectWaitingHooks(db: Db, ids: readonly number[], limit: number) {
  if (ids.length === 0) return [];
  return waitingHooks(db)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy(sql`array_position(${ids}::bigint[], id)`)
    .limit(limit)
    .execute();
}

/** Returns the least certain hooks first. */
export async function selectLeastCertain(db: Db, limit: number): Promise<PendingHook[]> {
  return waitingHooks(db).orderBy('label_confidence').orderBy('id').limit(limit).execute();
}
