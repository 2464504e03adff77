// Measures what an import makes of real captions and titles: npx node scripts/content-report.ts
// - --goals prints only what an import publishes of the lines that were read, and how much of it is right
// - --half tuning|test limits it to that half of the creators; the rules were tuned on the first
// - --list published|held|refused chooses the lines to print. Default published.
// - --lines N, --seed N choose how many, and which. Default 30 and 1.
// - --set NAME chooses one set
// - --min-views N. Default 100,000.

import { parseArgs } from 'node:util';
import { defaultFloors } from '../src/config/label-floors.ts';
import { type IncomingHook, isRejection, type Rejection } from '../src/ingest/formats/record.ts';
import { labelHook } from '../src/ingest/publish/missing-labels.ts';
import { createLabeller } from '../src/labels/labeller.ts';
import { modelLabels } from '../src/labels/model/classes.ts';
import { isForTuning, percent, readSet, requireInput, sets } from './real-input.ts';
import { isLabelled, readUnseen } from './starter-model.ts';

const { values: options } = parseArgs({
  options: {
    half: { type: 'string' },
    list: { type: 'string', default: 'published' },
    lines: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    'min-views': { type: 'string', default: '100000' },
    set: { type: 'string' },
    goals: { type: 'boolean', default: false },
  },
});
const labelling = { labeller: createLabeller(), floors: defaultFloors, source: '' };

function isWanted(creator: unknown): boolean {
  if (options.half === undefined) return true;
  return isForTuning(creator) === (options.half === 'tuning') && (creator !== undefined || options.half === 'test');
}

/** An outcome is published, held or refused; a line to print has its reason. */
type Outcome = { group: string; reason: string; text: string; isLabelled: boolean };

function outcomeOf(item: IncomingHook | Rejection, given: string): Outcome {
  if (isRejection(item)) {
    const reason = item.reason.replace(/"[^"]*"|[\d,]+(?= views| characters)/g, '…');
    return { group: 'refused', reason, text: given.slice(0, 120), isLabelled: false };
  }
  const { textReason: reason, text } = item;
  const isLabelled = labelHook({ ...item, textReason: null }, labelling).is_ready;
  return { group: reason === null ? 'published' : 'held', reason: reason ?? '', text, isLabelled };
}

function report(name: string, outcomes: readonly Outcome[]): void {
  const groups = Map.groupBy(outcomes, ({ group }) => group);
  const [published = [], held = [], refused = []] = ['published', 'held', 'refused'].map((group) => groups.get(group));
  const labelled = published.filter(({ isLabelled }) => isLabelled).length;
  const share = percent(published.length, published.length + held.length);
  console.log(`\n## ${name}: ${outcomes.length} texts\n`);
  console.log(`- pass the text's checks: ${published.length} (${share} of those not refused)`);
  console.log(`  - published with the labels of this file and guesses: ${labelled}`);
  for (const [group, own] of Object.entries({ held, refused })) {
    console.log(`- ${group}: ${own.length}`);
    const reasons = [...Map.groupBy(own, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
    for (const [reason, { length }] of reasons) console.log(`  - ${length} ${reason}`);
  }
  const count = (pattern: RegExp) => published.filter(({ text }) => pattern.test(text)).length;
  const ends = percent(count(/(?:…|\.\.\.)$/), published.length);
  const figures = count(/^\W*[\d.,]+\s?[KMB]?\s(?:views|reactions|likes|plays)\b/i);
  console.log(`- of those that pass: ${ends} end in "…", ${figures} begin with figures of the post\n`);
  const listed = shuffle(groups.get(options.list) ?? [], Number(options.seed)).slice(0, Number(options.lines));
  for (const { reason, text } of listed) console.log(reason === '' ? text : `[${reason}] ${text}`);
}

/** Shuffles by a linear congruential generator, so that a seed always gives the same lines. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state;
  };
  const ordered = items.map((item) => ({ item, order: next() })).sort((a, b) => a.order - b.order);
  return ordered.map(({ item }) => item);
}

/**
 * Prints, for each half of the creators, what the floors that ship publish of the lines that were read: labels are guessed by a model that
 * has seen none of the collection. Every value that the reader accepts counts as right.
 */
async function reportGoals(): Promise<void> {
  const lines = await readUnseen();
  console.log('| half | usable lines | published | archetype | emotional trigger | niche | curiosity | unfit of 100 |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const half of ['tuning', 'test']) {
    const own = lines.filter(({ creator }) => (isForTuning(creator) ? 'tuning' : 'test') === half);
    const published = own.filter(({ hook, reaches }) => hook.textReason === null && reaches(defaultFloors));
    const usable = published.filter(isLabelled);
    const right = modelLabels.map((label) =>
      percent(usable.filter(({ guesses }) => guesses[label].isRight).length, usable.length),
    );
    const curious = usable.filter(({ guesses }) => guesses.emotional_trigger.value === 'curiosity');
    const judged = published.filter(({ reading }) => reading.usable !== undefined);
    const unfit = judged.filter(({ reading }) => reading.usable === 'no');
    const lineCount = own.filter(isLabelled).length;
    const cells = [
      half,
      lineCount,
      percent(usable.length, lineCount),
      ...right,
      percent(curious.length, usable.length),
    ];
    console.log(`| ${[...cells, ((100 * unfit.length) / judged.length).toFixed(1)].join(' | ')} |`);
  }
}

requireInput();
if (options.goals) await reportGoals();
else
  for (const name of Object.keys(sets).filter((name) => name === (options.set ?? name))) {
    const outcomes: Outcome[] = [];
    for await (const { creator, given, item } of readSet(name, Number(options['min-views'])))
      if (isWanted(creator)) outcomes.push(outcomeOf(item, given));
    report(name, outcomes);
  }
