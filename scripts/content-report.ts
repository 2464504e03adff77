// Measures what an import makes of real captions and titles: npx node scripts/content-report.ts
//   --half tuning|test   only the records of that half of the creators; the rules were tuned on the first
//   --list published|held|refused   what to print (published)
//   --lines N, --seed N   how many, and which (30, 1)
//   --set NAME for one set; --min-views N (100,000)
// The records, in ../shared/input, are not part of the project.
import { parseArgs } from 'node:util';
import { type IncomingHook, isRejection, type Rejection } from '../src/ingest/formats/record.ts';
import { labelHook } from '../src/ingest/publish/missing-labels.ts';
import { createLabeller } from '../src/labels/labeller.ts';
import { hasInput, isForTuning, readSet, sets } from './real-input.ts';

const labelling = { labeller: createLabeller(), floor: 0.8, source: '' };

const { values: options } = parseArgs({
  options: {
    half: { type: 'string' },
    list: { type: 'string', default: 'published' },
    lines: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    'min-views': { type: 'string', default: '100000' },
    set: { type: 'string' },
  },
});

function isWanted(creator: unknown): boolean {
  if (options.half === undefined) return true;
  return isForTuning(creator) === (options.half === 'tuning') && (creator !== undefined || options.half === 'test');
}

type Outcome = {
  group: 'published' | 'held' | 'refused';
  reason: string;
  text: string;
  given: string;
  isLabelled: boolean;
};

async function readOutcomes(name: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for await (const { creator, given, item } of readSet(name, Number(options['min-views'])))
    if (isWanted(creator)) outcomes.push(outcomeOf(item, given));
  return outcomes;
}

function outcomeOf(item: IncomingHook | Rejection, given: string): Outcome {
  if (isRejection(item)) {
    const reason = item.reason.replace(/"[^"]*"|[\d,]+(?= views| characters)/g, '…');
    return { group: 'refused', reason, text: '', given, isLabelled: false };
  }
  const { textReason: reason, text } = item;
  const isLabelled = labelHook({ ...item, textReason: null }, labelling).is_ready;
  return { group: reason === null ? 'published' : 'held', reason: reason ?? '', text, given, isLabelled };
}

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

function countBy(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function report(name: string, outcomes: readonly Outcome[]): void {
  const inGroup = (group: Outcome['group']) => outcomes.filter((outcome) => outcome.group === group);
  const published = inGroup('published');
  const accepted = published.length + inGroup('held').length;
  console.log(`\n## ${name}: ${outcomes.length} texts\n`);
  console.log(
    `- pass the text's checks: ${published.length} (${share(published.length, accepted)} of those not refused)`,
  );
  console.log(
    `  - published with the labels of this file and guesses: ${published.filter((o) => o.isLabelled).length}`,
  );
  for (const group of ['held', 'refused'] as const) {
    console.log(`- ${group}: ${inGroup(group).length}`);
    for (const [reason, count] of countBy(inGroup(group).map((outcome) => outcome.reason)))
      console.log(`  - ${count} ${reason}`);
  }
  const ends = published.filter(({ text }) => /(?:…|\.\.\.)$/.test(text)).length;
  const figures = published.filter(({ text }) =>
    /^\W*[\d.,]+\s?[KMB]?\s(?:views|reactions|likes|plays)\b/i.test(text),
  ).length;
  console.log(
    `- of those that pass: ${share(ends, published.length)} end in "…", ${figures} begin with figures of the post`,
  );
  console.log('');
  const listed = outcomes.filter(({ group }) => group === options.list);
  for (const { group, reason, text, given } of sample(listed, Number(options.lines), Number(options.seed)))
    console.log(group === 'published' ? text : `[${reason}] ${text || given.slice(0, 120)}`);
}

/** A linear congruential generator, so that a seed always gives the same lines. */
function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state;
  };
  return items
    .map((item) => ({ item, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ item }) => item);
}

if (!hasInput) {
  console.log('Nothing to measure: ../shared/input does not exist.');
} else {
  for (const name of Object.keys(sets))
    if (options.set === undefined || options.set === name) report(name, await readOutcomes(name));
}
