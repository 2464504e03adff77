// Measures the labeller: npx node scripts/labels-report.ts
//   --half development|held-out   of the halves that nothing was tuned on only what is asked for (development)
//   --part read|published|calibration|speed   one part of the report (all)
// docs/labels.md has the figures.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readStarterSet } from '../src/catalog/seed/starter-set.ts';
import { type IncomingHook, isRejection } from '../src/ingest/formats/record.ts';
import { labelHook } from '../src/ingest/publish/missing-labels.ts';
import { type SourceFamily, sourceFamilies } from '../src/labels/label.ts';
import { createLabeller } from '../src/labels/labeller.ts';
import { readLine } from '../src/labels/line.ts';
import { fitCurve, type Judged } from '../src/labels/model/calibrate.ts';
import { classesOf, type ModelLabel, modelLabels } from '../src/labels/model/classes.ts';
import { encodeModel } from '../src/labels/model/model.ts';
import { mostLikely, readFeatures, votesFor } from '../src/labels/model/predict.ts';
import { trainModel } from '../src/labels/model/train.ts';
import { guessByRules } from '../src/labels/rules/rules.ts';
import { isForTuning, percent, readSet, requireInput, sets } from './real-input.ts';

const floor = 0.8;
const labeller = createLabeller();

/** Prints the agreement with lines that were labelled by hand, also for labels that the source gives. */
async function reportRead(): Promise<void> {
  const measured: (Measured & { group: string; family: string; label: ModelLabel })[] = [];
  for await (const { set, hook, reading } of readHooks()) {
    if (!reading || reading.group === 'published') continue;
    const { text, hints, platform, creator, family, duration_seconds: durationSeconds } = hook;
    const guesses = labeller.guess({ text, hints, platform, creator, family, durationSeconds, source: set });
    for (const label of modelLabels) {
      const { value, confidence } = guesses[label];
      const isRight = reading[label].includes(value);
      measured.push({ group: reading.group, family: family ?? 'caption', label, confidence, isRight });
    }
  }
  for (const group of ['tuning', 'calibration']) {
    const columns = ['label', 'family', 'lines', 'right', `at a confidence of ${floor} or more`, 'calibration error'];
    table(`Lines labelled by hand, ${group}`, ...columns);
    for (const label of modelLabels)
      for (const family of ['all', 'spoken', 'caption', 'title']) {
        const own = measured.filter(
          (guess) => guess.group === group && guess.label === label && (family === 'all' || guess.family === family),
        );
        if (own.length > 0) row(label, family, own.length, agreement(own), rightWhereSure(own), calibrationError(own));
      }
  }
}

/** Prints what a first import publishes, without any decision of a curator, and how much of it is right. */
async function reportPublished(isHeldOut: boolean): Promise<void> {
  const waiting = 'waiting for archetype, emotional trigger, niche';
  const title = `Published by a first import, ${isHeldOut ? 'held-out' : 'development'} half of the creators`;
  table(title, 'set', 'pass the text', 'published', '`other`', waiting);
  const right: Record<ModelLabel, boolean[]> = { archetype: [], emotional_trigger: [], niche: [] };
  const counts = new Map<string, { pass: number; published: number; other: number; waiting: number[] }>();
  for await (const { set, hook, isTuning, reading } of readHooks()) {
    if (isTuning === isHeldOut) continue;
    const count = counts.get(set) ?? { pass: 0, published: 0, other: 0, waiting: [0, 0, 0] };
    counts.set(set, count);
    const staged = labelHook(hook, { labeller, floor, source: set });
    count.pass++;
    if (!staged.is_ready) {
      modelLabels.forEach((label, at) => {
        const isGuess = !['given', 'curator'].includes(staged[`${label}_method`] ?? '');
        if (isGuess && (staged[`${label}_confidence`] ?? 0) < floor) count.waiting[at] = (count.waiting[at] ?? 0) + 1;
      });
      continue;
    }
    count.published++;
    if (modelLabels.some((label) => staged[label] === 'other')) count.other++;
    if (reading && (!isHeldOut || reading.group === 'published'))
      for (const label of modelLabels) right[label].push(reading[label].includes(staged[label]));
  }
  for (const [set, { pass, published, other, waiting }] of counts)
    row(set, pass, `${published} (${percent(published, pass)})`, other, waiting.join(', '));
  console.log('');
  for (const [label, own] of Object.entries(right))
    console.log(`- ${label}: ${own.filter(Boolean).length} of ${own.length} published lines that were read are right`);
}

/** Fits src/labels/model/predict.ts to the lines of group `calibration`, which no rule was written with in view. */
async function reportCalibration(): Promise<void> {
  const judged: (Judged & { label: ModelLabel; family: SourceFamily })[] = [];
  for await (const { set, hook, reading } of readHooks()) {
    if (reading?.group !== 'calibration') continue;
    const line = readLine(hook.text);
    const { hints, platform } = hook;
    const family = hook.family ?? 'caption';
    const guesses = guessByRules({ line, hints });
    const { priorOf } = readFeatures(line, guesses, { tags: hints, platform, family, source: set });
    for (const label of modelLabels) {
      const prior = priorOf(label);
      const at = mostLikely(prior.prior);
      const value = classesOf[label][at] ?? '';
      const isRight = value !== 'other' && reading[label].includes(value);
      judged.push({ label, family, probability: prior.prior[at] ?? 0, ...votesFor(prior, at), isRight, weight: 1 });
    }
  }
  console.log('\n### Curves: intercept, slope, ruled, agree\n');
  for (const label of modelLabels) {
    const own = judged.filter((line) => line.label === label);
    // Families start at the curve of all lines, so that few lines do not move one far.
    const all = fitCurve(own, { intercept: 0, slope: 1, ruled: 0, agree: 0 });
    for (const family of sourceFamilies) {
      const lines = own.filter((line) => line.family === family);
      const { intercept, slope, ruled, agree } = fitCurve(lines, all);
      const numbers = [intercept, slope, ruled, agree].map((number) => number.toFixed(2));
      console.log(`${label} ${family}: curve(${numbers.join(', ')})`);
    }
  }
}

/** Prints what a guess costs, and a training. */
function reportSpeed(): void {
  const hooks = readStarterSet();
  const lines = hooks.slice(0, 5000).map((hook, at) => {
    const { text, platform, creator, archetype, emotional_trigger, niche } = hook;
    const kind = { tags: [], family: 'spoken', source: 'speed', kind: 'given' } as const;
    return { ...kind, id: `hook_${at}`, text, platform, creator, labels: { archetype, emotional_trigger, niche } };
  });
  const startedAt = performance.now();
  const { model } = trainModel(lines);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log('\n### Speed\n');
  console.log(`- Training on 5,000 lines, with three folds: ${seconds} s, ${encodeModel(model).length} bytes`);
  const labellers = { 'as shipped': labeller, 'with that model': createLabeller(model) };
  for (const [name, labeller] of Object.entries(labellers)) {
    for (const { text } of hooks) labeller.guess({ text });
    const from = performance.now();
    for (let round = 0; round < 5; round++) for (const { text } of hooks) labeller.guess({ text });
    console.log(`- A line ${name}: ${((200 * (performance.now() - from)) / hooks.length).toFixed(1)} µs`);
  }
}

type Measured = { confidence: number; isRight: boolean };

const countRight = (guesses: readonly Measured[]) => guesses.filter(({ isRight }) => isRight).length;

const agreement = (guesses: readonly Measured[]) => percent(countRight(guesses), guesses.length);

/** Of the guesses with a confidence of 0.8 or more: how many are right, and how many these are, such as `91.0 % of 30.2 %`. */
function rightWhereSure(guesses: readonly Measured[]): string {
  const sure = guesses.filter(({ confidence }) => confidence >= 0.8);
  return `${agreement(sure)} of ${percent(sure.length, guesses.length)}`;
}

/** Expected calibration error: the mean distance of confidence and share of right guesses over ten bins, by their size. */
function calibrationError(guesses: readonly Measured[]): string {
  let sum = 0;
  for (const own of Map.groupBy(guesses, ({ confidence }) => Math.min(9, Math.floor(confidence * 10))).values()) {
    const mean = own.reduce((total, { confidence }) => total + confidence, 0) / own.length;
    sum += Math.abs(mean - countRight(own) / own.length) * own.length;
  }
  return (sum / guesses.length).toFixed(3);
}

const row = (...cells: readonly unknown[]) => console.log(`| ${cells.join(' | ')} |`);

function table(title: string, ...columns: string[]): void {
  console.log(`\n### ${title}\n`);
  row(...columns);
  row(...columns.map(() => '---'));
}

/** Rules were written with the group `tuning` in view, and confidences with `calibration`. A reader may accept several values. */
type Reading = Record<ModelLabel, string[]> & { key: string; group: 'tuning' | 'calibration' | 'published' };
type RealHook = { set: string; hook: IncomingHook; isTuning: boolean; reading: Reading | undefined };

/** Yields the lines that pass the checks of the text, with their reading if there is one. Each reading is used once. */
async function* readHooks(): AsyncGenerator<RealHook> {
  const lines = readFileSync(new URL('./read-lines.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const readings = new Map(lines.map((line): Reading => JSON.parse(line)).map((reading) => [reading.key, reading]));
  for (const set of Object.keys(sets)) {
    const seen = new Set<string>();
    for await (const { creator, item } of readSet(set, 0)) {
      if (isRejection(item) || item.textReason !== null || seen.has(item.text)) continue;
      seen.add(item.text);
      // The labels are stored by hash of the text, since the lines are not part of the project.
      const key = hash('sha256', item.text).slice(0, 16);
      yield { set, hook: item, isTuning: isForTuning(creator), reading: readings.get(key) };
      readings.delete(key);
    }
  }
}

const { values } = parseArgs({
  options: { half: { type: 'string', default: 'development' }, part: { type: 'string' } },
});
const isHeldOut = values.half === 'held-out';
const parts: Readonly<Record<string, () => unknown>> = {
  read: reportRead,
  published: () => reportPublished(isHeldOut),
  calibration: reportCalibration,
  speed: reportSpeed,
};
requireInput();
for (const [name, report] of Object.entries(parts)) if (name === (values.part ?? name)) await report();
