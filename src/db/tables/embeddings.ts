// Table of embeddings.
import type { Generated } from 'kysely';

/** The vector of the texts of a group, which have the same words. */
export type EmbeddingTable = {
  model: string;
  /** As hooks.text_group. */
  text_group: string;
  /** Rises in the order of commits: processes load what is new. */
  seq: Generated<number>;
  /** A signed byte per dimension; null if the endpoint accepts no such text. */
  vector: Buffer | null;
  /** Why there is no vector. */
  fault: string | null;
  created_at: Generated<Date>;
};
