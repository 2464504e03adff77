// Labeller: guesses the labels of a hook by rules and model together, with calibrated confidences. docs/labels.md has its accuracy.
import { calibrate } from './combine/calibrate.ts';
import { defaultCalibration } from './combine/default-calibration.ts';
import { doAgree, mostLikely, type Prior, predict, readFeatures } from './combine/predict.ts';
import type { Guess, GuessedLabel, LabelGuess, SourceFamily } from './label.ts';
import { readLine } from './line.ts';
import { classesOf, type ModelLabel } from './model/classes.ts';
import { type CreatorNiche, certaintyOf, creatorKey } from './model/creators.ts';
import type { LabelModel } from './model/model.ts';
import type { RuleGuess } from './rules/rule-guess.ts';
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
  /** Of the model; 0 is what ships. */
  version: number;
  /** Takes less than 0.1 ms. A guess `other` has the confidence 0: that nothing fits is for a curator to say. */
  guess: (input: LabelInput) => LabelGuesses;
  /** What earlier hooks of a creator agree on. */
  creatorOf: (creator: string) => CreatorNiche | undefined;
};

const maxAlternatives = 5;

export function createLabeller(model?: LabelModel, version = 0): Labeller {
  const calibration = model?.calibration ?? defaultCalibration;
  const creatorOf = (creator: string) => model?.creators.get(creatorKey(creator));

  return {
    version,
    creatorOf,
    guess: ({ text, hints, platform, durationSeconds, creator, source, family }) => {
      const line = readLine(text);
      const rules = guessByRules({ line, hints, durationSeconds });
      const read = readFeatures(line, rules, { tags: hints, platform, family, source });
      const guessLabel = (label: ModelLabel): LabelGuess => {
        const distribution = predict(label, read, model?.weights);
        const prior = read.priors[label];
        const at = mostLikely(distribution);
        const probability = distribution[at] ?? 0;
        const confidence = calibrate(calibration[label][family ?? 'caption'], { probability, agree: doAgree(prior) });
        const method = isOfRules(prior, at, probability) ? 'rules' : 'model';
        return toGuess(label, distribution, { at, confidence, method });
      };
      const known = creator ? creatorOf(creator) : undefined;
      const niche = guessLabel('niche');
      return {
        archetype: guessLabel('archetype'),
        emotional_trigger: guessLabel('emotional_trigger'),
        niche: known ? withCreator(niche, known) : niche,
        format: guessOfRules(rules.format),
      };
    },
  };
}

/** Whether the rules did more for the value than the models. */
function isOfRules({ rules, starter, prior }: Prior, at: number, probability: number): boolean {
  const learned = Math.max(0, probability - (prior[at] ?? 0));
  return (rules[at] ?? 0) >= (starter[at] ?? 0) + learned;
}

type Chosen = Pick<LabelGuess, 'confidence' | 'method'> & { at: number };

/** The other values share what the confidence leaves. */
function toGuess(label: ModelLabel, distribution: Float64Array, { at, confidence, method }: Chosen): LabelGuess {
  const classes = classesOf[label];
  const value = classes[at] ?? 'other';
  const scale = (1 - confidence) / Math.max(1e-9, 1 - (distribution[at] ?? 0));
  const alternatives: Guess[] = [];
  for (let taken = 0; taken < maxAlternatives; taken++) {
    let best = -1;
    for (let index = 0; index < classes.length; index++) {
      const isTaken = index === at || alternatives.some((alternative) => alternative.value === classes[index]);
      if (
        !isTaken &&
        classes[index] !== 'other' &&
        (best < 0 || (distribution[index] ?? 0) > (distribution[best] ?? 0))
      )
        best = index;
    }
    const alternative = classes[best];
    if (alternative !== undefined)
      alternatives.push({ value: alternative, confidence: (distribution[best] ?? 0) * scale });
  }
  return { value, confidence: value === 'other' ? 0 : confidence, method, alternatives };
}

const maxConfidence = 0.98;

/** What is known of the creator, and what the text says where that is wrong. */
function withCreator(guess: LabelGuess, known: CreatorNiche): LabelGuess {
  const certainty = certaintyOf(known);
  const guesses = [guess, ...guess.alternatives].filter(({ value }) => value !== known.niche && value !== 'other');
  const own = [guess, ...guess.alternatives].find(({ value }) => value === known.niche)?.confidence ?? 0;
  const confidence = Math.min(maxConfidence, certainty + (1 - certainty) * own);
  const others = guesses.map(({ value, confidence: p }) => ({ value, confidence: p * (1 - certainty) }));
  return { value: known.niche, confidence, method: 'creator', alternatives: others.slice(0, maxAlternatives) };
}

/** Formats have rules only. */
function guessOfRules({ value, confidence, scores }: RuleGuess): LabelGuess {
  const alternatives = [...scores]
    .filter(([other]) => other !== value)
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxAlternatives)
    .map(([other, score]) => ({ value: other, confidence: score * (1 - confidence) }));
  return { value, confidence: value === 'other' ? 0 : confidence, method: 'rules', alternatives };
}
