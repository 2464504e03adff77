// Types of the tables of sign-ups and of what the operator is mailed about.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** A sign-up that waits for its link to be followed. */
export type SignUpTable = {
  token_hash: string;
  email: string;
  /** The email without what different spellings of one mailbox differ by. */
  mailbox: string;
  created_at: Generated<Date>;
  expires_at: Timestamp;
};

export const alertKinds = ['key_request', 'plan_change', 'problem'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** What the next email to the operator tells. Deleted with it. */
export type OperatorAlertTable = {
  id: Generated<number>;
  kind: AlertKind;
  text: string;
  url: string;
  created_at: Generated<Date>;
};

/** One row: when the operator was mailed, and when the health of the service was last checked for that. */
export type OperatorMailTable = { id: number; mailed_at: Timestamp | null; checked_at: Timestamp | null };

/** Problems of health that were seen lately. */
export type OperatorProblemTable = {
  key: string;
  first_seen_at: Timestamp;
  last_seen_at: Timestamp;
  alerted_at: Timestamp | null;
  /** As it was told to the operator's webhook. */
  severity: 'warning' | 'error' | null;
  what: string | null;
  url: string | null;
  /** When the webhook was told that it is over. */
  resolved_at: Timestamp | null;
};
