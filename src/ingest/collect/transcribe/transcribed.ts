// Transcribe: the function that collectors call for a video without captions, and the members that it adds to the record.

/** Members that the record of the video gets, over its own. */
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
 * `info`: the info.json of yt-dlp, with its formats if it has them, since the site is then not requested again. Call it only for a
 * video without a spoken line that will be imported: each takes time and budget. Null: the video keeps its title. Rejects only when
 * the run is aborted, or the database fails.
 */
export type Transcribe = (info: Readonly<Record<string, unknown>>) => Promise<TranscribedMembers | null>;
