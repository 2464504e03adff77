// Types of the tables of announcements, of who is mailed about them, and of the operator's checklist.
import type { ColumnType } from 'kysely';

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
export type UpdateState = (typeof updateStates)[number];

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
