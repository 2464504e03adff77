import type { ColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type SearchTable = {
  id: string;
  account_id: string;
  /** Unique per account. */
  name: string;
  filters: ColumnType<Record<string, unknown>, string, string>;
  /** null means the default order. The feed is always newest first. */
  sort: string | null;
  /** SHA-256 of the feed's token, hex. */
  token_hash: string;
  sealed_token: string;
  /** Time of the feed's last use. */
  last_used_at: Timestamp | null;
  last_user_agent: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};

export type FeedReaderTable = {
  search_id: string;
  /** HMAC of the address and user agent. */
  reader: string;
  /** More than 1 for an aggregator that sends its number of readers. */
  subscribers: number;
  seen_at: Timestamp;
};

/** Email digest of a saved search, and its schedule. */
export type DigestTable = {
  search_id: string;
  every: 'off' | 'daily' | 'weekly';
  /** Day of a weekly digest; 1 is Monday. */
  day: number;
  hour: number;
  /** null while the digest is off or stopped. */
  next_run_at: Timestamp | null;
  /** Last catalog version that the digest covered: hooks added by later versions are new. */
  told_version: number;
  /** Publication time of that version; null for digests from before an upgrade. */
  told_at: Timestamp | null;
  /** Day or week of the last requested digest; `sent_period` is the one of the last accepted email. */
  last_period: string | null;
  sent_period: string | null;
  last_sent_at: Timestamp | null;
  stopped_at: Timestamp | null;
  /** `bounce`: the mail server rejected the email. `plan`: the plan has fewer saved searches. */
  stopped_by: 'bounce' | 'plan' | null;
  error: string | null;
};
