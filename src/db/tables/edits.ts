// Types of the tables of edits.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** An edit of hooks by a curator. The texts that it set are in its changes only, where a takedown deletes them. */
export type EditTable = {
  id: string;
  action: 'edited' | 'accepted' | 'rejected' | 'reopened' | 'retired' | 'relabelled';
  /** Labels that it set, by column. */
  labels: ColumnType<Record<string, string>, string, never>;
  /** Hooks that it changed. */
  hooks: number;
  /** The webhook event of the hooks that it published. */
  event_id: string | null;
  actor_kind: 'operator' | 'key' | 'session' | 'system' | 'link';
  operator_email: string | null;
  created_at: Generated<Date>;
  undone_at: Timestamp | null;
};

/** The columns that an edit changed of a hook. null after a takedown of the hook, and when the edit can no longer be undone. */
export type EditChangeTable = {
  edit_id: string;
  hook_id: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};
