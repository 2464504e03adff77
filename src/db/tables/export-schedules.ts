// Row type of weekly exports.
import type { ColumnType, Generated } from 'kysely';
import type { ExportFormat } from '../tables.ts';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

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
