// Types of the tables of saved searches and of the readers of their feeds.
import type { ColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type SearchTable = {
  id: string;
  account_id: string;
  /** Unique in the account. */
  name: string;
  filters: ColumnType<Record<string, unknown>, string, string>;
  /** null is the default order. The feed is always newest first. */
  sort: string | null;
  /** SHA-256 of the token of the feed, hex. */
  token_hash: string;
  sealed_token: string;
  /** Of the feed. */
  last_used_at: Timestamp | null;
  last_user_agent: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};

export type FeedReaderTable = {
  search_id: string;
  /** HMAC of address and user agent. */
  reader: string;
  /** More than 1 for an aggregator that says how many it reads for. */
  subscribers: number;
  seen_at: Timestamp;
};

/** What is mailed of a search, and when. */
export type DigestTable = {
  search_id: string;
  every: 'off' | 'daily' | 'weekly';
  /** 1 is Monday. Of weekly ones. */
  day: number;
  hour: number;
  /** null while it is off or stopped. */
  next_run_at: Timestamp | null;
  /** Hooks that a later version of the catalog added are new. */
  told_version: number;
  /** When that version was published; null of digests from before an upgrade. */
  told_at: Timestamp | null;
  /** The day or week whose digest was requested last, and the one whose email was accepted last. */
  last_period: string | null;
  sent_period: string | null;
  last_sent_at: Timestamp | null;
  stopped_at: Timestamp | null;
  /** `bounce`: the mail server refused it. `plan`: the plan has fewer saved searches. */
  stopped_by: 'bounce' | 'plan' | null;
  error: string | null;
};
