import type { ColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json<T> = ColumnType<T, string, string>;

export type TrendAlertTable = {
  id: string;
  account_id: string;
  name: string | null;
  /** Label whose values are compared. */
  label: string;
  filters: Json<Record<string, unknown>>;
  period: string;
  /** Verdicts that trigger a notification. */
  wanted: string[];
  notify: string;
  paused_at: Timestamp | null;
  /** Verdicts by value at the last evaluated version. Values without enough data are absent. */
  verdicts: Json<Record<string, string>>;
  evaluated_version: number;
  /** Last notified verdict by value, with its ISO 8601 time. Reset when the label, period or filters change. */
  told: ColumnType<Record<string, { verdict: string; at: string }>, string | undefined, string>;
  last_told_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};
