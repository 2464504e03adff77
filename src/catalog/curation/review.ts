// Review of pending hooks: why a hook waits, the confidence of each label, and alternatives.
import type { Guess, LabelGuess } from '../../labels/label.ts';
import type { Labeller } from '../../labels/labeller.ts';
import type { OperatorHook, ReviewedHook, ReviewedLabel } from './operator-hook.ts';

const maxAlternatives = 5;

/** Guesses again, as the labeller does now. Of the record's hints, only the hashtags in its text are stored. */
export function withReview(hook: OperatorHook, labeller: Labeller): Omit<ReviewedHook, 'holders' | 'near_duplicates'> {
  if (hook.state !== 'pending') return { ...hook, review: null };
  const { text, raw_text, platform, creator, source, source_family: family, duration_seconds: durationSeconds } = hook;
  const hints = hashtagsOf(raw_text ?? text);
  const found = labeller.guess({ text, hints, platform, creator, source, family, durationSeconds });
  return {
    ...hook,
    review: {
      reason: hook.review_reason ?? 'low_confidence',
      archetype: review(hook.archetype, found.archetype),
      emotional_trigger: review(hook.emotional_trigger, found.emotional_trigger),
      niche: review(hook.niche, found.niche),
      format: review(hook.format, found.format),
    },
  };
}

function review(value: string | null, guess: LabelGuess): ReviewedLabel {
  return {
    value,
    confidence: value === guess.value ? round(guess.confidence) : null,
    alternatives: [guess, ...guess.alternatives]
      .filter((other: Guess) => other.value !== value && other.value !== 'other')
      .slice(0, maxAlternatives)
      .map((other) => ({ value: other.value, confidence: round(other.confidence) })),
  };
}

function hashtagsOf(text: string): string[] {
  return Array.from(text.matchAll(/[#＃]([\p{L}\p{N}_]{1,60})/gu), ([, tag = '']) => tag.toLowerCase());
}

function round(confidence: number): number {
  return Math.round(confidence * 1000) / 1000;
}
