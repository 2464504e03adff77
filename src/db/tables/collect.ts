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
  /** JSON of a waiting or watched record; null otherwise. */
  record: string | null;
  views: number | null;
  published_at: Timestamp | null;
  /** When the API was last asked about it. */
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

/** What a model heard at the start of a video, so that it is asked once. */
export type TranscriptTable = {
  /** `youtube/ID`, as hooks.video_key, or the site and id of yt-dlp. */
  video: string;
  model: string;
  /** The first sentence; null if nothing was said. */
  line: string | null;
  text_key: string | null;
  /** 0 to 1; null if the endpoint does not tell. */
  confidence: number | null;
  /** BCP 47. */
  language: string | null;
  asked_at: Generated<Date>;
};

/** Secrets of operators, encrypted with a key derived from the operator key (lib/encryption.ts). */
export type NamedSecretTable = {
  name: string;
  value: string;
  created_at: Generated<Date>;
  updated_at: Timestamp;
};

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

/** As configured; ingest/collect/settings.ts checks and describes the members of both. */
export type SourceRequest = {
  headers?: Record<string, string>;
  body?: string;
  next?: string;
  next_as?: string;
  page?: string;
};

export type SourceCollect = {
  max_seconds?: number | null;
  orientation?: 'vertical' | 'any';
  max_videos?: number;
  language?: string;
  region?: string;
};
