// Caches one result for some time. Concurrent calls share the computation; a failure is not cached.

export function cacheFor<T>(
  cachedMs: number,
  compute: () => Promise<T>,
  now = () => performance.now(),
): () => Promise<T> {
  let cached: { at: number; result: Promise<T> } | undefined;
  return () => {
    const at = now();
    if (cached && at < cached.at + cachedMs) return cached.result;
    const fresh = { at, result: compute() };
    fresh.result.catch(() => {
      if (cached === fresh) cached = undefined;
    });
    cached = fresh;
    return fresh.result;
  };
}
