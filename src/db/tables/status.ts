// Tables of announcements and their subscribers, of operator alerts, and of the operator's setup.
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
  /** Set for incidents only. */
  severity: (typeof severities)[number] | null;
  title: string;
  parts: (typeof affectedParts)[number][];
  starts_at: Timestamp;
  /** Planned end of a maintenance, or end of an announcement's display. */
  ends_at: Timestamp | null;
  /** Time at which an update resolved, completed or ended it. */
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

/** `confirmed_at` is null until the link in the first email is opened. */
export type StatusSubscriberTable = {
  id: string;
  email: string;
  /** The email, normalised so that different spellings of one mailbox are equal. */
  mailbox: string;
  confirm_hash: string | null;
  confirm_until: Timestamp | null;
  confirmed_at: Timestamp | null;
  /** Not hashed, since every email repeats it. It only ends the subscription. */
  unsubscribe_token: string;
  created_at: Timestamp;
};

/** Queued emails, one per subscriber and update. */
export type StatusMailTable = { update_id: string; subscriber_id: string };

/** The table has one row. */
export type OperatorSetupTable = { id: number; hidden_at: Timestamp | null; backups_confirmed_at: Timestamp | null };

export const operatorAlertKinds = ['key_request', 'plan_change', 'source_request', 'problem'] as const;
export type OperatorAlertKind = (typeof operatorAlertKinds)[number];

/** Entries of the next email to the operator, deleted with it. */
export type OperatorAlertTable = {
  id: Generated<number>;
  kind: OperatorAlertKind;
  text: string;
  url: string;
  created_at: Generated<Date>;
};

/** The table has one row: when the operator was last mailed, and when the service's health was last checked for it. */
export type OperatorMailTable = { id: number; mailed_at: Timestamp | null; checked_at: Timestamp | null };

/** Recent health problems of the service. */
export type OperatorProblemTable = {
  key: string;
  first_seen_at: Timestamp;
  last_seen_at: Timestamp;
  alerted_at: Timestamp | null;
  /** Severity as sent to the operator's webhook. */
  severity: 'warning' | 'error' | null;
  what: string | null;
  url: string | null;
  /** Time at which the webhook was notified of the end. */
  resolved_at: Timestamp | null;
};
