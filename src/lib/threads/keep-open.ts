// What a warm thread keeps open for its next task, such as connections: one takes 20 ms of CPU to open.

/** Returns what is open for a URL. That for another URL is closed first; threads have tasks of one database, except in tests. */
export function keepOpen<T>(open: (url: string) => T, close: (kept: T) => Promise<void>): (url: string) => Promise<T> {
  let kept: { url: string; value: T } | undefined;
  return async (url) => {
    if (kept && kept.url !== url) {
      await close(kept.value);
      kept = undefined;
    }
    kept ??= { url, value: open(url) };
    return kept.value;
  };
}
