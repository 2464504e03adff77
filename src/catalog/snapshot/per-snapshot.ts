// What is worked out once for each catalog version, and goes with it.
import type { Snapshot } from './snapshot.ts';

/** `make` runs at the first request that a version gets. */
export function perSnapshot<T extends object>(make: (snapshot: Snapshot) => T): (snapshot: Snapshot) => T {
  const known = new WeakMap<Snapshot, T>();
  return (snapshot) => {
    let made = known.get(snapshot);
    if (made === undefined) {
      made = make(snapshot);
      known.set(snapshot, made);
    }
    return made;
  };
}
