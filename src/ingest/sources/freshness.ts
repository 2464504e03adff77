// Freshness of the catalog (last check, next update), cached in memory so that /meta needs no database.
import type { Freshness } from './store.ts';

/** `viewsCheckedAt`: when refreshes last requested view counts, by platform as in `video_key`. */
export type CatalogFreshness = Freshness & { viewsCheckedAt: ReadonlyMap<string, Date> };

export type LiveFreshness = {
  current: () => CatalogFreshness;
  /** Resolves when `current` reflects everything committed before the call. */
  reload: () => Promise<void>;
};

/** Both times are null until the first `reload`. */
export function createFreshness(load: () => Promise<CatalogFreshness>, now: () => number = Date.now): LiveFreshness {
  let cached: CatalogFreshness = { nextUpdateAt: null, checkedAt: null, viewsCheckedAt: new Map() };
  let loading: Promise<void> = Promise.resolve();
  return {
    current: () => {
      const { nextUpdateAt } = cached;
      // A source that is due is about to run or running.
      return { ...cached, nextUpdateAt: nextUpdateAt && new Date(Math.max(nextUpdateAt.getTime(), now())) };
    },
    // Sequential, so that an older result never replaces a newer one.
    reload: () => {
      const loadNext = async () => {
        cached = await load();
      };
      loading = loading.then(loadNext, loadNext);
      return loading;
    },
  };
}
