// Type of the table of trend alerts.
import type { ColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json<T> = ColumnType<T, string, string>;

export type TrendAlertTable = {
  id: string;
  account_id: string;
  name: string | null;
  /** Whose values are compared. */
  label: string;
  filters: Json<Record<string, unknown>>;
  period: string;
  /** Verdicts that are told. */
  wanted: string[];
  notify: string;
  paused_at: Timestamp | null;
  /** By value, at the version that was evaluated last. Values without enough data are absent. */
  verdicts: Json<Record<string, string>>;
  evaluated_version: number;
  /** By value: the verdict that was told last, and when, in ISO 8601. Of what it watches now. */
  told: ColumnType<Record<string, { verdict: string; at: string }>, string | undefined, string>;
  last_told_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};
