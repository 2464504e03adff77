// Calls that share one run, values that are created on first use, and queues in which clients take turns.

/** Calls during a run share one further run, since the current run may have started before their change. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function start(): Promise<void> {
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  }

  return () => {
    if (!running) return start();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}

export type Flushed = {
  /** Writes what was recorded before this call. Rejects during an outage of the database. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
};

/** Runs `write` repeatedly, and a last time on close. The next run writes what a failed one did not. */
export function flushEvery(everyMs: number, write: () => Promise<void>): Flushed {
  const flush = coalesce(write);
  const flushQuietly = () => flush().catch(() => {});
  const timer = setInterval(flushQuietly, everyMs).unref();
  return {
    flush,
    async close() {
      clearInterval(timer);
      await flushQuietly();
    },
  };
}

// Values that are created on first use.

/** A rejected promise is not kept, so the next use tries again. */
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

/** Works like `lazily()`, but releases the value after `idleMs` without use. */
export function whileUsed<T extends object>(
  create: () => T,
  { idleMs, onRelease }: { idleMs: number; onRelease: () => unknown },
): () => T {
  let created: T | undefined;
  let idle: NodeJS.Timeout | undefined;
  const release = () => {
    created = undefined;
    onRelease();
  };
  return () => {
    created ??= create();
    clearTimeout(idle);
    idle = setTimeout(release, idleMs).unref();
    return created;
  };
}

// A queue in which clients take turns, however many items each has.

/** Takes one item of each client in turn, and the items of a client in order. */
export function createRoundRobin<Item>() {
  /** The first key is the next client. */
  const waiting = new Map<string, Item[]>();
  return {
    isEmpty: () => waiting.size === 0,
    /** Number of pending items of the client. */
    sizeOf: (client: string) => waiting.get(client)?.length ?? 0,
    add(client: string, item: Item): void {
      const items = waiting.get(client);
      if (items) items.push(item);
      else waiting.set(client, [item]);
    },
    next(): Item | undefined {
      for (const [client, items] of waiting) {
        waiting.delete(client);
        const item = items.shift();
        if (items.length > 0) waiting.set(client, items);
        return item;
      }
      return undefined;
    },
  };
}
