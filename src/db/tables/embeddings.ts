// Tables of model results for texts and videos: embeddings and transcripts.
import type { Generated } from 'kysely';

/** The vector of a text group: texts with the same words. */
export type EmbeddingTable = {
  model: string;
  /** References hooks.text_group. */
  text_group: string;
  /** Increases in the order of commits, so that processes load only new rows. */
  seq: Generated<number>;
  /** One signed byte per dimension; null if the provider rejects the text. */
  vector: Buffer | null;
  /** Reason why there is no vector. */
  fault: string | null;
  created_at: Generated<Date>;
};

/** The opening line that a model transcribed from a video, stored so that each video is transcribed once. */
export type TranscriptTable = {
  /** `youtube/ID`, as in hooks.video_key, or the site and id of yt-dlp. */
  video: string;
  model: string;
  /** First sentence; null if the audio has no speech. */
  line: string | null;
  text_key: string | null;
  /** 0 to 1; null if the provider returns none. */
  confidence: number | null;
  /** BCP 47 language tag. */
  language: string | null;
  asked_at: Generated<Date>;
};
