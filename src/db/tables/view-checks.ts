// Tables of the refresh of view counts.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** A hook whose video can be looked up. */
export type ViewCheckTable = {
  hook_id: number;
  /** As in `video_key`. */
  platform: string;
  /** The next check. While a call is in flight, when that may be repeated. */
  due_at: Timestamp;
  checked_at: Timestamp | null;
  /** The result of `checked_at` is not published yet. */
  is_found: Generated<boolean>;
  /** Of that result; null if the video was left out, or hides its count. */
  views: number | null;
  /** The last time that the count was the same as the hook's, which keeps its older date. */
  confirmed_at: Timestamp | null;
  /** Consecutive results without the video. */
  omissions: Generated<number>;
  omitted_since: Timestamp | null;
  /** When the hook was retired because its video is unavailable; null again once it is back. */
  retired_at: Timestamp | null;
};

/** The refresh of a platform. */
export type ViewRefreshTable = {
  platform: string;
  /** The last result of its API. */
  checked_at: Timestamp | null;
  /** Nothing is requested before, since the units of the API are used up. */
  paused_until: Timestamp | null;
  /** Consecutive runs that failed. */
  failures: number;
  error: string | null;
  updated_at: Timestamp;
};
