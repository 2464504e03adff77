// Takes hooks down, and lifts the blocks of takedowns.
import { z } from 'zod';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import { type Database, type Trx, takeCountedPage } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { fail } from '../../lib/errors.ts';
import { newId, parseHookId } from '../../lib/ids.ts';
import { settleReports } from '../reports/store.ts';
import { nextVersion } from '../store.ts';
import {
  countTakedowns,
  deleteCreatorVideos,
  deleteFormerTexts,
  emptyHook,
  findTakedown,
  findTakedownOfHook,
  type HookRow,
  insertTakedown,
  liftTakedown,
  lockHook,
  lockWith,
  selectFormerTexts,
  selectTakedowns,
} from './store.ts';
import { blockKinds, hashCreator, hashUrl, type Takedown, type TakedownInput, takedownSchema } from './takedown.ts';

/** Removes copies of the hook in the transaction of the takedown. Passed in, since the catalog must not import exports and collections. */
export type RemoveCopies = (trx: Trx, hook: HookRow) => Promise<unknown>;

type TakedownContext = Context & { jobs: Pick<Jobs, 'send'>; removeCopies: RemoveCopies };

/**
 * Replaces the hook by a tombstone without content, and blocks its values. Does the same for hooks that were merged into it and, with
 * `all_by_creator`, for other hooks of its creator. When this resolves, clients no longer get them from this process; a job removes the
 * copies in deliveries and rejected records. Waits for a running publication, since both lock the catalog.
 */
export async function takeDown(
  ctx: TakedownContext,
  { id: hookId, all_by_creator: isAllByCreator = false, ...input }: TakedownInput & { id: string },
): Promise<Takedown> {
  const number = parseHookId(hookId);
  const emptyAll = async (trx: Trx, audit: Audit) => {
    const catalogVersion = await nextVersion(trx);
    const hook = (await lockHook(trx, number)) ?? fail('not_found', `${hookId} does not exist.`);
    const earlier = await findTakedownOfHook(trx, number);
    if (earlier) fail('conflict', `${hookId} is already taken down (${earlier.id}).`);
    // A hook with its own video was merged for its words, so it can be taken down alone.
    if (hook.merged_into !== null && hook.video_key === null)
      fail(
        'conflict',
        `${hookId} was merged into hook_${hook.merged_into}. Take that one down, which includes ${hookId}.`,
      );
    const deps = { ...ctx, db: trx, audit, catalogVersion, isAllByCreator };
    for (const other of await lockWith(trx, { ...hook, isAllByCreator })) await empty(deps, other, input);
    return empty(deps, hook, input);
  };
  return commit(ctx, emptyAll, 'catalog');
}

type EmptyDeps = TakedownContext & { db: Trx; audit: Audit; catalogVersion: number; isAllByCreator: boolean };

async function empty(
  { db: trx, audit, actor, jobs, removeCopies, catalogVersion: catalog_version, isAllByCreator }: EmptyDeps,
  hook: HookRow,
  { reason, blocks = [...blockKinds] }: TakedownInput,
): Promise<Takedown> {
  const hashes = hashesOf(hook);
  const takedown = await insertTakedown(trx, {
    id: newId('tkd'),
    hook_id: hook.id,
    reason,
    actor: actor.kind,
    text_key: blocks.includes('text') ? hashes.textKey : null,
    url_hash: blocks.includes('source_url') ? hashes.urlHash : null,
    creator_hash: blocks.includes('creator') && hook.creator !== null ? hashCreator(hook.platform, hook.creator) : null,
    catalog_version,
    created_at: new Date(),
  });
  await emptyHook(trx, hook.id, catalog_version);
  const creator = isAllByCreator || blocks.includes('creator') ? hook.creator : null;
  await deleteCreatorVideos(trx, { ...hook, creator, video: hook.video_key });
  await settleReports(trx, hook);
  await removeCopies(trx, hook);
  const { id: takedownId } = takedown;
  const formerTextKeys = await selectFormerTexts(trx, hook.id);
  if (!blocks.includes('text')) await deleteFormerTexts(trx, hook.id);
  const addedAt = hook.added_at.toISOString();
  await jobs.send(trx, 'takedown', { takedownId, hookId: hook.id, addedAt, ...hashes, formerTextKeys });
  const details = { takedown: takedownId, reason, blocks: takedown.blocks };
  await audit({ action: 'hook.taken_down', subject: `hook_${hook.id}`, details });
  return takedown;
}

/** The purge finds copies by these hashes, since the content is deleted when it runs. */
function hashesOf({ text_key: textKey, video_key, source_url }: HookRow) {
  const video = video_key ?? source_url;
  return { textKey, urlHash: video === null ? null : hashUrl(video) };
}

/** Lets imports bring text, URL and creator back, as a new hook. The tombstone stays. */
export async function liftBlocks(ctx: Context, { id }: { id: string }): Promise<Takedown> {
  return commit(ctx, async (trx, audit) => {
    const found = (await findTakedown(trx, id)) ?? failUnknown(id);
    const lifted = (await liftTakedown(trx, id)) ?? fail('conflict', `The blocks of ${id} are already lifted.`);
    await deleteFormerTexts(trx, found.hook_id);
    const details = { hook: `hook_${found.hook_id}` };
    await audit({ action: 'takedown.lifted', subject: id, details });
    return lifted;
  });
}

function failUnknown(id: string): never {
  return fail('not_found', `There is no takedown ${id.slice(0, 40)}. GET /operator/takedowns lists them.`);
}

export const takedownPageSchema = z
  .object({ takedowns: z.array(takedownSchema), total: z.number().int(), next: z.string().nullable() })
  .meta({ id: 'TakedownPage', description: 'A page of takedowns' });
export type TakedownPage = z.infer<typeof takedownPageSchema>;

/** Returns the newest takedowns first. */
export async function listTakedowns(
  db: Database,
  { limit = 50, after }: { limit?: number; after?: string },
): Promise<TakedownPage> {
  const { rows, ...page } = await takeCountedPage(
    limit,
    (count) => selectTakedowns(db, { limit: count, after }),
    ({ id }) => id,
    countTakedowns(db),
  );
  return { takedowns: rows, ...page };
}
