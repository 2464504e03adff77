// Tables of collectors: what was collected, how far each location was read, and units of the APIs that were used.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** What a location holds, and how its records are used. */
export type CollectedState = 'waiting' | 'imported' | 'watched' | 'skipped';

export type CollectedRecordTable = {
  source_id: string;
  /** Of the video at its platform. */
  record_id: string;
  /** Order of collection. */
  n: Generated<number>;
  location: string;
  /** `waiting` for the next import, `imported`, `watched` since it has too few views yet, or `skipped`, since it is of no use. */
  state: CollectedState;
  /** JSON of a waiting record; null otherwise. */
  record: string | null;
  views: number | null;
  published_at: Timestamp | null;
  /** When the API last returned it. */
  asked_at: Timestamp;
};

/** How far a location of a source was read; its collector knows the members of `state`. */
export type CollectStateTable = {
  source_id: string;
  location: string;
  state: ColumnType<Record<string, unknown>, string, string>;
};

/** Units that an API took in a window, such as a day. */
export type ApiUsageTable = { api: string; window_start: Timestamp; used: number };

/** What an operator should know of a source that does not fail: a quota that is used up, a channel that does not exist. */
export type SourceNotice = {
  /** The location that it is about; null if it is about all. */
  location: string | null;
  message: string;
  /** What the operator can do; null if nothing has to be done. */
  remedy: string | null;
  /** ISO 8601: when the collection goes on; null if it was not interrupted. */
  until: string | null;
};

/** How a JSON API is requested. ingest/collect/settings.ts checks and describes its members, and those of CollectInput. */
export type RequestSettings = {
  headers?: Record<string, string>;
  body?: string;
  next?: string;
  next_as?: string;
  page?: string;
};

/** Which videos a collector takes. */
export type CollectInput = {
  max_seconds?: number | null;
  orientation?: 'vertical' | 'any';
  max_videos?: number;
  language?: string;
  region?: string;
};
