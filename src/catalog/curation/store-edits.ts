// SQL of edits: locks hooks, changes them in one statement that also records their former values, and restores them.
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Db, Trx } from '../../db/database.ts';
import type { HookColumnName } from '../../db/hook-columns.ts';
import type { EditTable } from '../../db/tables/edits.ts';
import type { HookState, HookTable } from '../../db/tables.ts';
import type { GuessedLabel } from '../../labels/label.ts';

type Columns = { [C in keyof Updateable<HookTable>]: Updateable<HookTable>[C] | RawBuilder<Updateable<HookTable>[C]> };
export type EditRow = Selectable<EditTable>;

const isAnyOf = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids as number[]}::bigint[])`;

export async function selectStates(db: Db, ids: readonly number[]): Promise<{ id: number; state: HookState }[]> {
  return db.selectFrom('hooks').select(['id', 'state']).where(isAnyOf('id', ids)).execute();
}

export type LockedHook = Pick<
  Selectable<HookTable>,
  'id' | 'state' | 'added_version' | 'retired_by' | 'merged_into' | 'video_key' | 'source_id'
>;

/** Locks the hooks in order of id until the transaction ends. For changes that clients see, the caller must lock the catalog first. */
export async function lockHooks(trx: Trx, ids: readonly number[]): Promise<LockedHook[]> {
  return trx
    .selectFrom('hooks')
    .select(['id', 'state', 'added_version', 'retired_by', 'merged_into', 'video_key', 'source_id'])
    .where(isAnyOf('id', ids))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Finds another hook with this text that is identified by its text alone. */
export async function findTextTwin(trx: Trx, id: number, textKey: string): Promise<number | undefined> {
  const query = trx.selectFrom('hooks').select('id').where('text_key', '=', textKey).where('id', '<>', id);
  const row = await query
    .where('video_key', 'is', null)
    .where('source_id', 'is', null)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

export type HookChanges = {
  values: Updateable<HookTable>;
  now: Date;
  /** Whether a curator decided labels or text, which imports then no longer overwrite. */
  isCurated: boolean;
  /** Labels that the edit decides. */
  decided: readonly GuessedLabel[];
  state: HookState | undefined;
};

/** A label that remains unknown gets no origin. */
function originColumns(label: GuessedLabel, value: string | null | undefined) {
  const decided = (origin: RawBuilder<unknown>) =>
    value === undefined ? sql`case when ${sql.ref(`h.${label}`)} is not null then ${origin} end` : origin;
  return [
    [`${label}_method`, decided(sql`'curator'`)],
    [`${label}_confidence`, decided(sql`1::float8`)],
  ];
}

/** The replaced text is stored as the source's text, unless an earlier edit or import stored one. */
function columnsOf({ values, now, isCurated, decided, state }: HookChanges): Columns {
  return {
    ...values,
    ...Object.fromEntries(decided.flatMap((label) => originColumns(label, values[label]))),
    ...(values.text === undefined
      ? {}
      : { raw_text: sql<string | null>`nullif(coalesce(h.raw_text, h.text), ${values.text})` }),
    ...(isCurated ? { curated_at: sql<Date>`now()` } : {}),
    ...(state === undefined ? {} : { state, retired_by: state === 'retired' ? 'curator' : null }),
    ...(state === 'published'
      ? {
          added_at: sql<Date>`case when h.state in ('pending', 'rejected') or h.added_version is null then ${now}::timestamptz else h.added_at end`,
        }
      : {}),
  };
}

/** Sets the version of hooks that clients have before or after the change. Hooks that become visible count as added by it. */
function versionsOf(version: number | undefined, state: RawBuilder<HookState | null>): Columns {
  if (version === undefined) return { updated_at: sql<Date>`now()` };
  return {
    version: sql<number>`case when 'published' in (h.state, coalesce(${state}, h.state)) then ${version}::bigint else h.version end`,
    added_version: sql<number>`case when h.state <> 'published' and ${state} = 'published' then ${version}::bigint else h.added_version end`,
    updated_at: sql<Date>`now()`,
  };
}

/** `version` is undefined if clients see none of the changes. */
type EditOf = { editId: string; ids: readonly number[]; version: number | undefined };

/** Assigns future records with these texts to these hooks. Must run before the texts are replaced. */
export async function keepFormerTexts(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx
    .insertInto('former_texts')
    .columns(['text_key', 'hook_id'])
    .expression((query) => query.selectFrom('hooks').select(['text_key', 'id']).where(isAnyOf('id', ids)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Changes the hooks, and records the changed columns before and after. */
export async function changeHooks(trx: Trx, { editId, ids, version }: EditOf, changes: HookChanges): Promise<void> {
  const columns = columnsOf(changes);
  const names = Object.keys(columns) as HookColumnName[];
  const recorded = sql<Record<string, unknown>>`jsonb_build_object(${sql.join(
    names.flatMap((name) => [sql.lit(name), sql.ref(`h.${name}`)]),
  )})`;
  await trx
    .with('former', (query) =>
      query
        .selectFrom('hooks as h')
        .select(['h.id', recorded.as('before')])
        .where(isAnyOf('h.id', ids)),
    )
    .with('changed', (query) =>
      query
        .updateTable('hooks as h')
        .set({ ...columns, ...versionsOf(version, sql`${changes.state ?? null}::text`) })
        .where(isAnyOf('h.id', ids))
        .returning(['h.id', recorded.as('after')]),
    )
    .insertInto('edit_changes')
    .columns(['edit_id', 'hook_id', 'before', 'after'])
    .expression((query) =>
      query
        .selectFrom('former')
        .innerJoin('changed', 'changed.id', 'former.id')
        .select([sql<string>`${editId}::text`.as('edit_id'), 'former.id', 'former.before', 'changed.after']),
    )
    .execute();
}

export async function insertEdit(trx: Trx, row: Insertable<EditTable>): Promise<void> {
  await trx.insertInto('edits').values(row).execute();
}

/** Returns the newest edits first. `after` is the id of the last edit of the previous page. */
export async function selectEdits(
  db: Database,
  { limit, after }: { limit: number; after?: string },
): Promise<EditRow[]> {
  let query = db.selectFrom('edits').selectAll();
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from edits as last where last.id = ${after})`,
    );
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Locks the edit until the transaction ends. */
export async function lockEdit(trx: Trx, id: string): Promise<EditRow | undefined> {
  return trx.selectFrom('edits').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export type EditedHook = {
  id: number;
  state: HookState;
  retired_by: Selectable<HookTable>['retired_by'];
  /** Whether the edited columns still have the values of the edit. */
  is_untouched: boolean;
  /** null if the state did not change. */
  former_state: HookState | null;
  former_text_key: string | null;
  is_known_by_text: boolean;
};

/** Locks the hooks of an edit in order of id. */
export async function lockEditedHooks(trx: Trx, editId: string): Promise<EditedHook[]> {
  const { rows } = await sql<EditedHook>`
    select h.id, h.state, h.retired_by,
      coalesce(to_jsonb(h) @> c.after and h.merged_into is null and h.retired_by is distinct from 'takedown', false) as is_untouched,
      c.before ->> 'state' as former_state, c.before ->> 'text_key' as former_text_key,
      h.video_key is null and h.source_id is null as is_known_by_text
    from edit_changes c join hooks h on h.id = c.hook_id
    where c.edit_id = ${editId} order by h.id for update of h`.execute(trx);
  return rows;
}

/** Every hook of an edit has the same changed columns, so those of one hook suffice. */
export async function restoreHooks(trx: Trx, { editId, ids, version }: EditOf): Promise<void> {
  const { rows } = await sql<{ name: HookColumnName }>`
    select jsonb_object_keys(before) as name from (
      select before from edit_changes where edit_id = ${editId} and ${isAnyOf('hook_id', ids)} limit 1) one`.execute(
    trx,
  );
  const columns = Object.fromEntries(rows.map(({ name }) => [name, sql.ref(`r.${name}`)])) as Columns;
  const state = 'state' in columns ? sql<HookState>`r.state` : sql<null>`null::text`;
  await trx
    .updateTable('hooks as h')
    .from('edit_changes as c')
    .from(sql<Selectable<HookTable>>`lateral jsonb_populate_record(null::hooks, c.before)`.as('r'))
    .set({ ...columns, ...versionsOf(version, state) })
    .whereRef('c.hook_id', '=', 'h.id')
    .where('c.edit_id', '=', editId)
    .where(isAnyOf('h.id', ids))
    .execute();
}

export async function markUndone(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('edits').set({ undone_at: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute();
}

/** Deletes the recorded values of edits that can no longer be undone, and keeps the hook ids for the audit log. */
export async function forgetEditsBefore(db: Database, before: Date): Promise<void> {
  const old = db.selectFrom('edits').select('id').where('created_at', '<', before);
  await db
    .updateTable('edit_changes')
    .set({ before: null, after: null })
    .where('before', 'is not', null)
    .where('edit_id', 'in', old)
    .execute();
}

export async function deleteEditsBefore(db: Database, before: Date): Promise<void> {
  const old = db.selectFrom('edits').select('id').where('created_at', '<', before);
  await db.deleteFrom('edit_changes').where('edit_id', 'in', old).execute();
  await db.deleteFrom('edits').where('created_at', '<', before).execute();
}
