// Secrets that clients send, by their hash, with what they open: in memory, for lookups without the database. Reloaded whole when they
// change. One may be used before this process has heard of its creation, so unknown ones can be looked up in the database too.
import type { Limits } from '../config/limits.ts';
import { coalesce } from '../lib/coalesce.ts';
import { createLookupBudget } from './keys/lookup-budget.ts';

export type SecretIndex<Entry> = {
  get: (hash: string) => Entry | undefined;
  /**
   * Looks one that is unknown here up in the database. undefined if the client, or all clients together, have done so too often in this
   * minute, or if this one was unknown a moment ago. `client` is a key of rate limits by address. Rejects during an outage.
   */
  find: (hash: string, client: string) => Promise<Entry | undefined> | undefined;
  /** Calls during a reload share one further reload. If it fails, the entries are unchanged. */
  reload: () => Promise<void>;
};

/** Reads every secret that is live, or only the one with this hash. */
export type LoadSecrets<Row> = (hash?: string) => Promise<readonly Row[]>;

/** It is empty until the first `reload`. `hash` is SHA-256 in hex. */
export function createSecretIndex<Row extends { hash: string }, Entry>(
  load: LoadSecrets<Row>,
  toEntry: (row: Row) => Entry,
  now: () => number,
  { unknownKeyLookupsPerMinute }: Pick<Limits, 'unknownKeyLookupsPerMinute'>,
): SecretIndex<Entry> {
  let entries = new Map<string, Entry>();
  const budget = createLookupBudget(unknownKeyLookupsPerMinute, now);
  /** Lookups under way, by hash: a new secret is often used by several requests at once. */
  const lookups = new Map<string, Promise<Entry | undefined>>();

  async function loadOne(hash: string): Promise<Entry | undefined> {
    const loaded = entries;
    const [row] = await load(hash);
    if (!row) {
      budget.remember(hash);
      return undefined;
    }
    const entry = toEntry(row);
    // A reload meanwhile is newer: the secret may have been revoked before it.
    if (entries === loaded) entries.set(hash, entry);
    return entry;
  }

  return {
    get: (hash) => entries.get(hash),
    find(hash, client) {
      const running = lookups.get(hash);
      if (running || !budget.take(hash, client)) return running;
      const lookup = loadOne(hash).finally(() => lookups.delete(hash));
      lookups.set(hash, lookup);
      return lookup;
    },
    reload: coalesce(async () => {
      entries = new Map((await load()).map((row) => [row.hash, toEntry(row)]));
    }),
  };
}
