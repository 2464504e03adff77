// Combines the guesses of a hook with the answer of a language model, as two voices that are right independently of each other.
import { type Guess, type LabelGuess, maxConfidence, type RequiredLabel, requiredLabels } from '../label.ts';
import type { LabelGuesses } from '../labeller.ts';
import type { LlmLabels } from './question.ts';

/** Share of the model's answers that are right, by label. */
export type Agreement = Record<RequiredLabel, number>;

/** Labels with an answer have the method `llm`, whichever voice won. */
export function withAnswer(guesses: LabelGuesses, answer: LlmLabels, agreement: Agreement): LabelGuesses {
  const combined = { ...guesses };
  for (const label of requiredLabels) combined[label] = combine(guesses[label], answer[label], agreement[label]);
  return combined;
}

/**
 * `p`, `q`: the probability that the guess, the answer is right. If they say the same, both are right or both are wrong. If they
 * differ, both cannot be right, and the more probable value wins. `other` as an answer says that the guess is wrong, not what is right.
 */
function combine(guess: LabelGuess, value: string, q: number): LabelGuess {
  const p = guess.confidence;
  const method = 'llm' as const;
  if (guess.value === value) {
    const agreed = value === 'other' ? 0 : (p * q) / (p * q + (1 - p) * (1 - q));
    return { ...guess, method, confidence: Math.min(agreed, maxConfidence) };
  }
  const rest = 1 - p * q;
  const answered: Guess = { value, confidence: value === 'other' ? 0 : (q * (1 - p)) / rest };
  const guessed: Guess = { value: guess.value, confidence: (p * (1 - q)) / rest };
  const others = guess.alternatives
    .filter((one) => one.value !== value)
    .map((one) => ({ value: one.value, confidence: (one.confidence * (1 - q)) / rest }));
  const [best = answered, ...alternatives] = [answered, guessed, ...others].sort((a, b) => b.confidence - a.confidence);
  return { ...best, method, alternatives };
}
