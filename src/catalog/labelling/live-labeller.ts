// The labeller of a process, replaced as a whole when another model becomes active.
import { createLabeller, type Labeller } from '../../labels/labeller.ts';

export type LiveLabeller = {
  current: () => Labeller;
  /** Resolves when `current` reflects everything committed before the call. */
  reload: () => Promise<void>;
};

/** The model that ships is used until the first `reload`. `load` gets the current one, and returns it if its model is still active. */
export function createLiveLabeller(load: (current: Labeller) => Promise<Labeller>): LiveLabeller {
  let current = createLabeller();
  let loading: Promise<void> = Promise.resolve();
  return {
    current: () => current,
    // Sequential, so that an older model never replaces a newer one.
    reload: () => {
      const loadNext = async () => {
        current = await load(current);
      };
      loading = loading.then(loadNext, loadNext);
      return loading;
    },
  };
}
