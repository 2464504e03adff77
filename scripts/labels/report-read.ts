// Agreement with lines that were labelled by hand, and what a first import publishes.
import { labelHook } from '../../src/ingest/publish/missing-labels.ts';
import { createLabeller } from '../../src/labels/labeller.ts';
import { type ModelLabel, modelLabels } from '../../src/labels/model/classes.ts';
import { agreement, calibrationError, type Measured, percent, rightAt, row, table } from './measures.ts';
import { keyOf, readHooks, readReadings } from './readings.ts';

const floor = 0.8;
const labeller = createLabeller();

/** Guesses of all labels, also of those that the source gives. */
export async function reportRead(): Promise<void> {
  const readings = readReadings();
  const measured: (Measured & { group: string; family: string; label: ModelLabel })[] = [];
  for await (const { set, hook } of readHooks()) {
    const reading = readings.get(keyOf(hook.text));
    if (!reading || reading.group === 'published') continue;
    readings.delete(reading.key);
    const { text, hints, platform, creator, family, duration_seconds: durationSeconds } = hook;
    const guesses = labeller.guess({ text, hints, platform, creator, family, durationSeconds, source: set });
    for (const label of modelLabels) {
      const { value, confidence } = guesses[label];
      const isRight = reading[label].includes(value);
      measured.push({ group: reading.group, family: family ?? 'caption', label, confidence, isRight });
    }
  }
  for (const group of ['tuning', 'calibration']) {
    console.log(`\n### Lines labelled by hand, ${group}`);
    table('label', 'family', 'lines', 'right', `at a confidence of ${floor} or more`, 'calibration error');
    for (const label of modelLabels) {
      for (const family of ['all', 'spoken', 'caption', 'title']) {
        const own = measured.filter(
          (guess) => guess.group === group && guess.label === label && (family === 'all' || guess.family === family),
        );
        if (own.length > 0) row(label, family, own.length, agreement(own), rightAt(own, floor), calibrationError(own));
      }
    }
  }
}

/** What a first import publishes, without any decision of a curator, and how much of it is right. */
export async function reportPublished(isHeldOut: boolean): Promise<void> {
  const readings = readReadings();
  console.log(`\n### Published by a first import, ${isHeldOut ? 'held-out' : 'development'} half of the creators`);
  table('set', 'pass the text', 'published', '`other`', 'waiting for archetype, emotional trigger, niche');
  const right: Record<ModelLabel, boolean[]> = { archetype: [], emotional_trigger: [], niche: [] };
  const counts = new Map<string, { pass: number; published: number; other: number; waiting: number[] }>();
  for await (const { set, hook, isTuning } of readHooks()) {
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
    const reading = readings.get(keyOf(hook.text));
    const isUsable = reading && (!isHeldOut || reading.group === 'published');
    if (isUsable) for (const label of modelLabels) right[label].push(reading[label].includes(staged[label]));
  }
  for (const [set, { pass, published, other, waiting }] of counts)
    row(set, pass, `${published} (${percent(published, pass)})`, other, waiting.join(', '));
  console.log('');
  for (const label of modelLabels) {
    const own = right[label];
    console.log(`- ${label}: ${own.filter(Boolean).length} of ${own.length} published lines that were read are right`);
  }
}
