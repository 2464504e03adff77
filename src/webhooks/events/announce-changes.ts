// Announces changes of the catalog after they were published: hooks that reached a threshold of views, and retired hooks.
import { catalogVersion } from '../../catalog/store.ts';
import type { Database } from '../../db/database.ts';
import { type AnnounceLimits, announceHooks, toBrief } from './announce.ts';
import { viewThresholds } from './event.ts';
import { selectAdded } from './store-announce.ts';
import { lockAnnounced, reachThresholds, selectRetired, setAnnounced } from './store-changes.ts';

/**
 * Once for each version over all processes: the version up to which changes are announced is stored with the deliveries. Called with
 * each version that a process serves, and every minute, in case a process ended in between. Versions that came together are announced
 * together.
 */
export async function announceChanges(db: Database, limits: AnnounceLimits): Promise<void> {
  const until = await catalogVersion(db);
  await db.transaction().execute(async (trx) => {
    const after = await lockAnnounced(trx, until);
    if (after === undefined) return;
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
        reason: retired_by,
      }),
    });
    await setAnnounced(trx, until);
  });
}
