// Hook states, label methods and reasons for review as the console shows them.
import type { ReviewedHook } from '../../api/openapi.ts';
import type { Tone } from '../../kit/display/badge.tsx';

export const stateTones: Record<ReviewedHook['state'], Tone> = {
  published: 'good',
  pending: 'warn',
  retired: 'neutral',
  rejected: 'neutral',
};

const methods: Readonly<Record<ReviewedHook['labels']['method'], string>> = {
  given: 'Given by the source',
  rules: 'Guessed',
  curator: 'Curator',
};
export const labelMethods = Object.entries(methods).map(([value, label]) => ({ value, label }));

type Reason = NonNullable<ReviewedHook['review_reason']>;

/** Why a hook waits for review. */
export const reviewReasons: Readonly<Record<Reason, string>> = {
  cut_text: 'Text is cut off',
  trailer: 'Trailer',
  music_video: 'Music video',
  match_title: 'Match title',
  lyrics: 'Lyrics',
  no_sentence: 'No full sentence',
  uncertain_transcript: 'Uncertain transcript',
  unknown_label: 'Unknown label',
  low_confidence: 'Low confidence',
};

export const isReason = (value: string): value is Reason => value in reviewReasons;

export const retiredBy: Readonly<Record<NonNullable<ReviewedHook['retired_by']>, string>> = {
  snapshot: 'Full snapshot',
  curator: 'Curator',
  takedown: 'Takedown',
  merge: 'Merged into another hook',
  undo: 'Undo of its import',
  unavailable: 'Video unavailable',
};
