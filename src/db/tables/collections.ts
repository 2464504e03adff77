// Types of the tables of collections.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type CollectionTable = {
  id: string;
  account_id: string;
  /** Unique in the account. */
  name: string;
  description: string | null;
  /** Grows with every change of the collection or its hooks. */
  version: Generated<number>;
  /** Grows when all of its hooks get new ranks: former ranks say nothing then. */
  rank_epoch: Generated<number>;
  /** SHA-256 of the token of the share page, hex. null while it is not shared. */
  token_hash: string | null;
  sealed_token: string | null;
  /** Whether search engines may list the share page. */
  indexable: Generated<boolean>;
  created_at: Timestamp;
  updated_at: Timestamp;
};

export type CollectionHookTable = {
  collection_id: string;
  hook_id: number;
  note: string | null;
  tags: string[];
  /** Order in the collection; equal ranks are in order of hooks. Gaps are left for hooks that are moved between others. */
  rank: number;
  added_at: Timestamp;
};
