// SQL of single hooks, for the curator: finding them in any state, and changing one.
import { sql, type Updateable } from 'kysely';
import type { Database, Trx } from '../../db/database.ts';
import type { HookState, HookTable } from '../../db/tables.ts';
import type { FullHook } from '../hook.ts';
import { type HookRow, toRecord } from '../record.ts';
import { rowColumns } from '../snapshot/store.ts';

export type OperatorHook = FullHook & {
  state: HookState;
  source: string;
  source_id: string | null;
  /** The import that brought it; null where it came before imports were kept. */
  import_id: string | null;
  retired_by: 'snapshot' | 'curator' | null;
};

const momentColumns = ['published_at', 'views_captured_at', 'added_at', 'updated_at'] as const;
type Moments = Record<(typeof momentColumns)[number], Date | null>;
type Own = Pick<OperatorHook, 'state' | 'source' | 'source_id' | 'import_id' | 'retired_by'>;
type OperatorRow = Omit<HookRow, keyof Moments> & Moments & Own;

/** Columns that a hook is found by, as they are. */
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
] as const;

export type HookFilter = { [column in (typeof exact)[number]]?: string } & { id?: number; text?: string };
export type HookSort = 'oldest' | 'newest' | 'confidence' | 'views';
/** The hook that a page ended with, and, where the order is not that of ids, what it was ordered by. */
export type HookPlace = { id: number; value?: number };

/** Oldest and newest go by the id, which is the order of arrival. */
const sorts = {
  oldest: { order: sql`h.id`, after: ({ id }: HookPlace) => sql`h.id > ${id}` },
  newest: { order: sql`h.id desc`, after: ({ id }: HookPlace) => sql`h.id < ${id}` },
  confidence: {
    order: sql`h.label_confidence, h.id`,
    after: ({ id, value }: HookPlace) => sql`(h.label_confidence, h.id) > (${value}::float8, ${id}::bigint)`,
  },
  views: {
    order: sql`h.views desc, h.id desc`,
    after: ({ id, value }: HookPlace) => sql`(h.views, h.id) < (${value}::bigint, ${id}::bigint)`,
  },
} as const satisfies Record<HookSort, unknown>;

export async function selectHooks(
  db: Database,
  filter: HookFilter,
  { sort, after, limit }: { sort: HookSort; after?: HookPlace; limit: number },
): Promise<OperatorHook[]> {
  const { order, after: isAfter } = sorts[sort];
  const where = after === undefined ? conditionsOf(filter) : sql`${conditionsOf(filter)} and ${isAfter(after)}`;
  const { rows } = await sql<OperatorRow>`
    select ${sql.raw(rowColumns)}, h.state, h.source, h.source_id, h.import_id, h.retired_by
    from hooks h where ${where} order by ${order} limit ${limit}`.execute(db);
  return rows.map((row) => {
    const { state, source, source_id, import_id, retired_by } = row;
    const moments = Object.fromEntries(momentColumns.map((column) => [column, row[column]?.getTime() ?? null]));
    const record = toRecord({ ...row, ...(moments as Pick<HookRow, keyof Moments>) });
    return { ...record, state, source, source_id, import_id, retired_by };
  });
}

export async function countHooks(db: Database, filter: HookFilter): Promise<number> {
  const where = conditionsOf(filter);
  const { rows } = await sql<{ total: number }>`select count(*) as total from hooks h where ${where}`.execute(db);
  return rows[0].total;
}

function conditionsOf({ id, text, ...given }: HookFilter) {
  const conditions = [sql`true`];
  if (id !== undefined) conditions.push(sql`h.id = ${id}`);
  if (text !== undefined) conditions.push(sql`position(lower(${text}) in lower(h.text)) > 0`);
  for (const column of exact)
    if (given[column] !== undefined) conditions.push(sql`${sql.ref(`h.${column}`)} = ${given[column]}`);
  return sql.join(conditions, sql` and `);
}

export async function selectHook(db: Database, id: number): Promise<OperatorHook | undefined> {
  return (await selectHooks(db, { id }, { sort: 'oldest', limit: 1 }))[0];
}

/** False where it is no longer in the state that was read: another decision came between. */
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
