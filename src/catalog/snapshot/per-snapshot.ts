// Caches a value per snapshot, for as long as the snapshot lives.
import type { Snapshot } from './snapshot.ts';

/** `compute` runs on the first call for a snapshot. */
export function perSnapshot<T extends object>(compute: (snapshot: Snapshot) => T): (snapshot: Snapshot) => T {
  const cache = new WeakMap<Snapshot, T>();
  return (snapshot) => {
    let value = cache.get(snapshot);
    if (value === undefined) {
      value = compute(snapshot);
      cache.set(snapshot, value);
    }
    return value;
  };
}
