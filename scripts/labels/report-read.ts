// Agreement with lines that were labelled by hand before anybody saw what the labeller says. The labels are in read-lines.jsonl, by hash.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHook } from '../../src/ingest/formats/record.ts';
import { isRejection } from '../../src/ingest/formats/record.ts';
import { labelHook } from '../../src/ingest/publish/missing-labels.ts';
import { createLabeller } from '../../src/labels/labeller.ts';
import { type ModelLabel, modelLabels } from '../../src/labels/model/classes.ts';
import { isForTuning, readSet, sets } from '../real-input.ts';
import { agreement, calibrationError, type Measured, percent, rightAt, row, table } from './measures.ts';

/** Every value that a reader accepts. `tuning`: rules were written with them in view; `calibration`: confidences were. */
type ReadLine = Record<ModelLabel, string[]> & { key: string; group: 'tuning' | 'calibration' | 'published' };

const floor = 0.8;
const labeller = createLabeller();
const keyOf = (text: string) => hash('sha256', text).slice(0, 16);

function readReadings(): Map<string, ReadLine> {
  const lines = readFileSync(new URL('./read-lines.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return new Map(lines.map((line) => JSON.parse(line)).map((line: ReadLine) => [line.key, line]));
}

type Found = { set: string; hook: IncomingHook; isTuning: boolean };

async function* readHooks(): AsyncGenerator<Found> {
  for (const set of Object.keys(sets)) {
    const seen = new Set<string>();
    for await (const { creator, item } of readSet(set, 0)) {
      if (isRejection(item) || item.textReason !== null || seen.has(item.text)) continue;
      seen.add(item.text);
      yield { set, hook: item, isTuning: isForTuning(creator) };
    }
  }
}

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
