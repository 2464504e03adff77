// Creates a value at its first use.

export function lazily<T extends object>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= create();
    return created;
  };
}
