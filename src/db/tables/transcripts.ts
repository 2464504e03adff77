// Table of transcripts.
import type { Generated } from 'kysely';

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
