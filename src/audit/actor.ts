// Actor: who makes a change, as the audit log stores it.
import type { Database } from '../db/database.ts';

export type Actor = Readonly<{
  /** `session`: the account holder, in the dashboard. `system`: the service itself. */
  kind: 'operator' | 'key' | 'session' | 'system';
  /** Set for `key` only. */
  keyId: string | null;
  requestId: string | null;
  /** IP address of the client. */
  address: string | null;
}>;

/** First parameter of every action: the database and who changes it. */
export type Acting = { db: Database; actor: Actor };

export const system: Actor = { kind: 'system', keyId: null, requestId: null, address: null };

export function bySystem(db: Database): Acting {
  return { db, actor: system };
}
