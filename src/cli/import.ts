// hookline import: sends files to the running service, shows how far it is, and what the report says.
import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type InputFile, inputFiles } from '../ingest/imports/input-files.ts';
import { type Mapping, resolveMapping } from '../ingest/mapping/mapping.ts';
import type { ImportReport } from '../ingest/publish/store.ts';
import { HooklineError } from '../lib/errors.ts';
import { type Client, describeProblem } from './client.ts';
import { type Command, type Options, UsageError } from './command.ts';
import { print } from './print.ts';

export const importFiles: Command = async (client, words, options) => {
  if (words.length === 0) throw new UsageError('import needs a file, a directory or an address.');
  const mapping = resolveMapping({
    preset: text(options.preset),
    map: list(options.map),
    set: list(options.set),
    records: text(options.records),
  });
  const inputs = words.flatMap((word) => findInputs(word, mapping));
  if (options.snapshot && inputs.length > 1)
    throw new UsageError(
      `--snapshot takes one file, since what it lacks is retired; here are ${inputs.length}. A source reads a directory as one: hookline sources add.`,
    );
  const reports: { file: string; import_id: string; report: ImportReport }[] = [];
  for (const input of inputs) {
    const outcome = await importOne(client, input, options);
    reports.push({ file: input.name, ...outcome });
    if (!options.json) console.log(describe(input.name, outcome.report));
    if (options.rejects && outcome.report.rejected > 0)
      await saveRejects(client, outcome.import_id, String(options.rejects), reports.length > 1);
  }
  if (options.json) print(reports, true, () => '');
  if (reports.every(({ report }) => report.read === report.rejected)) process.exitCode = 1;
};

function findInputs(word: string, mapping: Mapping): InputFile[] {
  if (/^https?:\/\//.test(word)) return [fromUrl(word)];
  try {
    return inputFiles(word, mapping);
  } catch (error) {
    throw error instanceof HooklineError ? new UsageError(error.message) : error;
  }
}

function fromUrl(url: string): InputFile {
  return { name: basename(new URL(url).pathname) || url, size: undefined, open: () => download(url) };
}

async function* download(url: string): AsyncGenerator<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url} answered ${answer.status}.`);
  yield* answer.body;
}

type Line = {
  progress?: { phase: string; read: number; rejected: number; bytes: number };
  import_id?: string;
  report?: ImportReport;
  error?: { detail: string };
};

async function importOne(
  client: Client,
  input: InputFile,
  options: Options,
): Promise<{ import_id: string; report: ImportReport }> {
  const query = new URLSearchParams({ filename: input.name });
  for (const name of ['preset', 'records', 'source', 'format'])
    if (options[name]) query.set(name, String(options[name]));
  for (const name of ['map', 'set']) for (const pair of list(options[name]) ?? []) query.append(name, pair);
  for (const name of ['snapshot', 'force']) if (options[name]) query.set(name, '1');
  const startedAt = performance.now();
  const answer = await client.upload(`/operator/import?${query}`, Readable.from(input.open()));
  for await (const line of createInterface({ input: answer })) {
    const { progress, import_id, report, error } = JSON.parse(line) as Line;
    if (progress) showProgress(input, progress, startedAt);
    clearProgress(!progress);
    if (error) throw new Error(`${input.name}: ${describeProblem(error)}`);
    if (report && import_id) return { import_id, report };
  }
  throw new Error(
    `${input.name}: the service broke off before the report. Nothing was changed; import the file again.`,
  );
}

function showProgress(
  { name, size }: InputFile,
  { phase, read, bytes }: NonNullable<Line['progress']>,
  startedAt: number,
): void {
  if (!process.stderr.isTTY) return;
  const seconds = (performance.now() - startedAt) / 1000;
  const share = size ? Math.min(1, bytes / size) : 0;
  const left = share > 0 ? `, ${Math.ceil((seconds * (1 - share)) / share)} s left` : '';
  const bar = size ? `[${'='.repeat(Math.round(share * 24)).padEnd(24)}] ` : '';
  const state =
    phase === 'publishing'
      ? 'publishing'
      : `${Math.round(read / Math.max(seconds, 0.001)).toLocaleString('en')}/s${left}`;
  process.stderr.write(`\r\x1b[K${name} ${bar}${read.toLocaleString('en')} read, ${state}`);
}

function clearProgress(isDone: boolean): void {
  if (isDone && process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

function describe(name: string, report: ImportReport): string {
  const { read, catalog_version, ...parts } = report;
  const shown = Object.entries(parts)
    .filter(([, count]) => count > 0)
    .map(([part, count]) => `${count.toLocaleString('en')} ${part}`);
  return `${name}: ${read.toLocaleString('en')} read = ${shown.join(', ') || 'nothing'} (catalog version ${catalog_version})`;
}

async function saveRejects(client: Client, importId: string, file: string, isMore: boolean): Promise<void> {
  await pipeline(
    await client.download(`/operator/imports/${importId}/rejects`),
    createWriteStream(file, { flags: isMore ? 'a' : 'w' }),
  );
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function list(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
