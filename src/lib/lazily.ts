// Creates a value at its first use.

/** A promise that is rejected is not kept: the next use tries again. */
export function lazily<T extends object>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    if (created) return created;
    created = create();
    if (created instanceof Promise)
      created.catch(() => {
        created = undefined;
      });
    return created;
  };
}
