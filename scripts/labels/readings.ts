// Lines that were labelled by hand before anybody saw what the labeller says. The labels are in read-lines.jsonl, by hash of the text.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type IncomingHook, isRejection } from '../../src/ingest/formats/record.ts';
import type { ModelLabel } from '../../src/labels/model/classes.ts';
import { isForTuning, readSet, sets } from '../real-input.ts';

/** Every value that a reader accepts. `tuning`: rules were written with them in view; `calibration`: confidences were. */
export type ReadLine = Record<ModelLabel, string[]> & { key: string; group: 'tuning' | 'calibration' | 'published' };

export const keyOf = (text: string) => hash('sha256', text).slice(0, 16);

export function readReadings(): Map<string, ReadLine> {
  const lines = readFileSync(new URL('./read-lines.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return new Map(lines.map((line) => JSON.parse(line)).map((line: ReadLine) => [line.key, line]));
}

export type Found = { set: string; hook: IncomingHook; isTuning: boolean };

export async function* readHooks(): AsyncGenerator<Found> {
  for (const set of Object.keys(sets)) {
    const seen = new Set<string>();
    for await (const { creator, item } of readSet(set, 0)) {
      if (isRejection(item) || item.textReason !== null || seen.has(item.text)) continue;
      seen.add(item.text);
      yield { set, hook: item, isTuning: isForTuning(creator) };
    }
  }
}
