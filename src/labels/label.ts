// Labels that can be guessed, and the methods by which a hook gets one.

export const guessedLabels = ['archetype', 'emotional_trigger', 'niche', 'format'] as const;
export type GuessedLabel = (typeof guessedLabels)[number];

/** Labels that every published hook has. */
export const requiredLabels = ['archetype', 'emotional_trigger', 'niche'] as const satisfies GuessedLabel[];
export type RequiredLabel = (typeof requiredLabels)[number];

/**
 * Origin of a label: `given` by the source, decided by a `curator`, or guessed by `rules`, by the `model` that learns from decisions, by
 * the niche of the `creator`, or by a language model (`llm`).
 */
export const labelMethods = ['given', 'curator', 'rules', 'model', 'creator', 'llm'] as const;
export type LabelMethod = (typeof labelMethods)[number];
type GuessMethod = Exclude<LabelMethod, 'given' | 'curator'>;

/** False if the label is from a source or a curator, or if there is no label (null). */
export function isGuess(method: LabelMethod | null): method is GuessMethod {
  return method !== null && method !== 'given' && method !== 'curator';
}

/** Kinds of text that sources have. The accuracy of guesses differs between them. */
export const sourceFamilies = ['spoken', 'caption', 'title'] as const;
export type SourceFamily = (typeof sourceFamilies)[number];

/** A value of a label, with the probability that it is right. */
export type Guess = { value: string; confidence: number };

/**
 * A guess of the rules. `scores`: score of every value with a cue in the line, 0 to 1 for labels with cues. Without any cue the value is
 * `other`.
 */
export type RuleGuess = Guess & { scores: ReadonlyMap<string, number> };

/** Limit below 1, since no guess is certain. */
export const maxConfidence = 0.98;

/** Rounds to three digits, as confidences are stored and shown. */
export function roundConfidence(confidence: number): number {
  return Math.round(confidence * 1000) / 1000;
}

/** Returns whether a guess can be published. `other` never can, whatever the floor: only a curator may decide that no value fits. */
export function reachesFloor({ value, confidence }: Guess, floor: number): boolean {
  return value !== 'other' && confidence >= floor;
}

export type BestGuess = Guess & { method: GuessMethod };

/** `alternatives` are the next most likely values, most likely first. */
export type LabelGuess = BestGuess & { alternatives: readonly Guess[] };
