// A queue in which clients take turns, however much each has waiting.

/** One item of each client in turn; each client's in order. */
export function createRoundRobin<Item>() {
  /** The next client is first. */
  const waiting = new Map<string, Item[]>();
  return {
    isEmpty: () => waiting.size === 0,
    /** Items of the client that wait. */
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
