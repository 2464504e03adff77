// Caches a value per snapshot, until the snapshot is replaced.
import type { Rows, Snapshot } from './snapshot.ts';

const caches: Pick<WeakMap<Rows, object>, 'delete'>[] = [];

/** `compute` runs on the first call for a snapshot. */
export function perSnapshot<T extends object, S extends Rows = Snapshot>(
  compute: (snapshot: S) => T,
): (snapshot: S) => T {
  const cache = new WeakMap<S, T>();
  caches.push(cache as WeakMap<Rows, object>);
  return (snapshot) => {
    let value = cache.get(snapshot);
    if (value === undefined) {
      value = compute(snapshot);
      cache.set(snapshot, value);
    }
    return value;
  };
}

/** Forgets what is cached of a snapshot. Requests that still read it compute what they need. */
export function releaseCaches(snapshot: Rows): void {
  for (const cache of caches) cache.delete(snapshot);
}
