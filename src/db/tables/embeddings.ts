// Tables of what models made of texts and videos: embeddings and transcripts.
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

/** The opening line that a model transcribed of a video, so that each video is transcribed once. */
export type TranscriptTable = {
  /** `youtube/ID`, as hooks.video_key, or the site and id of yt-dlp. */
  video: string;
  model: string;
  /** The first sentence; null if nothing was said. */
  line: string | null;
  text_key: string | null;
  /** 0 to 1; null if the endpoint does not return one. */
  confidence: number | null;
  /** BCP 47. */
  language: string | null;
  asked_at: Generated<Date>;
};
