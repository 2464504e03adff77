// Who asks for a change, as the audit log names it, and how it reaches the verbs: beside the database that they change.
import type { Database } from '../db/database.ts';

export type Actor = Readonly<{
  /** `session`: the account's holder, in the dashboard. */
  kind: 'operator' | 'key' | 'session' | 'system';
  /** The key, where it is one. */
  keyId: string | null;
  requestId: string | null;
  /** Of the client. */
  address: string | null;
}>;

/** What every verb that changes something takes in place of the bare database. */
export type Acting = { db: Database; actor: Actor };

/** The service by itself. */
export const system: Actor = { kind: 'system', keyId: null, requestId: null, address: null };

export function bySystem(db: Database): Acting {
  return { db, actor: system };
}
