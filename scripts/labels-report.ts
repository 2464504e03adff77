// Measures the labeller: npx node scripts/labels-report.ts
// - --floor 0.6 sets one floor for all labels. Default: the floors that ship.
// - --part unseen|answers|published|speed prints one part of the report. Default: all.
//
// docs/labels.md has the figures.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startAgreement } from '../src/catalog/labelling/llm/label-texts.ts';
import { readSample } from '../src/catalog/sample/sample.ts';
import { defaultFloors, sameFloor } from '../src/config/label-floors.ts';
import { isRejection } from '../src/ingest/formats/record.ts';
import { labelHook } from '../src/ingest/publish/missing-labels.ts';
import { sourceFamilies } from '../src/labels/label.ts';
import { createLabeller } from '../src/labels/labeller.ts';
import { combine } from '../src/labels/llm/language-model.ts';
import { modelLabels } from '../src/labels/model/classes.ts';
import { encodeModel } from '../src/labels/model/model.ts';
import { trainModel } from '../src/labels/model/train.ts';
import { percent, readSet, requireInput, sets } from './real-input.ts';
import { isLabelled, type Reading, readHooks, readUnseen } from './starter-model.ts';

const labeller = createLabeller();

/**
 * Prints what would be published of real lines at each floor, and how much of it is right: each line is guessed by a model that has seen
 * none of its collection. Every value that the reader accepts counts as right.
 */
async function reportUnseen(): Promise<void> {
  const lines = (await readUnseen()).filter(isLabelled);
  table(
    `${lines.length} real lines of collections that the model has not seen`,
    'floor',
    'published',
    ...modelLabels,
    'curiosity',
  );
  for (const floor of ['chosen', 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45] as const) {
    const published = lines.filter(({ reaches }) => reaches(floor === 'chosen' ? floors : sameFloor(floor)));
    const right = modelLabels.map((label) => agreement(published.map(({ guesses }) => guesses[label])));
    const curious = published.filter(({ guesses }) => guesses.emotional_trigger.value === 'curiosity').length;
    row(floor, percent(published.length, lines.length), ...right, percent(curious, published.length));
  }
  table('By collection, every guess', 'collection', 'lines', ...modelLabels, 'published', ...modelLabels);
  for (const [set, own] of Map.groupBy(lines, ({ set }) => set)) {
    const published = own.filter(({ reaches }) => reaches(floors));
    const rightOf = (lines: typeof own) =>
      modelLabels.map((label) => agreement(lines.map(({ guesses }) => guesses[label])));
    row(set, own.length, ...rightOf(own), percent(published.length, own.length), ...rightOf(published));
  }
  table('Calibration error', 'label', 'all', ...sourceFamilies);
  for (const label of modelLabels) {
    const errorOf = (own: typeof lines) => calibrationError(own.map(({ guesses }) => guesses[label]));
    row(
      label,
      errorOf(lines),
      ...sourceFamilies.map((family) => errorOf(lines.filter((line) => line.family === family))),
    );
  }
}

/**
 * Prints what a language model adds whose answers are as good as the second reader's: her value for each label, of lines of collections
 * that the model has not seen.
 */
async function reportAnswers(): Promise<void> {
  const file = readFileSync(new URL('./labels/second-reader.jsonl', import.meta.url), 'utf8');
  const answers = new Map(
    file
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((line) => [line.key, line]),
  );
  const lines = (await readUnseen()).filter((line) => isLabelled(line) && answers.get(line.reading.key)?.niche.length);
  const published = lines.flatMap(({ guesses, reading }) => {
    const labels = modelLabels.map((label) => {
      const guess = { ...guesses[label], method: 'model', alternatives: [] } as const;
      const { value, confidence } = combine(guess, answers.get(reading.key)[label].slice(0, 1), startAgreement);
      return { value, isRight: reading[label].includes(value), isCertain: confidence >= floors[label] };
    });
    return labels.every(({ value, isCertain }) => value !== 'other' && isCertain) ? [labels] : [];
  });
  table(`${lines.length} lines with the answers of the second reader`, 'published', ...modelLabels);
  const right = modelLabels.map((_, at) =>
    percent(published.filter((line) => line[at]?.isRight).length, published.length),
  );
  row(percent(published.length, lines.length), ...right);
}

/**
 * Prints what a first import publishes without any decision of a curator, and how much of it the reader does not count as an opening line.
 */
async function reportPublished(): Promise<void> {
  table('Published by a first import', 'set', 'lines', 'pass the text', 'published', 'unfit of those read');
  const readings = new Map<string, Reading>();
  for await (const { hook, reading } of readHooks()) readings.set(hook.textKey, reading);
  for (const set of Object.keys(sets)) {
    const count = { lines: 0, pass: 0, published: 0, read: 0, unfit: 0 };
    for await (const { item } of readSet(set, 100_000)) {
      if (isRejection(item)) continue;
      count.lines++;
      if (item.textReason === null) count.pass++;
      if (!labelHook(item, { labeller, floors, source: set }).is_ready) continue;
      count.published++;
      const usable = readings.get(item.textKey)?.usable;
      if (usable !== undefined) count.read++;
      if (usable === 'no') count.unfit++;
    }
    const { lines, pass, published, read, unfit } = count;
    row(
      set,
      lines,
      `${pass} (${percent(pass, lines)})`,
      `${published} (${percent(published, lines)})`,
      `${unfit} of ${read}`,
    );
  }
}

/** Prints the cost of a guess and of a training. */
function reportSpeed(): void {
  const hooks = readSample();
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

const { values } = parseArgs({ options: { part: { type: 'string' }, floor: { type: 'string' } } });
const floors = values.floor === undefined ? defaultFloors : sameFloor(Number(values.floor));
const parts: Readonly<Record<string, () => unknown>> = {
  unseen: reportUnseen,
  answers: reportAnswers,
  published: reportPublished,
  speed: reportSpeed,
};
requireInput();
for (const [name, report] of Object.entries(parts)) if (name === (values.part ?? name)) await report();
