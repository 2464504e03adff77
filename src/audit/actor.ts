// Actor: who makes a change, as the audit log stores it.
import type { Database } from '../db/database.ts';

/**
 * `session`: a member of the account, in the dashboard. `system`: the service itself. `link`: the user of a signed link, or the link of a
 * sign-up.
 */
export const actorKinds = ['operator', 'key', 'session', 'system', 'link'] as const;

export type Actor = Readonly<{
  kind: (typeof actorKinds)[number];
  /** Set for `key` only. */
  keyId: string | null;
  /** Email of the named operator who is signed in; absent or null for the operator key. */
  operatorEmail?: string | null;
  /** Email of the signed-in member. */
  memberEmail?: string | null;
  requestId: string | null;
  /** IP address of the client. */
  address: string | null;
}>;

/** Reloads what this process serves from memory; keys and feeds by account. Other processes reload by NOTIFY. */
export type Refresh = Record<'catalog' | 'sources', () => Promise<void>> &
  Record<'keys' | 'feeds', (accountId: string) => Promise<void>>;

/** First argument of every action: the database and who changes it. `refresh` is absent if this process serves nothing. */
export type Context = { db: Database; actor: Actor; refresh?: Refresh };

export const system: Actor = { kind: 'system', keyId: null, requestId: null, address: null };

export function bySystem(db: Database): Context {
  return { db, actor: system };
}
