// Reads collections with the URLs of their share pages, and their hooks as they are in the catalog now.
import { shownToken } from '../auth/sign-in.ts';
import type { Hook } from '../catalog/record.ts';
import { recordBytes } from '../catalog/snapshot/records/expand.ts';
import { findRetired, findRow, type Snapshot } from '../catalog/snapshot/snapshot.ts';
import { briefRecord } from '../catalog/summary.ts';
import { type Database, type Db, takePage } from '../db/database.ts';
import type { Encryption } from '../lib/encryption.ts';
import { fail } from '../lib/errors.ts';
import { hookNumber, type IdInAccount } from '../lib/ids.ts';
import type { Collection, CollectionHook } from './collection.ts';
import {
  type CollectionRow,
  findCollection,
  type ItemRow,
  type PlaceThen,
  placeNow,
  selectCollections,
  selectItems,
} from './store.ts';

export type ShowDeps = {
  db: Db;
  encryption: Encryption;
  publicUrl: () => string;
  /** Set when an operator views the account. */
  hidesTokens?: boolean;
};

/** Newest first. `hook` selects collections that contain it. */
export async function listCollections(
  deps: ShowDeps,
  { accountId, hook }: { accountId: string; hook?: string | undefined },
): Promise<Collection[]> {
  const number = hook === undefined ? undefined : (hookNumber(hook) ?? failHookId());
  return (await selectCollections(deps.db, accountId, number)).map((row) => showCollection(deps, row));
}

function failHookId(): never {
  const detail = '`hook` must be an id of a hook, such as hook_1204.';
  return fail('invalid_parameter', detail, { errors: [{ parameter: 'hook', detail }] });
}

/** Throws `not_found` for a collection of another account. */
export async function getCollection(deps: ShowDeps, { id, accountId }: IdInAccount): Promise<Collection> {
  return showCollection(deps, (await findCollection(deps.db, id, accountId)) ?? failUnknownCollection());
}

export function showCollection({ encryption, publicUrl, hidesTokens }: ShowDeps, row: CollectionRow): Collection {
  const token = row.sealed_token;
  return {
    collection_id: row.id,
    name: row.name,
    description: row.description,
    hooks: row.hooks,
    share_url: token === null ? null : `${publicUrl()}/c/${shownToken(encryption, token, hidesTokens)}`,
    indexable: row.indexable,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function failUnknownCollection(): never {
  return fail('not_found', 'Collection not found. GET /collections lists yours.');
}

/** Returns a page of the hooks of a collection, in its order. `after` is `next` of the previous page. */
export async function listCollectionHooks(
  { db, snapshot, isFull }: { db: Database; snapshot: Snapshot; isFull: boolean },
  { id, limit, after }: { id: string; limit: number; after?: string | undefined },
): Promise<{ items: CollectionHook[]; next: string | null }> {
  const then = after === undefined ? undefined : readPlace(after);
  const start = then && ((await placeNow(db, id, then)) ?? failOrder());
  const { rows, next } = await takePage(
    limit,
    (count) => selectItems(db, id, { limit: count, after: start }),
    writePlace,
  );
  return { items: rows.map((row) => toItem(snapshot, row, isFull)), next };
}

function toItem(snapshot: Snapshot, row: ItemRow, isFull: boolean): CollectionHook {
  const place = {
    note: row.note,
    tags: row.tags,
    position: row.position,
    added_at: row.added_at.toISOString(),
  };
  const at = findRow(snapshot, row.hook_id);
  if (at !== undefined)
    return {
      hook: isFull ? fullRecord(snapshot, at) : briefRecord(snapshot, at),
      ...place,
      state: 'published',
      merged_into: null,
    };
  // A hook published a moment ago may not be in this process yet; a hook that is pending again is not shown.
  const isShown = row.hook_state === 'retired' || row.hook_state === 'published';
  const mergedInto = findRetired(snapshot, row.hook_id)?.mergedInto;
  return {
    hook: { id: `hook_${row.hook_id}`, text: isShown ? row.text : null },
    ...place,
    state: row.hook_state === 'published' ? 'published' : 'retired',
    merged_into: mergedInto === undefined ? null : `hook_${mergedInto}`,
  };
}

function fullRecord(snapshot: Snapshot, row: number): Hook {
  return JSON.parse(recordBytes(snapshot, row).toString());
}

/** Cursor of a place in the order, so that paging continues there when hooks are moved. */
function writePlace({ rank_epoch, rank, hook_id }: PlaceThen): string {
  return Buffer.from(`${rank_epoch} ${rank} ${hook_id}`).toString('base64url');
}

function readPlace(cursor: string): PlaceThen {
  // Cursors from before epochs existed have none.
  const [, epoch = '0', rank, hook] =
    /^(?:(\d{1,9}) )?(-?\d{1,16}) (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (hook === undefined)
    fail('invalid_cursor', 'Invalid cursor. Use `next_cursor` of a response unchanged, or leave it out.');
  return { rank_epoch: Number(epoch), rank: Number(rank), hook_id: Number(hook) };
}

function failOrder(): never {
  return fail('invalid_cursor', 'The order of the collection has changed. Start again without `cursor`.');
}
