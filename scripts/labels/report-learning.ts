// How fast the labeller learns the words of a source that labels in its own way: the pattern of one collection, the niche of another.
import { readFileSync } from 'node:fs';
import { isRejection } from '../../src/ingest/formats/record.ts';
import { readFeatures } from '../../src/labels/combine/predict.ts';
import { readLine } from '../../src/labels/line.ts';
import { classesOf } from '../../src/labels/model/classes.ts';
import { guessByRules } from '../../src/labels/rules/rules.ts';
import { input, isForTuning, readSet } from '../real-input.ts';
import { type Lesson, learn, toGuess } from './learner.ts';
import { agreement, calibrationError, type Measured, rightAt, rightInHalf, row, shuffle, table } from './measures.ts';

const seeds = [1, 2, 3, 4, 5];
/** Lines that are never learned from. */
const minTest = 150;

type Task = {
  name: string;
  classes: readonly string[];
  lines: readonly (Lesson & { creator: string; ruled: string })[];
  /** Lines of a creator are either learned from or tested. */
  byCreator: boolean;
};

const patternOf: Readonly<Record<string, string>> = {
  curiosity_gap: 'curiosity',
  listicle: 'number-led',
  how_to: 'how-to',
  superlative: 'superlative',
  negative_command: 'negative',
  story: 'story',
  identity_callout: 'callout',
  offer: 'gift',
};
const patterns = ['statement', ...Object.values(patternOf)];

/** Labels of the collection are made by rules of its own; the set has more lines than formats that an import reads. */
function readPatterns(isHeldOut: boolean): Task {
  type Row = { hook: string; creator: string; pattern: string };
  const rows: Row[] = JSON.parse(readFileSync(new URL('viral_hooks_1348/hooks.json', input), 'utf8'));
  // After 900 labels is only possible with all lines.
  const own = isHeldOut ? rows : rows.filter(({ creator }) => isForTuning(creator));
  const lines = own.map(({ hook, creator, pattern }) => {
    const line = readLine(hook);
    const rules = guessByRules({ line });
    const { features } = readFeatures(line, rules, { source: 'patterns' });
    return { features, truth: pattern, creator, ruled: patternOf[rules.archetype.value] ?? 'statement' };
  });
  return { name: 'pattern of one collection', classes: patterns, lines, byCreator: false };
}

/** By category id, as an operator would label who calls every video by its category. Tags name the category, so they are left out. */
const nicheOfCategory: Readonly<Record<string, string>> = {
  1: 'entertainment',
  2: 'automotive',
  10: 'music',
  15: 'pets',
  17: 'sports',
  19: 'travel',
  20: 'gaming',
  22: 'lifestyle',
  23: 'comedy',
  24: 'entertainment',
  25: 'news',
  26: 'home',
  27: 'education',
  28: 'science',
};

async function readTrending(isHeldOut: boolean): Promise<Task> {
  const lines: Task['lines'][number][] = [];
  for (const set of ['youtube_trending_2017_us', 'youtube_trending_2020']) {
    for await (const { creator, item } of readSet(set, 0)) {
      if (isRejection(item) || isForTuning(creator) === isHeldOut) continue;
      const truth = nicheOfCategory[item.givenLabels.niche ?? ''];
      if (truth === undefined) continue;
      const line = readLine(item.text);
      const rules = guessByRules({ line });
      const { features, priorOf } = readFeatures(line, rules, { platform: 'YouTube', source: 'trending' });
      const { prior } = priorOf('niche');
      lines.push({ features, truth, prior, creator: String(creator), ruled: rules.niche.value });
    }
  }
  return { name: 'niche of trending titles', classes: classesOf.niche, lines, byCreator: true };
}

function measure({ lines, classes, byCreator }: Task, count: number): Measured[] {
  return seeds.flatMap((seed) => {
    const creators = shuffle([...new Set(lines.map(({ creator }) => creator))], seed);
    const place = new Map(creators.map((creator, at) => [creator, at]));
    const order = byCreator
      ? [...lines].sort((a, b) => (place.get(a.creator) ?? 0) - (place.get(b.creator) ?? 0))
      : shuffle(lines, seed);
    const training = order.slice(0, count);
    const known = new Set(byCreator ? training.map(({ creator }) => creator) : []);
    const predict = learn(training, classes);
    const test = order.slice(Math.max(count, order.length - 500)).filter(({ creator }) => !known.has(creator));
    return test.map((line) => toGuess(predict(line), classes, line.truth));
  });
}

export async function reportLearning(isHeldOut: boolean): Promise<void> {
  const tasks = [readPatterns(isHeldOut), await readTrending(isHeldOut)];
  for (const task of tasks) {
    const { name, lines } = task;
    console.log(`\n### Learning: ${name}, ${lines.length} lines`);
    table('labels', 'right', 'at a confidence of 0.8 or more', 'of the more certain half', 'calibration error');
    const right = lines.filter(({ ruled, truth }) => ruled === truth).length;
    row('rules', `${((100 * right) / lines.length).toFixed(1)} %`, '', '', '');
    for (const count of [100, 300, 900]) {
      if (lines.length - count < minTest) continue;
      const guesses = measure(task, count);
      row(count, agreement(guesses), rightAt(guesses, 0.8), rightInHalf(guesses), calibrationError(guesses));
    }
  }
}
