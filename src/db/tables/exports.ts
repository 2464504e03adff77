// Types of the tables of exports and weekly exports.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type ExportFormat = 'json' | 'jsonl' | 'csv' | 'parquet';
export type ExportStatus = 'processing' | 'complete' | 'failed' | 'canceled' | 'expired';

export type ExportTable = {
  id: string;
  account_id: string;
  idempotency_key: string | null;
  format: ExportFormat;
  filters: ColumnType<unknown, string, never>;
  /** Of the record; null is all. */
  fields: string[] | null;
  /** The weekly export that requested it. */
  schedule_id: string | null;
  max_records: number | null;
  status: ExportStatus;
  estimated_records: number;
  total_matching: number;
  records: number | null;
  catalog_version: number | null;
  /** File name in the export store, of the running or successful attempt. */
  file: string | null;
  size_bytes: number | null;
  /** Of the compressed form beside the file, if there is one. */
  gzip_bytes: number | null;
  sha256: string | null;
  error: string | null;
  created_at: Timestamp;
  started_at: Timestamp | null;
  completed_at: Timestamp | null;
  expires_at: Timestamp | null;
};

export type ExportScheduleTable = {
  id: string;
  account_id: string;
  format: ExportFormat;
  filters: ColumnType<unknown, string, string>;
  fields: string[] | null;
  /** 1 is Monday, 7 is Sunday. */
  day: number;
  hour: number;
  /** IANA name that day and hour are in. */
  timezone: string;
  paused_by: 'owner' | 'failures' | 'plan' | 'suspension' | null;
  /** Failed runs in a row. */
  failures: Generated<number>;
  /** Of the last run, or why the next one waits. */
  error: string | null;
  next_run_at: Timestamp;
  last_run_at: Timestamp | null;
  last_export_id: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};
