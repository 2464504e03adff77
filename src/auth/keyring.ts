// Keyring: every key with its account in memory, for lookups without the database. Reloaded whole when accounts or keys change.
import type { KeyCaller, Limits, PlanName } from '../accounts/caller.ts';
import { effectiveLimits, plans } from '../accounts/plan.ts';
import { coalesce } from '../lib/coalesce.ts';
import { hashKey, isWellFormed } from './key.ts';

/** A key with its account, as the store reads it. */
export type KeyringRow = {
  keyId: string;
  /** SHA-256, hex. */
  hash: string;
  expiresAt: Date | null;
  accountId: string;
  plan: PlanName;
  ownLimits: Limits;
  suspended: boolean;
};

type Entry = { expiresAt: number; caller: KeyCaller };

export type Keyring = {
  /**
   * The caller of an Authorization header. `missing`: no bearer key; `malformed`: mistyped or cut off; `invalid`: unknown or
   * revoked. Keys of suspended accounts return a caller that is `suspended`.
   */
  lookup: (authorization: string | undefined) => KeyCaller | 'missing' | 'malformed' | 'invalid' | 'expired';
  /** Calls during a reload share one further reload. If it fails, the keys are unchanged. */
  reload: () => Promise<void>;
  /** Last use of each key (milliseconds since 1970) since the previous call. */
  drainLastUses: () => ReadonlyMap<string, number>;
};

/** `load` reads every key that is not revoked. The keyring is empty until the first `reload`. */
export function createKeyring(load: () => Promise<readonly KeyringRow[]>, now: () => number = Date.now): Keyring {
  let entries: ReadonlyMap<string, Entry> = new Map();
  let lastUses = new Map<string, number>();

  return {
    lookup(authorization) {
      const key = bearerToken(authorization);
      if (key === undefined) return 'missing';
      // The lookup compares hashes, so its timing can leak a hash at most, from which no key can be derived.
      const entry = entries.get(hashKey(key));
      if (!entry) return isWellFormed(key) ? 'invalid' : 'malformed';
      const time = now();
      if (time >= entry.expiresAt) return 'expired';
      lastUses.set(entry.caller.keyId, time);
      return entry.caller;
    },
    reload: coalesce(async () => {
      entries = indexByHash(await load());
    }),
    drainLastUses() {
      const drained = lastUses;
      lastUses = new Map();
      return drained;
    },
  };
}

/** The token of `Bearer <token>`; undefined without one. Several tokens are returned as one text, which matches no key. */
function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^bearer +(.+)$/i.exec(authorization)?.[1];
}

function indexByHash(rows: readonly KeyringRow[]): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const { keyId, hash, expiresAt, accountId, plan, ownLimits, suspended } of rows) {
    const { features } = plans[plan];
    const limits = effectiveLimits(plan, ownLimits);
    const caller = Object.freeze({ accountId, keyId, plan, features, limits, suspended });
    entries.set(hash, { expiresAt: expiresAt?.getTime() ?? Infinity, caller });
  }
  return entries;
}
