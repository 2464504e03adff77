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
  /** Fields of the record; null means all. */
  fields: string[] | null;
  /** Weekly export that requested it. */
  schedule_id: string | null;
  max_records: number | null;
  status: ExportStatus;
  estimated_records: number;
  total_matching: number;
  records: number | null;
  catalog_version: number | null;
  /** Name in the export store of the running or successful attempt's file. */
  file: string | null;
  size_bytes: number | null;
  /** Size of the compressed form; null without one. */
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
  /** IANA time zone of `day` and `hour`. */
  timezone: string;
  paused_by: 'owner' | 'failures' | 'plan' | 'suspension' | null;
  /** Number of consecutive failed runs. */
  failures: Generated<number>;
  /** Error of the last run, or the reason why the next one was rescheduled. */
  error: string | null;
  next_run_at: Timestamp;
  last_run_at: Timestamp | null;
  last_export_id: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};
