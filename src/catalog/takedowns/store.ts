// SQL of takedowns: empties the row of a hook, and keeps the block list.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Db, Trx } from '../../db/database.ts';
import { type HookColumnName, hookColumns } from '../../db/hook-columns.ts';
import type { TakedownTable } from '../../db/tables/takedowns.ts';
import type { HookTable } from '../../db/tables.ts';
import { isoOrNull } from '../../lib/time.ts';
import { deleteEmbeddingsOf } from '../embeddings/store.ts';
import type { BlockKind, BlockRow, Takedown } from './takedown.ts';

const blockColumns = { text: 'text_key', source_url: 'url_hash', creator: 'creator_hash' } as const satisfies Record<
  BlockKind,
  keyof TakedownTable
>;

function toTakedown(row: Selectable<TakedownTable>): Takedown {
  const { id, reason, actor, catalog_version } = row;
  const kinds = Object.entries(blockColumns) as [BlockKind, (typeof blockColumns)[BlockKind]][];
  return {
    id,
    hook_id: `hook_${row.hook_id}`,
    reason,
    actor,
    blocks: kinds.flatMap(([kind, column]) => (row[column] === null ? [] : [kind])),
    catalog_version,
    created_at: row.created_at.toISOString(),
    purged_at: isoOrNull(row.purged_at),
    lifted_at: isoOrNull(row.lifted_at),
  };
}

export type HookRow = Selectable<HookTable>;

/** Locks the hook until the transaction ends. */
export async function lockHook(trx: Trx, id: number): Promise<HookRow | undefined> {
  return trx.selectFrom('hooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type Lock = Pick<HookRow, 'id' | 'platform' | 'creator'> & { isAllByCreator: boolean };

/**
 * Locks, in order of id, hooks that were merged into the hook and, with `isAllByCreator`, other hooks of its creator with hooks merged into
 * those.
 */
export async function lockWith(trx: Trx, { id, platform, creator, isAllByCreator }: Lock): Promise<HookRow[]> {
  const gone = sql`(select id from hooks where id = ${id}
    or (${isAllByCreator} and platform = ${platform} and lower(creator) = lower(${creator})))`;
  const query = trx.selectFrom('hooks').selectAll().where('id', '<>', id);
  return query.where(sql<boolean>`(id in ${gone} or merged_into in ${gone})`).orderBy('id').forUpdate().execute();
}

/** Nullable columns that stay: they reveal nothing about the video or its creator. */
const keptColumns = new Set<HookColumnName>(['retired_by', 'import_id', 'added_version']);
const emptied = Object.fromEntries(
  Object.entries(hookColumns).flatMap(([name, column]) =>
    'nullable' in column && !keptColumns.has(name as HookColumnName) ? [[name, null]] : [],
  ),
) as Updateable<HookTable>;

/** Leaves a tombstone with id, version and labels. */
export async function emptyHook(trx: Trx, id: number, version: number): Promise<void> {
  await sql`delete from transcripts t using hooks h
    where h.id = ${id} and (t.video = h.video_key or t.text_key = h.text_key)`.execute(trx);
  await deleteEmbeddingsOf(trx, id);
  // The record's id stays, so that collectors never fetch the video again.
  await sql`update collected_records c set state = 'skipped', record = null, views = null, published_at = null from hooks h
    where h.id = ${id} and c.record_id in (split_part(h.video_key, '/', 2), h.source_id)`.execute(trx);
  await trx
    .updateTable('hooks')
    .set({
      ...emptied,
      text: '',
      // Cannot be the key of a text, since these are hexadecimal.
      text_key: `takedown ${id}`,
      views: 0,
      word_count: 0,
      state: 'retired',
      retired_by: 'takedown',
      version,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('view_history').where('hook_id', '=', id).execute();
  await trx.deleteFrom('hook_sources').where('hook_id', '=', id).execute();
  await trx.updateTable('edit_changes').set({ before: null, after: null }).where('hook_id', '=', id).execute();
  await trx.deleteFrom('import_changes').where('hook_id', '=', id).execute();
}

/** Views of the video are deleted, and all others of the creator if one is given. */
type Taken = { platform: string; creator: string | null; video: string | null };
export async function deleteCreatorVideos(trx: Trx, { platform, creator, video }: Taken): Promise<void> {
  await sql`
delete from creator_videos where video = ${video}
  or platform = ${platform} and creator = lower(ltrim(${creator}::text, '@'))`.execute(trx);
}

export async function insertTakedown(trx: Trx, row: Insertable<TakedownTable>): Promise<Takedown> {
  return toTakedown(await trx.insertInto('takedowns').values(row).returningAll().executeTakeFirstOrThrow());
}

export async function findTakedown(db: Db, id: string): Promise<Selectable<TakedownTable> | undefined> {
  return db.selectFrom('takedowns').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findTakedownOfHook(db: Db, hookId: number): Promise<Takedown | undefined> {
  const row = await db.selectFrom('takedowns').selectAll().where('hook_id', '=', hookId).executeTakeFirst();
  return row && toTakedown(row);
}

/** Returns the newest first. `after` is the id of the last takedown of the previous page. */
export async function selectTakedowns(
  db: Database,
  { limit, after }: { limit: number; after?: string },
): Promise<Takedown[]> {
  let query = db.selectFrom('takedowns').selectAll();
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from takedowns as last where last.id = ${after})`,
    );
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(toTakedown);
}

export async function countTakedowns(db: Database): Promise<number> {
  const query = db.selectFrom('takedowns').select(({ fn }) => fn.countAll<number>().as('all'));
  return (await query.executeTakeFirstOrThrow()).all;
}

export async function liftTakedown(trx: Trx, id: string): Promise<Takedown | undefined> {
  const row = await trx
    .updateTable('takedowns')
    .set({ text_key: null, url_hash: null, creator_hash: null, lifted_at: new Date() })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toTakedown(row);
}

/** Selects what imports may not bring back. A takedown has several rows if curators had replaced the text of its hook. */
export async function selectBlocks(db: Db): Promise<BlockRow[]> {
  const none = sql<string | null>`null::text`;
  const former = db
    .selectFrom('former_texts as f')
    .innerJoin('takedowns as t', 't.hook_id', 'f.hook_id')
    .select(['t.id', 'f.text_key', none.as('url_hash'), none.as('creator_hash'), 't.catalog_version'])
    .where('t.lifted_at', 'is', null);
  return db
    .selectFrom('takedowns')
    .select(['id', 'text_key', 'url_hash', 'creator_hash', 'catalog_version'])
    .where('lifted_at', 'is', null)
    .unionAll(former)
    .orderBy('id')
    .execute();
}

/** Returns the id of the takedown that blocks a text, given by its keys. */
export async function findTextBlock(db: Db, textKeys: readonly string[]): Promise<string | undefined> {
  return (await selectBlocks(db)).find(({ text_key }) => text_key !== null && textKeys.includes(text_key))?.id;
}

/** Returns keys of the texts that a hook had before curators replaced them. */
export async function selectFormerTexts(trx: Trx, hookId: number): Promise<string[]> {
  const rows = await trx.selectFrom('former_texts').select('text_key').where('hook_id', '=', hookId).execute();
  return rows.map(({ text_key }) => text_key);
}

export async function deleteFormerTexts(trx: Trx, hookId: number): Promise<void> {
  await trx.deleteFrom('former_texts').where('hook_id', '=', hookId).execute();
}

export async function markPurged(db: Database, id: string): Promise<void> {
  await db.updateTable('takedowns').set({ purged_at: new Date() }).where('id', '=', id).execute();
}
