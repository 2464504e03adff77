// What a reviewer is told of a hook beside its record: why it waits, how sure each label is, what else it may be.
import { classify, confidenceFloor, rankLabels } from '../../labels/classify.ts';
import type { OperatorHook, ReviewedHook, ReviewedLabel } from './operator-hook.ts';

const mostAlternatives = 5;

/** The classifier is asked again, without the hashtags that came with the record: those are not kept. */
export function withReview(hook: OperatorHook): ReviewedHook {
  if (hook.state !== 'pending') return { ...hook, review: null };
  const { text, platform, duration_seconds: durationSeconds } = hook;
  const found = classify({ text, platform, durationSeconds });
  const ranked = rankLabels(text);
  const tell = (
    value: string | null,
    guess: { value: string; confidence: number },
    others: readonly string[],
  ): ReviewedLabel => ({
    value,
    confidence: value === guess.value ? Math.round(guess.confidence * 1000) / 1000 : null,
    alternatives: [...new Set([guess.value, ...others])]
      .filter((one) => one !== value && one !== 'other')
      .slice(0, mostAlternatives),
  });
  return {
    ...hook,
    review: {
      reason: hook.labels.confidence < confidenceFloor ? 'low_confidence' : 'unknown_label',
      archetype: tell(hook.archetype, found.archetype, ranked.archetype),
      emotional_trigger: tell(hook.emotional_trigger, found.emotionalTrigger, ranked.emotional_trigger),
      niche: tell(hook.niche, found.niche, ranked.niche),
      format: tell(hook.format, found.format, ranked.format),
    },
  };
}
