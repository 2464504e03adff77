// Labels of a draft, each with what it was read from.
import {
  type GuessedLabel,
  isGuess,
  type LabelGuess,
  type RequiredLabel,
  requiredLabels,
  roundConfidence,
} from '../../labels/label.ts';
import type { Labeller } from '../../labels/labeller.ts';
import type { Line } from '../../labels/line.ts';
import { explainGuess } from '../../labels/why.ts';
import type { FullHook } from '../hook.ts';
import type { DraftLabel } from './check-schema.ts';

export type DraftLabels = Record<GuessedLabel, DraftLabel>;
type LabelledDraft = { text: string; platform?: string; niche?: string };
type SimilarRecord = { record: FullHook; score: number };

const maxLines = 3;

/** A given niche is taken as it is. Reasons are words of the text, and what follows from them. */
export function labelDraft(
  labeller: Labeller,
  { text, platform, niche: given }: LabelledDraft,
  line: Line,
): DraftLabels {
  const guesses = labeller.guess({ text, line, platform });
  const niche: DraftLabel = given
    ? { value: given, confidence: 1, method: 'given', alternatives: [], why: [] }
    : show(guesses.niche);
  const [archetype, emotion] = [show(guesses.archetype), show(guesses.emotional_trigger)];
  const labels = { archetype, emotional_trigger: emotion, niche };
  const values = { archetype: archetype.value, emotional_trigger: emotion.value, niche: niche.value };
  const hook = { text, raw_text: null, creator: null, ...values };
  const explained = (label: RequiredLabel): DraftLabel => ({
    ...labels[label],
    why: explainGuess(label, hook, labels[label].method, labeller.creatorOf),
  });
  return {
    archetype: explained('archetype'),
    emotional_trigger: explained('emotional_trigger'),
    niche: explained('niche'),
    format: show(guesses.format),
  };
}

/** Adds to guesses of a model the similar hooks that have the label from a source or a curator, as such lines taught it. */
export function withSimilarLines(labels: DraftLabels, similar: readonly SimilarRecord[]): DraftLabels {
  const extended = requiredLabels.map((label) => {
    const { value, method, why } = labels[label];
    const isExample = ({ record }: SimilarRecord) => record[label] === value && !isGuess(record.labels[label].method);
    const examples = method === 'model' ? similar.filter(isExample).slice(0, maxLines) : [];
    const lines = examples.map(({ record: { id, text }, score }) => ({
      kind: 'line' as const,
      id,
      text,
      similarity: score,
    }));
    return [label, { ...labels[label], why: [...why, ...lines] }] as const;
  });
  return { ...labels, ...Object.fromEntries(extended) };
}

function show({ value, confidence, method, alternatives }: LabelGuess): DraftLabel {
  return {
    value,
    confidence: roundConfidence(confidence),
    method,
    alternatives: alternatives.map((one) => ({ value: one.value, confidence: roundConfidence(one.confidence) })),
    why: [],
  };
}
