import type { ColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type TakedownTable = {
  id: string;
  hook_id: number;
  reason: string;
  actor: 'operator' | 'key' | 'session' | 'system' | 'link';
  /** Hashes that block imports from adding the hook again; null if not blocked. */
  text_key: string | null;
  url_hash: string | null;
  creator_hash: string | null;
  /** Version that removed the hook from the catalog. */
  catalog_version: number;
  created_at: Timestamp;
  /** Time at which copies of the hook outside the catalog were removed. */
  purged_at: Timestamp | null;
  lifted_at: Timestamp | null;
};

export type ReportTable = {
  id: string;
  /** Id from the report; such a hook need not exist. */
  hook_id: number | null;
  url: string | null;
  reason: string;
  email: string;
  details: string;
  state: 'waiting' | 'dismissed' | 'taken_down';
  created_at: Timestamp;
  decided_at: Timestamp | null;
};
