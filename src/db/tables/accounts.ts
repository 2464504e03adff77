// Types of the tables of accounts: their keys, requests, users, sessions and sign-ups.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type MemberRole = 'owner' | 'developer' | 'viewer' | 'billing';
type Plan = 'free' | 'pro' | 'starter' | 'scale' | 'enterprise';

export type AccountTable = {
  id: string;
  name: string;
  email: string;
  plan: Plan;
  day_limit: number | null;
  month_limit: number | null;
  suspended_at: Timestamp | null;
  /** Private note of operators. */
  note: string | null;
  deleted_at: Timestamp | null;
  /** A deleted account can be restored until then. */
  erase_after: Timestamp | null;
  deletion_reason: string | null;
  /** SHA-256 of the token in the link to a deleted account's data. */
  data_link_hash: string | null;
  /** IANA time zone. */
  timezone: Generated<string>;
  /** New email, until an owner opens the link mailed to it or `pending_email_until` has passed. */
  pending_email: string | null;
  pending_email_until: Timestamp | null;
  created_at: Timestamp;
};

export type KeyTable = {
  id: string;
  account_id: string;
  name: string;
  hash: string;
  hint: string;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  last_used_at: Timestamp | null;
  /** null means all scopes. */
  scopes: ('read' | 'export' | 'webhooks' | 'usage')[] | null;
  /** Addresses and CIDR networks; null means any address. */
  allowed_ips: string[] | null;
  /** Id of the key that replaces this one. */
  replaced_by: string | null;
  last_used_ip: string | null;
  /** Limits of this key alone; null means no limit. */
  day_limit: number | null;
  month_limit: number | null;
};

/** `key`: sent by anybody. `plan`, `reactivation`: sent by the signed-in holder of `account_id`. */
type RequestKind = 'key' | 'plan' | 'reactivation';

export type KeyRequestTable = {
  id: string;
  kind: RequestKind;
  name: string;
  email: string;
  use_case: string;
  calls_per_month: number | null;
  /** Requested plan; null if the request names none. */
  plan: Plan | null;
  state: 'pending' | 'approved' | 'declined';
  account_id: string | null;
  created_at: Timestamp;
  decided_at: Timestamp | null;
};

/** A creator or topic that an account requests. */
export type SourceRequestTable = {
  id: string;
  account_id: string;
  location: string;
  reason: string;
  state: 'pending' | 'approved' | 'declined' | 'collected';
  /** Name of the source that collects it; null for a topic. */
  source: string | null;
  answer: string | null;
  created_at: Timestamp;
  decided_at: Timestamp | null;
};

/** A sign-up whose link was not opened yet. */
export type SignUpTable = {
  token_hash: string;
  email: string;
  /** The email, normalised so that different spellings of one mailbox are equal. */
  mailbox: string;
  created_at: Generated<Date>;
  expires_at: Timestamp;
};

export type MemberTable = {
  id: string;
  account_id: string;
  user_id: string;
  role: MemberRole;
  created_at: Generated<Date>;
};

export type InvitationTable = {
  id: string;
  account_id: string;
  /** Stored in lower case. */
  email: string;
  role: MemberRole;
  /** Email of the inviting member. */
  invited_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
};

/** Users that may sign in: members of accounts and operators. Sessions and links refer to them, in the format of better-auth. */
export type UserTable = {
  id: string;
  email: string;
  name: string;
  email_verified: boolean;
  image: string | null;
  /** Read by older processes only. */
  account_id: string | null;
  role: 'holder' | 'owner' | 'curator' | 'support';
  created_at: Timestamp;
  updated_at: Timestamp;
};

/** Written by better-auth. */
export type SessionTable = {
  id: string;
  user_id: string;
  expires_at: Timestamp;
  ip_address: string | null;
  user_agent: string | null;
  /** Current account of the session; null is the user's first account. */
  account_id: string | null;
  /** Account that the operator of this session views, until `view_expires_at`. */
  viewed_account_id: string | null;
  view_expires_at: Timestamp | null;
  created_at: Timestamp;
};

/** Rows are inserted by better-auth, which also stores the keys here. */
export type PasskeyTable = {
  id: string;
  user_id: string;
  name: string;
  credential_id: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
};
