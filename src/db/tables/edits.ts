import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** An edit of hooks by a curator. Texts that it set are stored in its changes only, from which a takedown deletes them. */
export type EditTable = {
  id: string;
  action: 'edited' | 'accepted' | 'rejected' | 'reopened' | 'retired' | 'relabelled';
  /** Labels set by the edit, by column. */
  labels: ColumnType<Record<string, string>, string, never>;
  /** Number of hooks changed by the edit. */
  hooks: number;
  /** Webhook event of the hooks that the edit published. */
  event_id: string | null;
  actor_kind: 'operator' | 'key' | 'session' | 'system' | 'link';
  operator_email: string | null;
  created_at: Generated<Date>;
  undone_at: Timestamp | null;
};

/** Columns of a hook that an edit changed. null after a takedown of the hook, and once the edit can no longer be undone. */
export type EditChangeTable = {
  edit_id: string;
  hook_id: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};
