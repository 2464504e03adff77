// Merges a hook into another one with the same content.

import { z } from 'zod';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import type { Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { parseHookId } from '../../lib/ids.ts';
import { nextVersion } from '../store.ts';
import {
  deleteHistory,
  forgetNearDuplicates,
  haveDifferentIds,
  keepText,
  lockHooks,
  type MergedHook,
  moveHistory,
  moveReports,
  moveSourceRecords,
  type Pair,
  retireInto,
  type Stamp,
  setState,
  showVideo,
  takeContent,
} from './store.ts';

export const mergeInput = z.strictObject({
  into: z.string().meta({ description: 'The hook that stays', example: 'hook_17' }),
});

/** Refers clients from the merged hook to the one that stays. Operators still see both. */
export async function mergeHook(
  ctx: Context,
  { id, into }: z.infer<typeof mergeInput> & { id: string },
): Promise<void> {
  const pair = { keep: parseHookId(into), drop: parseHookId(id) };
  const merge = async (trx: Trx, audit: Audit) => {
    const version = await nextVersion(trx);
    const { isSameVideo } = await mergeHooks(trx, pair, { version, now: new Date() });
    await audit({ action: 'hook.merged', subject: id, details: { into, same_video: isSameVideo } });
  };
  await commit(ctx, merge, 'catalog');
}

/**
 * The hooks count as the same video unless two video keys, or two ids of one source, differ. For the same video, source records and view
 * history move to the hook that stays. Views and history of a different video are never shown, and its records do not bring it back. The
 * result is published if either hook was, with the text and labels of the published one, or else of the one that a curator changed. The
 * caller must have locked the catalog by nextVersion().
 */
async function mergeHooks(trx: Trx, pair: Pair, stamp: Stamp): Promise<{ isSameVideo: boolean }> {
  const hooks = await lockHooks(trx, pair);
  const [keep, drop] = [pair.keep, pair.drop].map((id) => hooks.find((hook) => hook.id === id));
  if (!keep || !drop) fail('not_found', `hook_${keep ? pair.drop : pair.keep} does not exist.`);
  requireMergeable(keep, drop);
  const hasTwoKeys = keep.video_key !== null && drop.video_key !== null;
  const isSameVideo = !drop.sample && !hasTwoKeys && !(await haveDifferentIds(trx, pair));
  if (isSameVideo) {
    await moveSourceRecords(trx, pair);
    await moveHistory(trx, pair);
    await moveReports(trx, pair);
    await keepText(trx, pair);
  } else await deleteHistory(trx, drop.id);
  await retireInto(trx, pair, { ...stamp, keepsVideo: !isSameVideo });
  if (takesContent(keep, drop)) await takeContent(trx, pair);
  await setState(trx, pair, mergedState(keep, drop), stamp);
  await forgetNearDuplicates(trx, drop.id);
  if (isSameVideo) await showVideo(trx, pair, keep.video_key ?? drop.video_key, stamp);
  return { isSameVideo };
}

function requireMergeable(keep: MergedHook, drop: MergedHook): void {
  if (keep.id === drop.id) fail('conflict', `hook_${keep.id} cannot be merged into itself. Name another hook.`);
  for (const { id, merged_into, retired_by } of [keep, drop]) {
    if (retired_by === 'takedown') fail('conflict', `hook_${id} was taken down. Its content is gone.`);
    if (merged_into !== null)
      fail('conflict', `hook_${id} is already merged into hook_${merged_into}. Use that one instead.`);
  }
  if (keep.sample && !drop.sample)
    fail('conflict', `hook_${keep.id} is a sample hook. Merge it into hook_${drop.id} instead.`);
}

function takesContent(keep: MergedHook, drop: MergedHook): boolean {
  const [isShown, isDropShown] = [keep.state === 'published', drop.state === 'published'];
  return isShown === isDropShown ? keep.curated_at === null && drop.curated_at !== null : isDropShown;
}

/** Keeps a decision against the hook that stays, unless clients have the other hook. */
function mergedState(keep: MergedHook, drop: MergedHook): MergedHook['state'] {
  if (keep.state === 'published' || drop.state === 'published') return 'published';
  return keep.retired_by === 'snapshot' && drop.state === 'pending' ? 'pending' : keep.state;
}
