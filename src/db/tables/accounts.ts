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
  /** Of operators, private. */
  note: string | null;
  deleted_at: Timestamp | null;
  /** Until then a deleted account can be restored. */
  erase_after: Timestamp | null;
  deletion_reason: string | null;
  /** SHA-256 of the token of the link to the data of a deleted account. */
  data_link_hash: string | null;
  /** IANA name. */
  timezone: Generated<string>;
  /** Waits for an owner to open the link that was mailed to it, until the time. */
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
  /** null is all of them. */
  scopes: ('read' | 'export' | 'webhooks' | 'usage')[] | null;
  /** Addresses and CIDR networks; null is any address. */
  allowed_ips: string[] | null;
  /** Id of the key that was issued in place of this one. */
  replaced_by: string | null;
  last_used_ip: string | null;
  /** Calls that the key alone may take; null is no limit. */
  day_limit: number | null;
  month_limit: number | null;
};

/** `key`: by anybody. `plan`, `reactivation`: by the holder of `account_id`, signed in. */
type RequestKind = 'key' | 'plan' | 'reactivation';

export type KeyRequestTable = {
  id: string;
  kind: RequestKind;
  name: string;
  email: string;
  use_case: string;
  calls_per_month: number | null;
  /** The plan that it asks for; null where it names none. */
  plan: Plan | null;
  state: 'pending' | 'approved' | 'declined';
  account_id: string | null;
  created_at: Timestamp;
  decided_at: Timestamp | null;
};

/** A creator or topic that an account asks for. */
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

/** A sign-up that waits for its link to be followed. */
export type SignUpTable = {
  token_hash: string;
  email: string;
  /** The email without what different spellings of one mailbox differ by. */
  mailbox: string;
  created_at: Generated<Date>;
  expires_at: Timestamp;
};

/** A user in an account. */
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
  /** In lower case. */
  email: string;
  role: MemberRole;
  /** Email of the member that invited. */
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
  /** The account that the session works in; null is the first of its user. */
  account_id: string | null;
  /** The account that the operator of this session looks at, until `view_expires_at`. */
  viewed_account_id: string | null;
  view_expires_at: Timestamp | null;
  created_at: Timestamp;
};

/** Inserted by better-auth, which also keeps the keys in it. */
export type PasskeyTable = {
  id: string;
  user_id: string;
  name: string;
  credential_id: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
};
