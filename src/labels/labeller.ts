// Labeller: guesses the labels of a hook by rules and model together, with calibrated confidences. Accuracy: docs/labels.md.
import {
  type BestGuess,
  type Guess,
  type GuessedLabel,
  type LabelGuess,
  maxConfidence,
  type RuleGuess,
  type SourceFamily,
} from './label.ts';
import { type Line, readLine } from './line.ts';
import { calibrate } from './model/calibrate.ts';
import { classesOf, type ModelLabel } from './model/classes.ts';
import { type CreatorNiche, certaintyOf, creatorKey } from './model/features.ts';
import { type LabelModel, starterModel } from './model/model.ts';
import { createPredictor, isOfRules, mostLikely, readFeatures, votesFor } from './model/predict.ts';
import { guessByRules, guessFormatByRules } from './rules/rules.ts';

export type LabelInput = {
  text: string;
  /** The parsed text, if it was read before. */
  line?: Line;
  /** Hashtags, tags, categories and channel names of the record. */
  hints?: readonly string[];
  platform?: string | null;
  durationSeconds?: number | null;
  creator?: string | null;
  source?: string | null;
  family?: SourceFamily | null;
};

export type LabelGuesses = Record<GuessedLabel, LabelGuess>;
/** The requested labels. */
export type BestGuesses = Partial<Record<GuessedLabel, BestGuess>>;

/** A guess takes about 0.1 ms. The guess `other` has confidence 0, since only a curator may decide that no value fits. */
export type Labeller = {
  /** Version of the model; 0 is the starter model. */
  version: number;
  guess: (input: LabelInput) => LabelGuesses;
  /** Guesses only the `wanted` labels, without alternatives, for imports. */
  guessBest: (input: LabelInput, wanted: readonly GuessedLabel[]) => BestGuesses;
  /** Niche that most earlier hooks of a creator have. */
  creatorOf: (creator: string) => CreatorNiche | undefined;
};

const maxAlternatives = 5;

export function createLabeller(model?: LabelModel, version = 0): Labeller {
  // The starter model is read at the first guess, so that it delays no start.
  const calibrationOf = () => model?.calibration ?? starterModel().calibration;
  const creatorOf = (creator: string) => model?.creators.get(creatorKey(creator));

  const read = ({ text, line = readLine(text), hints, platform, family, source }: LabelInput): Reading => {
    const rules = guessByRules({ line, hints });
    const { features, priorOf } = readFeatures(line, rules, { tags: hints, platform, family, source });
    const predict = createPredictor(model?.weights, features);
    const choose = (label: ModelLabel): Choice => {
      const prior = priorOf(label);
      const distribution = predict(label, prior);
      // Models have no class for a niche that an operator added, so only its words count.
      const ruled = rules[label];
      if (label === 'niche' && !classesOf.niche.includes(ruled.value))
        return { value: ruled.value, confidence: ruled.confidence, method: 'rules', at: -1, distribution };
      const at = mostLikely(distribution);
      const probability = distribution[at] ?? 0;
      const evidence = { probability, ...votesFor(prior, at) };
      const value = classesOf[label][at] ?? 'other';
      const confidence = calibrate(calibrationOf()[label][family ?? 'caption'], evidence);
      const method = isOfRules(prior, at, probability) ? 'rules' : 'model';
      return { value, confidence, method, at, distribution };
    };
    return { line, archetype: rules.archetype, choose };
  };

  /** Combines the creator's niche with the alternatives. */
  const guessNiche = ({ creator }: LabelInput, choice: Choice): LabelGuess | undefined => {
    // Creators are not remembered with niches that an operator added.
    const known = creator && choice.at >= 0 ? creatorOf(creator) : undefined;
    return known && withCreator(withAlternatives('niche', choice), known);
  };

  return {
    version,
    creatorOf,
    guess: (input) => {
      const { line, archetype, choose } = read(input);
      const niche = choose('niche');
      return {
        archetype: withAlternatives('archetype', choose('archetype')),
        emotional_trigger: withAlternatives('emotional_trigger', choose('emotional_trigger')),
        niche: guessNiche(input, niche) ?? withAlternatives('niche', niche),
        format: guessFormat(guessFormatByRules(line, input.durationSeconds, archetype)),
      };
    },
    guessBest: (input, wanted) => {
      const { text, line = readLine(text), durationSeconds } = input;
      const guesses: BestGuesses = {};
      const reading = wanted.some((label) => label !== 'format') ? read({ ...input, line }) : undefined;
      for (const label of wanted) {
        if (label === 'format')
          guesses.format = bestFormat(guessFormatByRules(line, durationSeconds, reading?.archetype));
        else if (reading) {
          const choice = reading.choose(label);
          guesses[label] = (label === 'niche' && guessNiche(input, choice)) || best(choice);
        }
      }
      return guesses;
    },
  };
}

/** `archetype`: the guess of the rules, from which a format follows. */
type Reading = { line: Line; archetype: RuleGuess; choose: (label: ModelLabel) => Choice };
/** The most likely value, its index in the distribution (-1 if it has none), and its confidence. */
type Choice = BestGuess & { at: number; distribution: Float64Array };

function best({ value, confidence, method }: BestGuess): BestGuess {
  return { value, confidence: value === 'other' ? 0 : confidence, method };
}

/** The other values share the remaining probability. */
function withAlternatives(label: ModelLabel, choice: Choice): LabelGuess {
  const { at, distribution, confidence } = choice;
  const scale = (1 - confidence) / Math.max(1e-9, 1 - (distribution[at] ?? 0));
  const alternatives = nextLikely(distribution, at).flatMap((index): Guess[] => {
    const value = classesOf[label][index] ?? 'other';
    return value === 'other' ? [] : [{ value, confidence: (distribution[index] ?? 0) * scale }];
  });
  return { ...best(choice), alternatives };
}

/** Returns the indexes of the most likely classes except `taken`, most likely first. */
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

/** Guesses the creator's niche; the guesses from the text become the alternatives. */
function withCreator(guess: LabelGuess, known: CreatorNiche): LabelGuess {
  const certainty = certaintyOf(known);
  const guesses = [guess, ...guess.alternatives].filter(({ value }) => value !== known.niche && value !== 'other');
  const own = [guess, ...guess.alternatives].find(({ value }) => value === known.niche)?.confidence ?? 0;
  const confidence = Math.min(maxConfidence, certainty + (1 - certainty) * own);
  const others = guesses.map(({ value, confidence: p }) => ({ value, confidence: p * (1 - certainty) }));
  return { value: known.niche, confidence, method: 'creator', alternatives: others.slice(0, maxAlternatives) };
}

/** Formats are guessed by rules only. The share of right guesses by cue weight was measured on the sample (docs/labels.md). */
function formatConfidence(weight: number): number {
  return weight >= 0.9 ? 0.89 : weight >= 0.8 ? 0.46 : weight / 2;
}

function bestFormat({ value, confidence: weight }: RuleGuess): BestGuess {
  return best({ value, confidence: formatConfidence(weight), method: 'rules' });
}

function guessFormat(guess: RuleGuess): LabelGuess {
  const confidence = formatConfidence(guess.confidence);
  const alternatives = [...guess.scores]
    .filter(([other]) => other !== guess.value)
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxAlternatives)
    .map(([other, score]) => ({ value: other, confidence: score * (1 - confidence) }));
  return { ...bestFormat(guess), alternatives };
}
