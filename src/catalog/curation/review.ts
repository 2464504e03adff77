// Review of pending hooks: why a hook waits, the confidence of each label, and alternatives.
import { classify, confidenceFloor, rankLabels } from '../../labels/classify.ts';
import type { OperatorHook, ReviewedHook, ReviewedLabel } from './operator-hook.ts';

const maxAlternatives = 5;

/** Runs the classifier again, without the hashtags of the record, which are not stored. */
export function withReview(hook: OperatorHook): Omit<ReviewedHook, 'holders' | 'near_duplicates'> {
  if (hook.state !== 'pending') return { ...hook, review: null };
  const { text, platform, duration_seconds: durationSeconds } = hook;
  const found = classify({ text, platform, durationSeconds });
  const ranked = rankLabels(text);
  const review = (
    value: string | null,
    guess: { value: string; confidence: number },
    others: readonly string[],
  ): ReviewedLabel => ({
    value,
    confidence: value === guess.value ? Math.round(guess.confidence * 1000) / 1000 : null,
    alternatives: [...new Set([guess.value, ...others])]
      .filter((alternative) => alternative !== value && alternative !== 'other')
      .slice(0, maxAlternatives),
  });
  return {
    ...hook,
    review: {
      reason: hook.review_reason ?? (hook.labels.confidence < confidenceFloor ? 'low_confidence' : 'unknown_label'),
      archetype: review(hook.archetype, found.archetype, ranked.archetype),
      emotional_trigger: review(hook.emotional_trigger, found.emotionalTrigger, ranked.emotional_trigger),
      niche: review(hook.niche, found.niche, ranked.niche),
      format: review(hook.format, found.format, ranked.format),
    },
  };
}
