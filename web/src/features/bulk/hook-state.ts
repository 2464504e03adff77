// Texts of the console for hook states, label methods, presets, review reasons and review time.
import type { ReviewedHook } from '../../api/openapi.ts';
import type { Tone } from '../../kit/display/badge.tsx';
import { capitalized, formatNumber, plural } from '../../kit/page/format.ts';

export const stateTones: Record<ReviewedHook['state'], Tone> = {
  published: 'good',
  pending: 'warn',
  retired: 'neutral',
  rejected: 'neutral',
};

const methods: Readonly<Record<ReviewedHook['labels']['method'], string>> = {
  given: 'From the source',
  rules: 'Guessed',
  curator: 'Curator',
};
export const labelMethods = Object.entries(methods).map(([value, label]) => ({ value, label }));

type Reason = NonNullable<ReviewedHook['review_reason']>;

/** Reasons why a hook needs review. */
export const reviewReasons: Readonly<Record<Reason, string>> = {
  cut_text: 'Text is cut off',
  trailer: 'Trailer',
  music_video: 'Music video',
  match_title: 'Title of a match',
  lyrics: 'Lyrics',
  no_sentence: 'No full sentence',
  uncertain_transcript: 'Uncertain transcript',
  unknown_label: 'Unknown label',
  low_confidence: 'Unsure label',
};

export const isReason = (value: string): value is Reason => value in reviewReasons;

const secondsPerHook = 3;

/** “37 to review, about 2 minutes” */
export function needLook(hooks: number): string {
  const minutes = Math.max(1, Math.round((hooks * secondsPerHook) / 60));
  const time = minutes < 90 ? plural(minutes, 'minute') : plural(Math.round(minutes / 60), 'hour');
  return `${formatNumber(hooks)} to review, about ${time}`;
}

/** Confidences that divide pending hooks by whether their labels are at least 50 % sure. */
export const likelyFrom = '0.5';
export const unsureUpTo = '0.4999';

export const retiredBy: Readonly<Record<NonNullable<ReviewedHook['retired_by']>, string>> = {
  snapshot: 'Missing from its source',
  curator: 'Retired by a curator',
  takedown: 'Takedown',
  merge: 'Merged into another hook',
  undo: 'Import undone',
  unavailable: 'Video unavailable',
};

/** “TikTok scraper” for `tiktok-scraper`. */
export function presetName(preset: string): string {
  const words = preset
    .replace(/-(?!dlp)/g, ' ')
    .replace('tiktok', 'TikTok')
    .replace('youtube', 'YouTube');
  return preset === 'yt-dlp' ? preset : capitalized(words.replace(/ api$/, ' API'));
}
