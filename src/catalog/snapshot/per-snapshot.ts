// Caches a value per snapshot, for as long as the snapshot lives.
import type { Rows, Snapshot } from './snapshot.ts';

/** `compute` runs on the first call for a snapshot. */
export function perSnapshot<T extends object, S extends Rows = Snapshot>(
  compute: (snapshot: S) => T,
): (snapshot: S) => T {
  const cache = new WeakMap<S, T>();
  return (snapshot) => {
    let value = cache.get(snapshot);
    if (value === undefined) {
      value = compute(snapshot);
      cache.set(snapshot, value);
    }
    return value;
  };
}
