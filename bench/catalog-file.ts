// Writes CSV files with any number of hooks: the starter set repeated, with a number appended to each text.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readStarterSet } from '../src/catalog/seed/starter-set.ts';

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

function* rows(count: number): Generator<Row> {
  const base: Row[] = readStarterSet(new Date('2026-11-01T00:00:00Z'));
  for (let n = 0, round = 0; ; round++)
    for (const hook of base) {
      if (n === count) return;
      yield { ...hook, text: `${hook.text} ${round}`, views: Number(hook.views) + ((n * 7919) % 9973) };
      n++;
    }
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
