// Tables of the refresh of view counts.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** A hook whose video can be looked up. */
export type ViewCheckTable = {
  hook_id: number;
  /** Platform as in `video_key`. */
  platform: string;
  /** Time of the next check; while a call is in flight, the time at which it may be repeated. */
  due_at: Timestamp;
  checked_at: Timestamp | null;
  /** True while the result of `checked_at` is not published. */
  is_found: Generated<boolean>;
  /** Views in that result; null if the video is missing or hides its count. */
  views: number | null;
  /** Last time that the count equalled the hook's, which keeps its older date. */
  confirmed_at: Timestamp | null;
  /** Number of consecutive results without the video. */
  omissions: Generated<number>;
  omitted_since: Timestamp | null;
  /** Time at which the hook was retired because its video is unavailable; null again once it is back. */
  retired_at: Timestamp | null;
};

/** State of the refresh of a platform. */
export type ViewRefreshTable = {
  platform: string;
  /** Time of the API's last result. */
  checked_at: Timestamp | null;
  /** No request is sent before this time, since the API units are used up. */
  paused_until: Timestamp | null;
  /** Number of consecutive failed runs. */
  failures: number;
  error: string | null;
  updated_at: Timestamp;
};
