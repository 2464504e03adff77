// Keyring: every key with its account in memory, and when each was last used.
import { type KeyCaller, type KeyScope, type Limits, noLimits, type PlanName } from '../../accounts/caller.ts';
import { effectiveLimits, plans } from '../../accounts/plan.ts';
import { type Limits as Ceilings, defaultLimits } from '../../config/limits.ts';
import { matchNetworks } from '../../net/address.ts';
import { createSecretIndex, type LoadSecrets } from '../secret-index.ts';
import { hashKey, isWellFormed } from './key.ts';

/** A key with its account, as the store reads it. */
export type KeyringRow = {
  keyId: string;
  /** SHA-256, hex. */
  hash: string;
  expiresAt: Date | null;
  scopes: readonly KeyScope[] | null;
  allowedIps: readonly string[] | null;
  accountId: string;
  plan: PlanName;
  ownLimits: Limits;
  /** Default: no limits. */
  keyLimits?: Limits;
  suspended: boolean;
  /** Default null. */
  audience?: KeyCaller['audience'];
};

type Entry = { expiresAt: number; caller: KeyCaller };

/** `time` is in milliseconds since 1970. The address comes from a request shortly before. */
export type LastUse = { time: number; address: string | null };

export type FoundKey = KeyCaller | 'missing' | 'malformed' | 'invalid' | 'expired';

export type Keyring = {
  /**
   * Returns the caller of an Authorization header. `missing`: no bearer key; `malformed`: mistyped or cut off; `invalid`: unknown or
   * revoked. Keys of suspended accounts return a caller that is `suspended`.
   */
  lookup: (authorization: string | undefined) => FoundKey;
  /**
   * Looks up a key in the database that is `invalid` here. Returns undefined if the client, or all clients together, have done so too often
   * in this minute, or if this key was unknown a moment ago. `client` is a key of rate limits by address.
   */
  find: (authorization: string | undefined, client: string) => Promise<FoundKey> | undefined;
  /** Returns the caller of a live key without counting a use. Looks it up as `find` does. */
  identify: (key: string, client: string) => Promise<KeyCaller | undefined>;
  /** Reloads the keys of an account, or all. Calls during a reload share one further reload. If it fails, the keys are unchanged. */
  reload: (accountId?: string) => Promise<void>;
  /** Calls `addressOf` only at the first use of a key since uses were drained: a request of a busy key costs one lookup. */
  keepAddress: <Request>(caller: KeyCaller, addressOf: (request: Request) => string, request: Request) => void;
  /** Last use of each key since the previous call, by its id. */
  drainLastUses: () => ReadonlyMap<string, LastUse>;
};

/** The keyring is empty until the first `reload`. */
export function createKeyring(
  load: LoadSecrets<KeyringRow>,
  now: () => number = Date.now,
  limits: Pick<Ceilings, 'unknownKeyLookupsPerMinute'> = defaultLimits,
): Keyring {
  const keys = createSecretIndex(load, toEntry, now, limits);
  /** Keyed by identity: a reload replaces callers, so a key can be here twice. */
  let lastUses = new Map<KeyCaller, LastUse>();

  function use(entry: Entry): FoundKey {
    const time = now();
    if (time >= entry.expiresAt) return 'expired';
    const last = lastUses.get(entry.caller);
    if (last) last.time = time;
    else lastUses.set(entry.caller, { time, address: null });
    return entry.caller;
  }

  return {
    lookup(authorization) {
      const key = bearerToken(authorization);
      if (key === undefined) return 'missing';
      // The lookup compares hashes, so its timing can leak a hash at most, from which no key can be derived.
      const entry = keys.get(hashKey(key));
      if (!entry) return isWellFormed(key) ? 'invalid' : 'malformed';
      return use(entry);
    },
    find(authorization, client) {
      const found = keys.find(hashKey(bearerToken(authorization) ?? ''), client);
      return found?.then((entry) => (entry ? use(entry) : 'invalid'));
    },
    async identify(key, client) {
      const hash = hashKey(key);
      const entry = keys.get(hash) ?? (await keys.find(hash, client));
      return entry && now() < entry.expiresAt ? entry.caller : undefined;
    },
    reload: keys.reload,
    keepAddress(caller, addressOf, request) {
      const use = lastUses.get(caller);
      if (use?.address === null) use.address = addressOf(request);
    },
    drainLastUses() {
      const drained = lastUses;
      lastUses = new Map();
      return lastOfEach([...drained].map(([{ keyId }, use]) => [keyId, use]));
    },
  };
}

/** Returns the last use of each key, from uses in the order of time. A use without an address keeps the address of the use before. */
export function lastOfEach(uses: Iterable<readonly [keyId: string, use: LastUse]>): Map<string, LastUse> {
  const last = new Map<string, LastUse>();
  for (const [keyId, { time, address }] of uses)
    last.set(keyId, { time, address: address || (last.get(keyId)?.address ?? null) });
  return last;
}

/** Returns the token of `Bearer <token>`; undefined without one. Several tokens are returned as one text, which matches no key. */
function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^bearer +(.+)$/i.exec(authorization)?.[1];
}

function toEntry({ expiresAt, ...row }: KeyringRow): Entry {
  return { expiresAt: expiresAt?.getTime() ?? Infinity, caller: toCaller(row) };
}

/** Returns the caller who sends the secret of the row. */
export function toCaller({
  ownLimits,
  scopes,
  allowedIps,
  audience = null,
  keyLimits = noLimits,
  ...row
}: Omit<KeyringRow, 'hash' | 'expiresAt'>): KeyCaller {
  const { accountId, keyId, plan, suspended } = row;
  const { features } = plans[plan];
  const limits = effectiveLimits(plan, ownLimits);
  const allows = allowedIps && matchNetworks(allowedIps);
  const restrictions = { keyLimits, scopes: scopes && new Set(scopes), allows, audience };
  return Object.freeze({ accountId, keyId, plan, features, limits, suspended, ...restrictions });
}
