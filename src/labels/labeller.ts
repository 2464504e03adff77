// Labeller: guesses the labels of a hook by rules and model together, with calibrated confidences. docs/labels.md has its accuracy.
import { calibrate } from './combine/calibrate.ts';
import { defaultCalibration } from './combine/default-calibration.ts';
import { isOfRules, mostLikely, votesFor } from './combine/pool.ts';
import { createPredictor, readFeatures } from './combine/predict.ts';
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
      const predict = createPredictor(model?.weights, read);
      const guessLabel = (label: ModelLabel): LabelGuess => {
        const distribution = predict(label);
        const prior = read.priors[label];
        const at = mostLikely(distribution);
        const probability = distribution[at] ?? 0;
        const confidence = calibrate(calibration[label][family ?? 'caption'], {
          probability,
          ...votesFor(prior, at),
        });
        const method = isOfRules(prior, at, probability) ? 'rules' : 'model';
        return toGuess(label, distribution, { at, confidence, method });
      };
      const known = creator ? creatorOf(creator) : undefined;
      const niche = guessLabel('niche');
      return {
        archetype: guessLabel('archetype'),
        emotional_trigger: guessLabel('emotional_trigger'),
        niche: known ? withCreator(niche, known) : niche,
        format: guessFormat(rules.format),
      };
    },
  };
}

type Chosen = Pick<LabelGuess, 'confidence' | 'method'> & { at: number };

/** The other values share what the confidence leaves. */
function toGuess(label: ModelLabel, distribution: Float64Array, { at, confidence, method }: Chosen): LabelGuess {
  const classes = classesOf[label];
  const value = classes[at] ?? 'other';
  const scale = (1 - confidence) / Math.max(1e-9, 1 - (distribution[at] ?? 0));
  const alternatives = nextLikely(distribution, at).flatMap((index): Guess[] => {
    const alternative = classes[index] ?? 'other';
    return alternative === 'other' ? [] : [{ value: alternative, confidence: (distribution[index] ?? 0) * scale }];
  });
  return { value, confidence: value === 'other' ? 0 : confidence, method, alternatives };
}

/** Indexes of the most likely classes but `taken`, most likely first. */
function nextLikely(distribution: Float64Array, taken: number): number[] {
  const best: number[] = [];
  for (let at = 0; at < distribution.length; at++) {
    const probability = distribution[at] as number;
    if (at === taken) continue;
    const last = best[maxAlternatives - 1];
    if (last !== undefined && probability <= (distribution[last] as number)) continue;
    let place = Math.min(best.length, maxAlternatives - 1);
    for (; place > 0 && (distribution[best[place - 1] as number] as number) < probability; place--)
      best[place] = best[place - 1] as number;
    best[place] = at;
  }
  return best;
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

/** Formats have rules only. The share of right guesses by the weight of the cue is that of the starter set (docs/labels.md). */
function formatConfidence(weight: number): number {
  return weight >= 0.9 ? 0.89 : weight >= 0.8 ? 0.46 : weight / 2;
}

function guessFormat({ value, confidence: weight, scores }: RuleGuess): LabelGuess {
  const confidence = formatConfidence(weight);
  const alternatives = [...scores]
    .filter(([other]) => other !== value)
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxAlternatives)
    .map(([other, score]) => ({ value: other, confidence: score * (1 - confidence) }));
  return { value, confidence: value === 'other' ? 0 : confidence, method: 'rules', alternatives };
}
