// Types of the tables of takedowns and reports.
import type { ColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type TakedownTable = {
  id: string;
  hook_id: number;
  reason: string;
  actor: 'operator' | 'key' | 'session' | 'system' | 'link';
  /** What imports may not bring back, as hashes; null if it is not blocked. */
  text_key: string | null;
  url_hash: string | null;
  creator_hash: string | null;
  /** The version that removed the hook from the catalog. */
  catalog_version: number;
  created_at: Timestamp;
  /** When copies of the hook outside the catalog were removed. */
  purged_at: Timestamp | null;
  lifted_at: Timestamp | null;
};

export type ReportTable = {
  id: string;
  /** As given; such a hook need not exist. */
  hook_id: number | null;
  url: string | null;
  reason: string;
  email: string;
  details: string;
  state: 'waiting' | 'dismissed' | 'taken_down';
  created_at: Timestamp;
  decided_at: Timestamp | null;
};
