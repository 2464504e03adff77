// Labels that can be guessed, and how a hook can come by one.

export const guessedLabels = ['archetype', 'emotional_trigger', 'niche', 'format'] as const;
export type GuessedLabel = (typeof guessedLabels)[number];

/** Those that every published hook has. */
export const requiredLabels = ['archetype', 'emotional_trigger', 'niche'] as const satisfies GuessedLabel[];
export type RequiredLabel = (typeof requiredLabels)[number];

/**
 * `given` by the source, decided by a `curator`, or guessed: by `rules`, by the `model` that learns from decisions, by what is known of
 * the `creator`, by a language model (`llm`).
 */
export const labelMethods = ['given', 'curator', 'rules', 'model', 'creator', 'llm'] as const;
export type LabelMethod = (typeof labelMethods)[number];
type GuessMethod = Exclude<LabelMethod, 'given' | 'curator'>;

/** Neither a source nor a curator said it. null: there is no label. */
export function isGuess(method: LabelMethod | null): method is GuessMethod {
  return method !== null && method !== 'given' && method !== 'curator';
}

/** Kinds of texts that sources have. Guesses are right more often for some than for others. */
export const sourceFamilies = ['spoken', 'caption', 'title'] as const;
export type SourceFamily = (typeof sourceFamilies)[number];

/** A value of a label, with the probability that it is right. */
export type Guess = { value: string; confidence: number };

/** A guess of the rules. `scores`: of every value that has a cue in the line, 0 to 1 for labels with cues. Without one the value is `other`. */
export type RuleGuess = Guess & { scores: ReadonlyMap<string, number> };

/** No guess is certain. */
export const maxConfidence = 0.98;

/** Three digits, as confidences are stored and shown. */
export function roundConfidence(confidence: number): number {
  return Math.round(confidence * 1000) / 1000;
}

/** Whether a guess can be published. `other` never is, whatever the floor: that nothing fits is for a curator to say. */
export function reachesFloor({ value, confidence }: Guess, floor: number): boolean {
  return value !== 'other' && confidence >= floor;
}

export type BestGuess = Guess & { method: GuessMethod };

/** `alternatives` are the next most likely values, most likely first. */
export type LabelGuess = BestGuess & { alternatives: readonly Guess[] };
