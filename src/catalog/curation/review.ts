// Review of pending hooks: why a hook waits, the confidence of each label, and alternatives.
import { type Guess, type LabelGuess, roundConfidence } from '../../labels/label.ts';
import type { Labeller } from '../../labels/labeller.ts';
import { toLabelInput } from '../labelling/label-input.ts';
import type { OperatorHook, ReviewedHook, ReviewedLabel } from './operator-hook.ts';

const maxAlternatives = 5;

/** Guesses again, as the labeller does now. Of the record's hints, only the hashtags in its text are stored. */
export function withReview(hook: OperatorHook, labeller: Labeller): Omit<ReviewedHook, 'holders' | 'near_duplicates'> {
  if (hook.state !== 'pending') return { ...hook, review: null };
  const found = labeller.guess(toLabelInput(hook));
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
    confidence: value === guess.value ? roundConfidence(guess.confidence) : null,
    alternatives: [guess, ...guess.alternatives]
      .filter((other: Guess) => other.value !== value && other.value !== 'other')
      .slice(0, maxAlternatives)
      .map((other) => ({ value: other.value, confidence: roundConfidence(other.confidence) })),
  };
}
