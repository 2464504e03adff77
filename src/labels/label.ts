// Labels that can be guessed, and how a hook can come by one.

export const guessedLabels = ['archetype', 'emotional_trigger', 'niche', 'format'] as const;
export type GuessedLabel = (typeof guessedLabels)[number];

/** Those that every published hook has. */
export const requiredLabels = ['archetype', 'emotional_trigger', 'niche'] as const satisfies GuessedLabel[];

/**
 * `given` by the source, decided by a `curator`, or guessed: by `rules`, by the `model` that learns from decisions, by what is known of
 * the `creator`, by a language model (`llm`).
 */
export const labelMethods = ['given', 'curator', 'rules', 'model', 'creator', 'llm'] as const;
export type LabelMethod = (typeof labelMethods)[number];
export type GuessMethod = Exclude<LabelMethod, 'given' | 'curator'>;

/** Kinds of texts that sources have. Guesses are right more often for some than for others. */
export const sourceFamilies = ['spoken', 'caption', 'title'] as const;
export type SourceFamily = (typeof sourceFamilies)[number];

/** A value of a label, with the probability that it is right. */
export type Guess = { value: string; confidence: number };

/** `alternatives` are the next most likely values, most likely first. */
export type LabelGuess = Guess & { method: GuessMethod; alternatives: readonly Guess[] };
