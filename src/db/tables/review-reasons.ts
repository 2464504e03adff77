// Review reasons: why a hook waits for a decision instead of being published.

/** The text is no opening line or not certain, or its labels are unknown or uncertain. */
export const reviewReasons = [
  'cut_text',
  'trailer',
  'music_video',
  'match_title',
  'lyrics',
  'no_sentence',
  'uncertain_transcript',
  'unknown_label',
  'low_confidence',
] as const;

/** Those of the labels, not of the text. */
export const labelReasons = ['unknown_label', 'low_confidence'] as const satisfies (typeof reviewReasons)[number][];

/** Hooks that wait for one of these are seldom published. */
export const unlikelyReasons: readonly (string | null)[] = ['music_video', 'trailer', 'match_title', 'lyrics'];
