import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type CollectionTable = {
  id: string;
  account_id: string;
  /** Unique per account. */
  name: string;
  description: string | null;
  /** Incremented with every change of the collection or its hooks. */
  version: Generated<number>;
  /** Incremented when all of its hooks get new ranks, which makes former ranks meaningless. */
  rank_epoch: Generated<number>;
  /** SHA-256 of the share page's token, hex; null while the collection is not shared. */
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
  /** Order in the collection; hooks with equal ranks are ordered by id. Gaps leave space to move hooks between others. */
  rank: number;
  added_at: Timestamp;
};
