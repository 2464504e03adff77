// Every key and account in memory, for a look-up without the database. Reloaded whole when accounts or keys have changed.
import type { KeyCaller, Limits, PlanName } from '../accounts/caller.ts';
import { effectiveLimits, plans } from '../accounts/plan.ts';
import { coalesce } from '../lib/coalesce.ts';
import { hashKey, isWellFormed } from './key.ts';

/** A key with its account, as the store reads them. */
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
   * Who sends this Authorization header. `missing`: no bearer key; `malformed`: mistyped or cut off; `invalid`: unknown or
   * revoked. Suspension is told by the caller.
   */
  lookup: (authorization: string | undefined) => KeyCaller | 'missing' | 'malformed' | 'invalid' | 'expired';
  /** Calls while one runs share a single further reload. On failure the keys stay as they were. */
  reload: () => Promise<void>;
  /** When each key was last used (milliseconds since 1970) since this was last asked. */
  drainLastUses: () => ReadonlyMap<string, number>;
};

/** `load` reads every key that is not revoked. The ring is empty until the first `reload`. */
export function createKeyring(load: () => Promise<readonly KeyringRow[]>, now: () => number = Date.now): Keyring {
  let entries: ReadonlyMap<string, Entry> = new Map();
  let lastUses = new Map<string, number>();

  return {
    lookup(authorization) {
      const key = bearerToken(authorization);
      if (key === undefined) return 'missing';
      // How long the look-up takes tells of a hash at most, and who knows a hash does not know its key.
      const entry = entries.get(hashKey(key));
      if (!entry) return isWellFormed(key) ? 'invalid' : 'malformed';
      const time = now();
      if (time >= entry.expiresAt) return 'expired';
      lastUses.set(entry.caller.keyId, time);
      return entry.caller;
    },
    reload: coalesce(async () => {
      entries = index(await load());
    }),
    drainLastUses() {
      const drained = lastUses;
      lastUses = new Map();
      return drained;
    },
  };
}

/** The token of `Bearer <token>`: undefined where there is none, an unusable one where there are several. */
function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^bearer +(.+)$/i.exec(authorization)?.[1];
}

function index(rows: readonly KeyringRow[]): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const { keyId, hash, expiresAt, accountId, plan, ownLimits, suspended } of rows) {
    const { features } = plans[plan];
    const caller = Object.freeze({
      accountId,
      keyId,
      plan,
      features,
      limits: effectiveLimits(plan, ownLimits),
      suspended,
    });
    entries.set(hash, { expiresAt: expiresAt?.getTime() ?? Infinity, caller });
  }
  return entries;
}
