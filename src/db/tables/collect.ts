// Tables of collectors: collected records, the position in each location, and API units used.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type CollectedState = 'waiting' | 'imported' | 'watched' | 'skipped';

export type CollectedRecordTable = {
  source_id: string;
  /** Id of the video on its platform. */
  record_id: string;
  /** Order of collection. */
  n: Generated<number>;
  location: string;
  /** `waiting`: pending for the next import. `watched`: it has too few views yet. `skipped`: it is not usable. */
  state: CollectedState;
  /** JSON of a pending record; null otherwise. */
  record: string | null;
  views: number | null;
  published_at: Timestamp | null;
  /** Time at which the API last returned it. */
  asked_at: Timestamp;
};

/** Position in a location of a source. The members of `state` are defined by its collector. */
export type CollectStateTable = {
  source_id: string;
  location: string;
  state: ColumnType<Record<string, unknown>, string, string>;
};

/** Units of an API used in a window, such as a day. */
export type ApiUsageTable = { api: string; window_start: Timestamp; used: number };

/** A condition of a source that is no failure but needs an operator's attention: a used-up quota, a channel that does not exist. */
export type SourceNotice = {
  /** Location that the notice applies to; null if it applies to all. */
  location: string | null;
  message: string;
  /** Action for the operator; null if none is needed. */
  remedy: string | null;
  /** ISO 8601 time at which the collection continues; null if it was not interrupted. */
  until: string | null;
};

/** Request settings of a JSON API. ingest/collect/settings.ts validates and describes its members and CollectInput's. */
export type RequestSettings = {
  headers?: Record<string, string>;
  body?: string;
  next?: string;
  next_as?: string;
  page?: string;
};

/** Restricts the videos that a collector takes. */
export type CollectInput = {
  max_seconds?: number | null;
  orientation?: 'vertical' | 'any';
  max_videos?: number;
  language?: string;
  region?: string;
};
