// Review of pending hooks: why a hook waits, the confidence of each label, and alternatives.
import type { LabelGuess } from '../../labels/label.ts';
import type { Labeller } from '../../labels/labeller.ts';
import type { OperatorHook, ReviewedHook, ReviewedLabel } from './operator-hook.ts';

/** Guesses again, without the hashtags of the record, which are not stored. */
export function withReview(hook: OperatorHook, labeller: Labeller): Omit<ReviewedHook, 'holders' | 'near_duplicates'> {
  if (hook.state !== 'pending') return { ...hook, review: null };
  const { text, platform, creator, source, duration_seconds: durationSeconds } = hook;
  const found = labeller.guess({ text, platform, creator, source, durationSeconds });
  const review = (value: string | null, guess: LabelGuess): ReviewedLabel => ({
    value,
    confidence: value === guess.value ? Math.round(guess.confidence * 1000) / 1000 : null,
    alternatives: [guess, ...guess.alternatives]
      .map((alternative) => alternative.value)
      .filter((alternative) => alternative !== value && alternative !== 'other'),
  });
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
