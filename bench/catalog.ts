// Catalogs of any size: lines of the sample repeated, with a number in the sentence of each, written as CSV and imported.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readSample } from '../src/catalog/sample/sample.ts';
import { cleanCaption } from '../src/ingest/cleaning/clean-caption.ts';
import { type Hookline, importFile, startHookline } from './hookline.ts';

export const columns = [
  ...(['text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche', 'format', 'language'] as const),
  ...(['creator', 'published_at', 'likes', 'comments', 'shares', 'duration_seconds'] as const),
] as const;

export type Row = Record<(typeof columns)[number], string | number | null>;

function* rows(count: number): Generator<Row> {
  const all: Row[] = readSample(new Date('2026-11-01T00:00:00Z'));
  const base = all.filter((hook) => isUnchanged(numbered(hook, 1), hook));
  for (let n = 0; n < count; n++) {
    const hook = base[n % base.length];
    if (hook)
      yield {
        ...hook,
        text: numbered(hook, Math.floor(n / base.length)),
        views: Number(hook.views) + ((n * 7919) % 9973),
      };
  }
}

/** After the sentence the number would be a sentence of its own, which an import cuts off. */
function numbered({ text }: Row, round: number): string {
  return `${String(text).replace(/[.!?]$/, '')}, take ${round}`;
}

/** Whether an import publishes the line as it is. */
function isUnchanged(line: string, { creator, platform, niche }: Row): boolean {
  const nameOf = (value: string | number | null) => (value === null ? null : String(value));
  const origin = { creator: nameOf(creator), platform: nameOf(platform), niche: nameOf(niche), isLine: false };
  const cleaned = cleanCaption(line, null, () => origin);
  return 'text' in cleaned && cleaned.text === line && cleaned.reason === null;
}

export type CatalogFile = { file: string; count: number };

export async function writeCsv({ file, count }: CatalogFile): Promise<void> {
  function* lines() {
    yield `${columns.join()}\n`;
    for (const row of rows(count)) yield `${columns.map((column) => csvField(row[column])).join()}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

function csvField(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const withoutSample = { HOOKLINE_SAMPLE: '0' };

/** Imports the hooks of a file into `dataDir`, which must be new, and calls `then` with the seconds while the service is running. */
export async function fillCatalog(
  dataDir: string,
  { file, count }: CatalogFile,
  then: (hookline: Hookline, seconds: number) => Promise<unknown>,
  { program }: { program?: string } = {},
): Promise<void> {
  const hookline = await startHookline(dataDir, { env: withoutSample, isPinned: false, program });
  const { report, seconds } = await importFile(hookline, file);
  if (report.added !== count) throw new Error(`The import added ${report.added} of ${count} hooks.`);
  await then(hookline, seconds);
  await hookline.stop();
}
