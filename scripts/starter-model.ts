// Trains the starter model on the lines of the sample, and on real lines that were read by hand (labels/read-lines.jsonl; their texts
// are in ../shared/input, which is not part of the project). As a program it writes src/labels/model/starter-model.bin.gz.
import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readSample } from '../src/catalog/sample/sample.ts';
import type { Floors } from '../src/config/label-floors.ts';
import { type IncomingHook, isRejection } from '../src/ingest/formats/record.ts';
import { type SourceFamily, sourceFamilies } from '../src/labels/label.ts';
import { readLine } from '../src/labels/line.ts';
import { type Calibration, type Curve, calibrate, fitCurve, type Judged } from '../src/labels/model/calibrate.ts';
import { classesOf, type ModelLabel, modelLabels } from '../src/labels/model/classes.ts';
import { chooseRows, featuresOf } from '../src/labels/model/features.ts';
import { type AllWeights, starterModel, writeStarterModel } from '../src/labels/model/model.ts';
import { mostLikely, readFeatures, votesFor } from '../src/labels/model/predict.ts';
import { trainWeights } from '../src/labels/model/train-weights.ts';
import { guessByRules } from '../src/labels/rules/rules.ts';
import { input, readSet, sets } from './real-input.ts';

/**
 * A reader's judgement of a line: whether it is an opening line, and every value that fits, the best first. `key` is the hash of the
 * original text.
 */
export type Reading = Record<ModelLabel, string[]> & {
  key: string;
  set: string;
  group: 'tuning' | 'calibration' | 'published' | 'read';
  usable?: 'yes' | 'maybe' | 'no';
};
export type ReadHook = { set: string; creator: unknown; hook: IncomingHook; reading: Reading };

/** Yields the real lines that were read. */
export async function* readHooks(): AsyncGenerator<ReadHook> {
  const file = new URL('./labels/read-lines.jsonl', import.meta.url);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const readings = new Map(lines.map((line): Reading => JSON.parse(line)).map((reading) => [reading.key, reading]));
  for (const set of Object.keys(sets))
    for await (const { creator, given, item } of readSet(set, 0)) {
      const reading = readings.get(hash('sha256', given).slice(0, 16));
      if (!isRejection(item) && reading) yield { set, creator, hook: item, reading };
    }
}

/** Features in fewer lines are noise. */
const minLines = 3;
const maxRows = 10_000;
const rate = 0.3;
const steps = 30_000;
/** Lines of the sample count less than real ones, since they are all of one kind and few real lines are like them. */
const readWeight = 6;
const starterWeights: Readonly<Record<ModelLabel, number>> = { archetype: 0.5, emotional_trigger: 0.2, niche: 0.5 };

type Example = {
  /** Undefined for lines of the sample. */
  set?: string;
  features: readonly number[];
  labels: Readonly<Record<ModelLabel, readonly string[]>>;
};

function trainOn(all: readonly Example[]): AllWeights {
  const examples = all.filter(({ labels }) => modelLabels.every((label) => labels[label].length > 0));
  const rows = chooseRows(
    examples.map(({ features }) => features),
    minLines,
    maxRows,
  );
  const weights = modelLabels.map((label) => {
    const classes = classesOf[label];
    const targets = examples.flatMap(({ set, features, labels }) =>
      labels[label].map((value) => ({
        features,
        target: classes.indexOf(value),
        weight: set === undefined ? starterWeights[label] : readWeight,
      })),
    );
    return [label, trainWeights(targets, { rows, classes, rate, steps })];
  });
  return { rows, labels: Object.fromEntries(weights) as AllWeights['labels'] };
}

export function readSampleExamples(): Example[] {
  return readSample().map(({ text, platform, archetype, emotional_trigger, niche }) => {
    const line = readLine(text);
    const labels = { archetype: [archetype], emotional_trigger: [emotional_trigger], niche: [niche] };
    return { features: featuresOf(line, guessByRules({ line }), { platform }), labels };
  });
}

type Real = Example & ReadHook;

export async function readRealExamples(): Promise<Real[]> {
  const examples: Real[] = [];
  for await (const { set, creator, hook, reading } of readHooks()) {
    const line = readLine(hook.text);
    const context = { tags: hook.hints, platform: hook.platform, family: hook.family };
    const features = featuresOf(line, guessByRules({ line, hints: hook.hints }), context);
    examples.push({ set, creator, hook, reading, features, labels: reading });
  }
  return examples;
}

/** A real line, and what a model that has seen none of its collection guesses. */
export type Unseen = ReadHook & {
  family: SourceFamily;
  guesses: Readonly<Record<ModelLabel, Judged & { value: string }>>;
};

/** Guesses each collection with a model trained without it, since a catalog begins with unseen files. */
export function guessUnseen(starter: readonly Example[], real: readonly Real[]): Unseen[] {
  return [...new Set(real.map(({ set }) => set))].flatMap((unseen) => {
    const weights = trainOn([...starter, ...real.filter(({ set }) => set !== unseen)]);
    return real.filter(({ set }) => set === unseen).map((example) => guess(example, weights));
  });
}

/** Adds confidences, calibrated as in the starter model that ships. */
export async function readUnseen() {
  const { calibration } = starterModel();
  return guessUnseen(readSampleExamples(), await readRealExamples()).map((line) => {
    const confident = modelLabels.map((label) => {
      const guess = line.guesses[label];
      return [label, { ...guess, confidence: calibrate(calibration[label][line.family], guess) }] as const;
    });
    const guesses = Object.fromEntries(confident) as Record<ModelLabel, (typeof confident)[number][1]>;
    const reaches = (floors: Floors) =>
      modelLabels.every((label) => guesses[label].value !== 'other' && guesses[label].confidence >= floors[label]);
    return { ...line, guesses, reaches };
  });
}

/** Lines that a reader calls no opening line have no labels. */
export function isLabelled({ reading }: ReadHook): boolean {
  return modelLabels.every((label) => reading[label].length > 0);
}

function guess({ labels, ...read }: Real, weights: AllWeights): Unseen {
  const { hook } = read;
  const line = readLine(hook.text);
  const { hints: tags, platform, family } = hook;
  const { priorOf } = readFeatures(line, guessByRules({ line, hints: tags }), { tags, platform, family }, weights);
  const guesses = modelLabels.map((label) => {
    const prior = priorOf(label);
    const at = mostLikely(prior.prior);
    const value = classesOf[label][at] ?? '';
    const isRight = labels[label].includes(value);
    return [label, { value, isRight, weight: 1, probability: prior.prior[at] ?? 0, ...votesFor(prior, at) }];
  });
  return { ...read, family: family ?? 'caption', guesses: Object.fromEntries(guesses) as Unseen['guesses'] };
}

function calibrationOf(all: readonly Unseen[]): Calibration {
  const lines = all.filter(isLabelled);
  const curves = modelLabels.map((label) => {
    const ofFamily = (family?: SourceFamily) =>
      lines.filter((line) => (family ?? line.family) === line.family).map(({ guesses }) => guesses[label]);
    // Families start at the curve of all lines, so that few lines do not move one far.
    const all = fitCurve(ofFamily(), { intercept: 0, slope: 1, ruled: 0, agree: 0 });
    return [
      label,
      Object.fromEntries(sourceFamilies.map((family) => [family, rounded(fitCurve(ofFamily(family), all))])),
    ];
  });
  return Object.fromEntries(curves) as Calibration;
}

function rounded(curve: Curve): Curve {
  return Object.fromEntries(
    Object.entries(curve).map(([name, value]) => [name, Math.round(value * 100) / 100]),
  ) as Curve;
}

if (import.meta.main) {
  if (!existsSync(input)) {
    console.log('The starter model stays: ../shared/input, which has the texts that it is trained on, does not exist.');
    process.exit();
  }
  const [starter, real] = [readSampleExamples(), await readRealExamples()];
  const calibration = calibrationOf(guessUnseen(starter, real));
  const bytes = writeStarterModel({ weights: trainOn([...starter, ...real]), calibration });
  writeFileSync(new URL('../src/labels/model/starter-model.bin.gz', import.meta.url), gzipSync(bytes, { level: 9 }));
}
