// Actor: who makes a change, as the audit log stores it.
import type { Database } from '../db/database.ts';

/** `session`: a member of the account, in the dashboard. `system`: the service itself. `link`: the holder of a signed link, or of the link of a sign-up. */
export const actorKinds = ['operator', 'key', 'session', 'system', 'link'] as const;

export type Actor = Readonly<{
  kind: (typeof actorKinds)[number];
  /** Set for `key` only. */
  keyId: string | null;
  /** Of a named operator that is signed in; absent or null for the operator key. */
  operatorEmail?: string | null;
  /** Of the member that is signed in. */
  memberEmail?: string | null;
  requestId: string | null;
  /** IP address of the client. */
  address: string | null;
}>;

/** Reloads what this process serves from memory; of keys and feeds those of an account. NOTIFY does it in the other processes. */
export type Refresh = Record<'catalog' | 'sources', () => Promise<void>> &
  Record<'keys' | 'feeds', (accountId: string) => Promise<void>>;

/** First argument of every verb: the database and who changes it. Without `refresh` nothing is served from this process. */
export type Context = { db: Database; actor: Actor; refresh?: Refresh };

export const system: Actor = { kind: 'system', keyId: null, requestId: null, address: null };

export function bySystem(db: Database): Context {
  return { db, actor: system };
}
