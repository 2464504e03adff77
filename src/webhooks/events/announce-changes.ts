// Announces changes of the catalog after they were published: hooks that reached a threshold of views, retired and returned hooks.
import { catalogVersion, holdCatalog, isLockTimeout } from '../../catalog/store.ts';
import type { Database, Trx } from '../../db/database.ts';
import { type AnnounceLimits, announceHooks, toBrief } from './announce.ts';
import { viewThresholds } from './event.ts';
import { selectAdded } from './store-announce.ts';
import { lockAnnounced, reachThresholds, selectRetired, selectReturned, setAnnounced } from './store-changes.ts';

/**
 * Once for each version over all processes: the version up to which changes are announced is stored with the deliveries. Called with
 * each version that a process serves, and every minute, in case a process ended in between, or a publication held the catalog for long.
 * Versions that came together are announced together.
 */
export async function announceChanges(db: Database, limits: AnnounceLimits): Promise<void> {
  const announcing = db.transaction().execute((trx) => announceNext(trx, limits));
  await announcing.catch((error) => {
    if (!isLockTimeout(error)) throw error;
  });
}

async function announceNext(trx: Trx, limits: AnnounceLimits): Promise<void> {
  const after = await lockAnnounced(trx, await catalogVersion(trx));
  if (!after) return;
  // A takedown waits, so that it finds what was announced.
  const until = await holdCatalog(trx);
  const range = { after, until };
  const now = new Date();
  const crossings = new Map((await reachThresholds(trx, range, viewThresholds)).map((one) => [one.id, one]));
  if (crossings.size > 0)
    await announceHooks(trx, now, limits, {
      type: 'hooks.updated',
      pages: () => selectAdded(trx, { hookIds: [...crossings.keys()] }),
      toItem: (hook) => {
        const { crossed, previousViews } = crossings.get(hook.id) ?? {};
        return { ...toBrief(hook), crossed, previous_views: previousViews };
      },
    });
  await announceHooks(trx, now, limits, {
    type: 'hooks.retired',
    pages: () => selectRetired(trx, range),
    // Nothing is left of it that a filter could read, and whoever has a copy has to delete it.
    isForAll: ({ retired_by }) => retired_by === 'takedown',
    toItem: ({ id, retired_at, retired_by }) => ({
      id: `hook_${id}`,
      retired_at: retired_at.toISOString(),
      // An accepted hook that waits for review again has none.
      reason: retired_by ?? 'undo',
    }),
  });
  await announceHooks(trx, now, limits, {
    type: 'hooks.new',
    // Others were not told that it was gone.
    alsoReceiving: 'hooks.retired',
    pages: () => selectReturned(trx, range),
    toItem: toBrief,
  });
  await setAnnounced(trx, until);
}
