// Tables of imports: the log, rejected records, and what an undo needs.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type ImportTable = {
  id: string;
  filename: string;
  source: string;
  source_id: string | null;
  state: 'running' | 'done' | 'unchanged' | 'failed';
  report: ColumnType<Record<string, number> | null, string | null, string | null>;
  error: string | null;
  progress: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  seen_at: Timestamp | null;
  started_at: Timestamp;
  finished_at: Timestamp | null;
  /** API units used by its collection, by API; null if nothing was collected. */
  usage: ColumnType<Record<string, number> | null, string | null, string | null>;
  /** If true, hooks missing from the import were retired. */
  is_snapshot: Generated<boolean>;
  /** Timestamp of its changes; null if nothing was published, or nothing that can be undone. */
  published_at: Timestamp | null;
  undone_at: Timestamp | null;
};

export type ImportRejectTable = {
  import_id: string;
  n: number;
  file: string;
  line: number;
  field: string | null;
  reason: string;
  record: string;
};

/** Former row of `hook_sources` that an import changed, kept for the undo. */
export type ImportChangeTable = {
  import_id: string;
  hook_id: number;
  before: ColumnType<Record<string, unknown>, string, string>;
};
