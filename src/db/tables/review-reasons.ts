// Review reasons: why a hook is pending instead of published.

/** The text is not an opening line or is uncertain, or its labels are unknown or uncertain. */
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

/** Reasons about the labels, not the text. */
export const labelReasons = ['unknown_label', 'low_confidence'] as const satisfies (typeof reviewReasons)[number][];

/** Hooks that are pending for one of these reasons are seldom published. */
export const unlikelyReasons: readonly (string | null)[] = ['music_video', 'trailer', 'match_title', 'lyrics'];
