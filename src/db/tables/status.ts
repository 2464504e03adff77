// Types of the tables of announcements, of who is mailed about them, and of what operators are told and have to set up.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

export const announcementKinds = ['incident', 'maintenance', 'announcement'] as const;
export const severities = ['minor', 'major', 'critical'] as const;
export const affectedParts = ['api', 'dashboard', 'exports', 'webhooks', 'updates', 'email'] as const;
export const updateStates = [
  'investigating',
  'identified',
  'monitoring',
  'resolved',
  'scheduled',
  'in_progress',
  'completed',
  'posted',
  'ended',
] as const;
type UpdateState = (typeof updateStates)[number];

export type AnnouncementTable = {
  id: string;
  kind: (typeof announcementKinds)[number];
  /** Of incidents. */
  severity: (typeof severities)[number] | null;
  title: string;
  parts: (typeof affectedParts)[number][];
  starts_at: Timestamp;
  /** Planned end of a maintenance, or until when an announcement is shown. */
  ends_at: Timestamp | null;
  /** When it was resolved, completed or ended by an update. */
  ended_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};

export type AnnouncementUpdateTable = {
  id: string;
  announcement_id: string;
  state: UpdateState;
  message: string;
  created_at: Timestamp;
};

/** `confirmed_at` is null until the link of the first email is followed. */
export type StatusSubscriberTable = {
  id: string;
  email: string;
  /** The email without what different spellings of one mailbox differ by. */
  mailbox: string;
  confirm_hash: string | null;
  confirm_until: Timestamp | null;
  confirmed_at: Timestamp | null;
  /** Not hashed, since every email repeats it. It ends the subscription and gives nothing else. */
  unsubscribe_token: string;
  created_at: Timestamp;
};

/** The emails that were queued: one a subscriber and update. */
export type StatusMailTable = { update_id: string; subscriber_id: string };

/** One row. */
export type OperatorSetupTable = { id: number; hidden_at: Timestamp | null; backups_confirmed_at: Timestamp | null };

export const operatorAlertKinds = ['key_request', 'plan_change', 'source_request', 'problem'] as const;
export type OperatorAlertKind = (typeof operatorAlertKinds)[number];

/** What the next email to the operator tells. Deleted with it. */
export type OperatorAlertTable = {
  id: Generated<number>;
  kind: OperatorAlertKind;
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
