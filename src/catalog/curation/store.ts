// SQL of single hooks for curators: search in any state, and edits.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import { type HookColumnName, recordColumns } from '../../db/hook-columns.ts';
import { unlikelyReasons } from '../../db/tables/review-reasons.ts';
import type { HookState } from '../../db/tables.ts';
import type { GuessedLabel } from '../../labels/label.ts';
import { isoOrNull } from '../../lib/time.ts';
import { hasNearDuplicate } from '../near-duplicates/store.ts';
import { toRecord } from '../record.ts';
import { hasWaitingClaim } from '../source-records/store.ts';
import type { OperatorHook } from './operator-hook.ts';

/** Columns that only operators see. `import_id` is null for hooks that are older than the import history. */
const operatorColumns = [
  'state',
  'given_platform',
  'given_labels',
  'review_reason',
  'source_family',
  'video_key',
  'merged_into',
  'curated_at',
  'source',
  'source_id',
  'import_id',
  'retired_by',
] as const satisfies HookColumnName[];

/** Columns that are filtered by equality. */
const exact = [
  'state',
  'source',
  'import_id',
  'archetype',
  'emotional_trigger',
  'niche',
  'format',
  'platform',
  'label_method',
  'source_url',
  'text_group',
] as const satisfies HookColumnName[];

export type HookFilter = { [column in (typeof exact)[number]]?: string } & {
  id?: number;
  text?: string;
  reason?: readonly string[];
  language?: string;
  creator?: string;
  min_confidence?: number;
  max_confidence?: number;
  claims?: 'waiting';
  duplicates?: 'near';
};
export const hookSorts = ['oldest', 'newest', 'confidence', 'promising', 'teaching', 'views', 'group'] as const;
export type HookSort = (typeof hookSorts)[number];
/** The last hook of a page, and its sort key unless that is the id. */
export type HookPlace = { id: number; value?: string };

/**
 * Hooks listed by the active model come first, in its order, since their rank is below every confidence. Others are sorted by confidence.
 */
const teachingRank = (id: RawBuilder<unknown>, confidence: RawBuilder<unknown>) =>
  sql`coalesce(array_position((select teaching from label_models where state = 'active'), ${id}) - 1000000, ${confidence})`;

/** The index hooks_review_promise has the same expression, with constants. */
const promise = sql`(case when review_reason in (${sql.join(unlikelyReasons.map((one) => sql.lit(one)))}) then 0 else views * label_confidence * label_confidence end)`;

/** Sorts by a value, then by id. `at` is the value of the last hook of a page. */
const sortBy = (value: RawBuilder<unknown>, direction: 'asc' | 'desc', at: (of: HookPlace) => RawBuilder<unknown>) => ({
  order: sql`${value} ${sql.raw(direction)}, id ${sql.raw(direction)}`,
  after: (place: HookPlace) =>
    sql<boolean>`(${value}, id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${at(place)}, ${place.id}::bigint)`,
});
const number = ({ value }: HookPlace) => sql`${value}::float8`;

/** `oldest` and `newest` sort by id, which is the order of arrival. */
const sorts: Record<HookSort, { order: RawBuilder<unknown>; after: (place: HookPlace) => RawBuilder<boolean> }> = {
  oldest: { order: sql`id`, after: ({ id }) => sql`id > ${id}` },
  newest: { order: sql`id desc`, after: ({ id }) => sql`id < ${id}` },
  confidence: sortBy(sql`label_confidence`, 'asc', number),
  promising: sortBy(promise, 'desc', number),
  teaching: sortBy(teachingRank(sql`id`, sql`label_confidence`), 'asc', (place) =>
    teachingRank(sql`${place.id}::bigint`, number(place)),
  ),
  views: sortBy(sql`views`, 'desc', ({ value }) => sql`${value}::bigint`),
  group: sortBy(sql`text_group`, 'asc', ({ value }) => sql`${value}`),
};

export async function selectHooks(
  db: Db,
  filter: HookFilter,
  { sort, after, limit }: { sort: HookSort; after?: HookPlace; limit: number },
): Promise<OperatorHook[]> {
  const { order, after: isAfter } = sorts[sort];
  let query = matching(db, filter).select([...recordColumns, ...operatorColumns]);
  if (after !== undefined) query = query.where(isAfter(after));
  const rows = await query.orderBy(order).limit(limit).execute();
  return rows.map((row) => {
    const { state, given_platform, given_labels, merged_into, curated_at } = row;
    const { review_reason, source_family, video_key, source, source_id, import_id, retired_by } = row;
    return {
      ...toRecord(row),
      state,
      given_platform,
      given_labels: given_labels === null ? {} : JSON.parse(given_labels),
      review_reason,
      source_family,
      video_key,
      merged_into: merged_into === null ? null : `hook_${merged_into}`,
      curated_at: isoOrNull(curated_at),
      source,
      source_id,
      import_id,
      retired_by,
    };
  });
}

export async function countHooks(db: Db, filter: HookFilter): Promise<number> {
  const query = matching(db, filter).select(({ fn }) => fn.countAll<number>().as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

/** Returns hooks in order of arrival. */
export async function selectMatching(
  db: Db,
  filter: HookFilter,
  limit: number,
): Promise<{ id: number; state: HookState }[]> {
  return matching(db, filter).select(['id', 'state']).orderBy('id').limit(limit).execute();
}

export function matching(db: Db, { id, text, claims, duplicates, reason, language, creator, ...values }: HookFilter) {
  const { min_confidence: min, max_confidence: max } = values;
  let query = db.selectFrom('hooks');
  if (id !== undefined) query = query.where('id', '=', id);
  if (text !== undefined) query = query.where(sql<boolean>`position(lower(${text}) in lower(text)) > 0`);
  if (reason !== undefined) query = query.where(sql<boolean>`review_reason = any(${reason})`);
  if (language !== undefined) query = query.where(isLanguage(language));
  if (creator !== undefined) query = query.where(sql<boolean>`lower(creator) = lower(${creator})`);
  if (min !== undefined) query = query.where('label_confidence', '>=', min);
  if (max !== undefined) query = query.where('label_confidence', '<=', max);
  if (claims !== undefined) query = query.where(hasWaitingClaim);
  if (duplicates !== undefined) query = query.where(hasNearDuplicate);
  for (const column of exact) {
    const value = values[column];
    if (value !== undefined) query = query.where(sql.ref(column), '=', value);
  }
  return query;
}

type Counted = 'review_reason' | 'source' | 'language';
type ReviewCounts = Record<'reasons' | 'sources' | 'languages', { value: string | null; hooks: number }[]>;

/** Counts pending hooks by value, the most frequent first. */
export async function selectReviewCounts(db: Db): Promise<ReviewCounts & { waiting: number; oldest: Date | null }> {
  const { rows } = await sql<Record<Counted, string | null> & { of: number; hooks: number; oldest: Date | null }>`
    select review_reason, source, language, grouping(review_reason, source, language) as of, count(*) as hooks,
      min(added_at) as oldest
    from hooks where state = 'pending' group by grouping sets ((review_reason), (source), (language), ())
    order by hooks desc, 1, 2, 3`.execute(db);
  const countsOf = (column: Counted, of: number) =>
    rows.filter((row) => row.of === of).map((row) => ({ value: row[column], hooks: row.hooks }));
  const all = rows.find(({ of }) => of === 7);
  return {
    waiting: all?.hooks ?? 0,
    oldest: all?.oldest ?? null,
    reasons: countsOf('review_reason', 3),
    sources: countsOf('source', 5),
    languages: countsOf('language', 6),
  };
}

/** `en` also matches its regional variants; `und` matches hooks without a language. */
function isLanguage(language: string): RawBuilder<boolean> {
  if (language === 'und') return sql<boolean>`coalesce(language, 'und') = 'und'`;
  return sql<boolean>`(language = ${language} or starts_with(language, ${`${language}-`}))`;
}

export async function selectHook(db: Db, id: number): Promise<OperatorHook | undefined> {
  return (await selectHooks(db, { id }, { sort: 'oldest', limit: 1 })).at(0);
}

// SQL of decisions on labels. They measure how often guesses are right, and models learn from them.

type DecisionsOf = { editId: string; ids: readonly number[] };

/**
 * Records the decisions of an edit on labels before it changes the hooks: the value that is set, or the current one. A label that a curator
 * already decided is recorded only if its value changes.
 */
export async function insertDecisions(
  trx: Trx,
  { editId, ids }: DecisionsOf,
  labels: readonly GuessedLabel[],
  values: Partial<Record<GuessedLabel, string>>,
): Promise<void> {
  const rows = labels.map((label) => {
    const column = (suffix: '' | '_method' | '_confidence') => sql.ref(`h.${label}${suffix}`);
    const decided = sql`coalesce(${values[label] ?? null}::text, ${column('')})`;
    return sql`(${label}::text, ${column('')}, ${column('_method')}, ${column('_confidence')}, ${decided})`;
  });
  await sql`
insert into label_decisions (hook_id, edit_id, label, guessed, method, confidence, decided, source, source_family)
select h.id, ${editId}, l.label, l.guessed, l.method, l.confidence, l.decided, h.source, h.source_family
from hooks h cross join lateral (values ${sql.join(rows)}) l (label, guessed, method, confidence, decided)
where h.id = any(${ids as number[]}::bigint[]) and l.guessed is not null and l.method is not null
  and (l.method <> 'curator' or l.decided <> l.guessed)
order by h.id`.execute(trx);
}

/** Deletes the decisions of an undone edit on these hooks. Resolves to the id of the first one, if any. */
export async function deleteDecisions(trx: Trx, { editId, ids }: DecisionsOf): Promise<number | undefined> {
  const deleted = await trx
    .deleteFrom('label_decisions')
    .where('edit_id', '=', editId)
    .where(sql<boolean>`hook_id = any(${ids as number[]}::bigint[])`)
    .returning('id')
    .execute();
  return deleted.length === 0 ? undefined : Math.min(...deleted.map(({ id }) => id));
}
