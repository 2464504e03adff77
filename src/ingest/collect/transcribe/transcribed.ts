// Transcribe: the function that collectors call for a video without captions, and the members that it adds to the record.

/** Members that are added to the record of the video and replace its own. */
export type TranscribedMembers = {
  /** The first spoken sentence. */
  opening_line: string;
  text_method: 'transcribed';
  /** The title or caption, which the opening line replaces. */
  raw_text?: string;
  /** BCP 47. */
  language?: string;
  /** The hook waits for review. */
  is_uncertain?: true;
};

/**
 * `info`: the info.json of yt-dlp. If it has the formats, the site is not requested again. Call it only for a video without a spoken line
 * that will be imported, since each call takes time and budget. Null: the video keeps its title. Rejects only when the run is aborted, or
 * the database fails.
 */
export type Transcribe = (info: Readonly<Record<string, unknown>>) => Promise<TranscribedMembers | null>;
