// SQL of single hooks for curators: search in any state, and edits.
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import { type HookColumnName, recordColumns } from '../../db/hook-columns.ts';
import type { HookState, HookTable } from '../../db/tables.ts';
import { isoOrNull } from '../../lib/time.ts';
import { hasWaitingClaim } from '../holders/store.ts';
import { toRecord } from '../record.ts';
import type { OperatorHook } from './operator-hook.ts';

/** What only operators see. `import_id` is null for hooks from before imports were recorded. */
const operatorColumns = [
  'state',
  'given_platform',
  'given_labels',
  'review_reason',
  'video_key',
  'merged_into',
  'curated_at',
  'source',
  'source_id',
  'import_id',
  'retired_by',
] as const satisfies HookColumnName[];

/** Columns with a filter for equality. */
const exact = [
  'state',
  'source',
  'import_id',
  'archetype',
  'emotional_trigger',
  'niche',
  'format',
  'platform',
  'language',
  'label_method',
  'source_url',
] as const satisfies HookColumnName[];

export type HookFilter = { [column in (typeof exact)[number]]?: string } & {
  id?: number;
  text?: string;
  claims?: 'waiting';
};
export type HookSort = 'oldest' | 'newest' | 'confidence' | 'views';
/** The last hook of a page, and its sort key when that is not the id. */
export type HookPlace = { id: number; value?: number };

/** Oldest and newest sort by id, which is the order of arrival. */
const sorts = {
  oldest: { order: sql`id`, after: ({ id }) => sql<boolean>`id > ${id}` },
  newest: { order: sql`id desc`, after: ({ id }) => sql<boolean>`id < ${id}` },
  confidence: {
    order: sql`label_confidence, id`,
    after: ({ id, value }) => sql<boolean>`(label_confidence, id) > (${value}::float8, ${id}::bigint)`,
  },
  views: {
    order: sql`views desc, id desc`,
    after: ({ id, value }) => sql<boolean>`(views, id) < (${value}::bigint, ${id}::bigint)`,
  },
} as const satisfies Record<HookSort, { order: RawBuilder<unknown>; after: (place: HookPlace) => RawBuilder<boolean> }>;

export async function selectHooks(
  db: Database,
  filter: HookFilter,
  { sort, after, limit }: { sort: HookSort; after?: HookPlace; limit: number },
): Promise<OperatorHook[]> {
  const { order, after: isAfter } = sorts[sort];
  let query = matching(db, filter).select([...recordColumns, ...operatorColumns]);
  if (after !== undefined) query = query.where(isAfter(after));
  const rows = await query.orderBy(order).limit(limit).execute();
  return rows.map((row) => {
    const { state, given_platform, given_labels, merged_into, curated_at } = row;
    const { review_reason, video_key, source, source_id, import_id, retired_by } = row;
    return {
      ...toRecord(row),
      state,
      given_platform,
      given_labels: given_labels === null ? {} : JSON.parse(given_labels),
      review_reason,
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

export async function countHooks(db: Database, filter: HookFilter): Promise<number> {
  const query = matching(db, filter).select(({ fn }) => fn.countAll<number>().as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

function matching(db: Database, { id, text, claims, ...values }: HookFilter) {
  let query = db.selectFrom('hooks');
  if (id !== undefined) query = query.where('id', '=', id);
  if (text !== undefined) query = query.where(sql<boolean>`position(lower(${text}) in lower(text)) > 0`);
  if (claims !== undefined) query = query.where(hasWaitingClaim);
  for (const column of exact) {
    const value = values[column];
    if (value !== undefined) query = query.where(sql.ref(column), '=', value);
  }
  return query;
}

export async function selectHook(db: Database, id: number): Promise<OperatorHook | undefined> {
  return (await selectHooks(db, { id }, { sort: 'oldest', limit: 1 })).at(0);
}

/** Returns false when the hook is no longer in state `from`: a concurrent decision came first. */
export async function updateHookRow(
  trx: Trx,
  id: number,
  from: HookState,
  changes: Updateable<HookTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('hooks')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
