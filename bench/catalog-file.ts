// Writes CSV files with any number of hooks: lines of the starter set repeated, with a number in the sentence of each.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readStarterSet } from '../src/catalog/seed/starter-set.ts';
import { cleanCaption } from '../src/ingest/cleaning/clean-caption.ts';

export const columns = [
  'text',
  'views',
  'platform',
  'archetype',
  'emotional_trigger',
  'niche',
  'format',
  'language',
  'creator',
  'published_at',
  'likes',
  'comments',
  'shares',
  'duration_seconds',
] as const;

export type Row = Record<(typeof columns)[number], string | number | null>;

export function* rows(count: number): Generator<Row> {
  const all: Row[] = readStarterSet(new Date('2026-11-01T00:00:00Z'));
  const base = all.filter((hook) => isUnchanged(numbered(hook, 1), hook));
  for (let n = 0, round = 0; ; round++)
    for (const hook of base) {
      if (n === count) return;
      yield { ...hook, text: numbered(hook, round), views: Number(hook.views) + ((n * 7919) % 9973) };
      n++;
    }
}

/** After the sentence the number would be one of its own, which an import cuts off. */
function numbered({ text }: Row, round: number): string {
  return `${String(text).replace(/[.!?]$/, '')}, take ${round}`;
}

/** Whether an import publishes the line as it is. */
export function isUnchanged(line: string, { creator, platform, niche }: Row): boolean {
  const nameOf = (value: string | number | null) => (value === null ? null : String(value));
  const origin = { creator: nameOf(creator), platform: nameOf(platform), niche: nameOf(niche) };
  const cleaned = cleanCaption(line, null, () => origin);
  return 'text' in cleaned && cleaned.text === line && cleaned.reason === null;
}

export async function writeCsv(path: string, count: number): Promise<void> {
  function* lines() {
    yield `${columns.join()}\n`;
    let batch = '';
    for (const row of rows(count)) {
      batch += `${columns.map((column) => csvField(row[column])).join()}\n`;
      if (batch.length < 65_536) continue;
      yield batch;
      batch = '';
    }
    yield batch;
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

function csvField(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
