// Index of the secrets that clients send, by their hash, in memory, for lookups without the database. The secrets of an account are
// reloaded when they change. A secret may be used before this process has loaded it, so unknown ones can be looked up in the database too.
import { LRUCache } from 'lru-cache';
import type { Limits } from '../config/limits.ts';
import { coalesce } from '../lib/async.ts';
import { createRateLimiter } from './rate-limiter.ts';

// Budget for looking up unknown keys in the database: anyone can make well-formed keys, and each would cost a query.

type LookupBudget = {
  /** Whether this key may be looked up now; counts it if so. */
  take: (hash: string, client: string) => boolean;
  /** Remembers that the key is unknown. It cannot be created later, so it is not looked up again for a while. */
  remember: (hash: string) => void;
};

const windowMs = 60_000;
const maxRemembered = 1000;
/** One client gets one sixth of the budget, so that the rest is left to others. */
const clientsShare = 6;

function createLookupBudget(perMinute: number, now: () => number): LookupBudget {
  const inAll = createRateLimiter(now, { windowMs, max: perMinute });
  const ofClient = createRateLimiter(now, { windowMs, max: Math.ceil(perMinute / clientsShare) });
  const unknown = new LRUCache<string, true>({ max: maxRemembered, ttl: windowMs, ttlResolution: 0, perf: { now } });
  return {
    take: (hash, client) => !unknown.has(hash) && ofClient.record(client) === 0 && inAll.record('') === 0,
    remember: (hash) => void unknown.set(hash, true),
  };
}

export type SecretIndex<Entry> = {
  get: (hash: string) => Entry | undefined;
  /**
   * Looks up an unknown secret in the database. Returns undefined if the client, or all clients together, have done so too often in this
   * minute, or if this secret was unknown a moment ago. `client` is a key of rate limits by address. Rejects during an outage.
   */
  find: (hash: string, client: string) => Promise<Entry | undefined> | undefined;
  /**
   * Reloads the secrets of an account, or all. Calls during a reload share one further reload. If it fails, the entries are unchanged,
   * and the next one reloads all.
   */
  reload: (accountId?: string) => Promise<void>;
};

export type Secrets = { hash: string } | { accountIds: readonly string[] };

/** Reads every secret that is live, or only these. */
export type LoadSecrets<Row> = (only?: Secrets) => Promise<readonly Row[]>;

/** The index is empty until the first `reload`. `hash` is SHA-256 in hex. */
export function createSecretIndex<Row extends { hash: string; accountId: string }, Entry>(
  load: LoadSecrets<Row>,
  toEntry: (row: Row) => Entry,
  now: () => number,
  { unknownKeyLookupsPerMinute }: Pick<Limits, 'unknownKeyLookupsPerMinute'>,
): SecretIndex<Entry> {
  let entries = new Map<string, Entry>();
  let hashesOf = new Map<string, string[]>();
  let reloads = 0;
  let due: Set<string> | 'all' = new Set();
  const budget = createLookupBudget(unknownKeyLookupsPerMinute, now);
  /** Lookups in progress, by hash: a new secret is often used by several requests at once. */
  const lookups = new Map<string, Promise<Entry | undefined>>();

  function add(row: Row): Entry {
    const { hash, accountId } = row;
    const entry = toEntry(row);
    const hashes = hashesOf.get(accountId);
    if (!hashes) hashesOf.set(accountId, [hash]);
    else if (!entries.has(hash)) hashes.push(hash);
    entries.set(hash, entry);
    return entry;
  }

  async function loadOne(hash: string): Promise<Entry | undefined> {
    const before = reloads;
    const [row] = await load({ hash });
    if (!row) {
      budget.remember(hash);
      return undefined;
    }
    // A concurrent reload is newer: the secret may have been revoked before it.
    return reloads === before ? add(row) : toEntry(row);
  }

  async function loadAll(): Promise<void> {
    const rows = await load();
    reloads++;
    [entries, hashesOf] = [new Map(), new Map()];
    for (const row of rows) add(row);
  }

  async function loadAccounts(accountIds: readonly string[]): Promise<void> {
    const rows = await load({ accountIds });
    reloads++;
    for (const accountId of accountIds) {
      for (const hash of hashesOf.get(accountId) ?? []) entries.delete(hash);
      hashesOf.delete(accountId);
    }
    for (const row of rows) add(row);
  }

  const loadDue = coalesce(async () => {
    const loaded = due;
    due = new Set();
    try {
      await (loaded === 'all' ? loadAll() : loadAccounts([...loaded]));
    } catch (error) {
      due = 'all';
      throw error;
    }
  });

  return {
    get: (hash) => entries.get(hash),
    find(hash, client) {
      const running = lookups.get(hash);
      if (running || !budget.take(hash, client)) return running;
      const lookup = loadOne(hash).finally(() => lookups.delete(hash));
      lookups.set(hash, lookup);
      return lookup;
    },
    reload(accountId) {
      if (accountId === undefined) due = 'all';
      else if (due !== 'all') due.add(accountId);
      return loadDue();
    },
  };
}
