// When the catalog was last looked after and will be next, held in memory, so that /meta asks no database.
import type { Freshness } from './store.ts';

export type LiveFreshness = {
  current: () => Freshness;
  /** Resolves when everything that was committed before the call is told. */
  reload: () => Promise<void>;
};

/** Nothing is known until the first `reload`. */
export function createFreshness(load: () => Promise<Freshness>, now: () => number = Date.now): LiveFreshness {
  let known: Freshness = { nextUpdateAt: null, checkedAt: null };
  let last: Promise<void> = Promise.resolve();
  return {
    current: () => {
      const { nextUpdateAt, checkedAt } = known;
      // What is due is about to be run, or is being run.
      return { checkedAt, nextUpdateAt: nextUpdateAt && new Date(Math.max(nextUpdateAt.getTime(), now())) };
    },
    // One after another, so that an older answer never replaces a newer one.
    reload: () => {
      const load1 = async () => {
        known = await load();
      };
      last = last.then(load1, load1);
      return last;
    },
  };
}
