// Freshness of the catalog (last check, next update), cached in memory so that /meta needs no database.
import type { Freshness } from './store.ts';

export type LiveFreshness = {
  current: () => Freshness;
  /** Resolves when `current` reflects everything committed before the call. */
  reload: () => Promise<void>;
};

/** Both times are null until the first `reload`. */
export function createFreshness(load: () => Promise<Freshness>, now: () => number = Date.now): LiveFreshness {
  let cached: Freshness = { nextUpdateAt: null, checkedAt: null };
  let loading: Promise<void> = Promise.resolve();
  return {
    current: () => {
      const { nextUpdateAt, checkedAt } = cached;
      // A source that is due is about to run or running.
      return { checkedAt, nextUpdateAt: nextUpdateAt && new Date(Math.max(nextUpdateAt.getTime(), now())) };
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
