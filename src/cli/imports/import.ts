// hookline admin import: uploads files to the running service, shows the progress and prints the report.
import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type InputFile, inputFiles } from '../../ingest/imports/input-files.ts';
import type { Preview } from '../../ingest/imports/preview-record.ts';
import type { ImportDetail } from '../../ingest/imports/queries.ts';
import { downloadUrlOf, findSharingProblem, sheetIdOf } from '../../ingest/locations/fetch-file.ts';
import type { Mapping } from '../../ingest/mapping/mapping.ts';
import { resolveMapping } from '../../ingest/mapping/resolve-mapping.ts';
import type { ImportReason, ImportReport } from '../../ingest/publish/import-record.ts';
import { HooklineError } from '../../lib/errors.ts';
import { type Client, describeProblem } from '../client.ts';
import type { Run } from '../command.ts';
import { type Options, queryOf, UsageError } from '../options.ts';
import { describePreview } from './preview.ts';
import { describeNextSteps, describeReasons, describeUnknown } from './reasons.ts';
import { describeCounts } from './report.ts';

type Outcome = { import_id: string; report: ImportReport };

export const importFiles: Run = async (client, locations, options) => {
  if (locations.length === 0) throw new UsageError('Specify a file, a directory or a URL: hookline admin import FILE.');
  const { preset, map, set, records, 'records-of': records_of } = options;
  const mapping = resolveMapping({ preset, map, set, records, records_of });
  const inputs = locations.flatMap((location) => findInputs(location, mapping));
  if (options.snapshot && inputs.length > 1)
    throw new UsageError(
      `--snapshot takes one file, not ${inputs.length}: hooks missing from it are retired. To import a directory as one snapshot, use "hookline admin sources add".`,
    );
  if (options['dry-run']) return previewFiles(client, inputs, options);
  const reports: ({ file: string; reasons: readonly ImportReason[] } & Outcome)[] = [];
  for (const input of inputs) {
    const outcome = await importOne(client, input, options);
    const { reasons, unknown_values } = await client.call<ImportDetail>(
      'GET',
      `/operator/imports/${outcome.import_id}`,
    );
    reports.push({ file: input.name, ...outcome, reasons });
    if (!options.json) console.log(describe(input.name, outcome.report));
    if (!options.json && reasons.length > 0) {
      console.log(describeReasons(reasons, 1));
      console.log(describeNextSteps(outcome.import_id, reasons, options.rejects));
    }
    if (!options.json) for (const section of describeUnknown(unknown_values)) console.log(section);
    if (options.rejects && outcome.report.rejected > 0)
      await saveRejects(client, outcome.import_id, options.rejects, reports.length > 1);
  }
  if (options.json) console.log(JSON.stringify(reports, null, 2));
  if (reports.every(isRejected)) process.exitCode = 1;
};

const isRejected = ({ report: { read, rejected } }: { report: ImportReport }) => read === rejected;

function findInputs(location: string, mapping: Mapping): InputFile[] {
  if (/^https?:\/\//.test(location)) return [fromUrl(location)];
  try {
    return inputFiles(location, mapping);
  } catch (error) {
    throw error instanceof HooklineError ? new UsageError(error.message) : error;
  }
}

function fromUrl(url: string): InputFile {
  const { pathname } = new URL(url);
  return { name: sheetIdOf(new URL(url)) ?? (basename(pathname) || url), size: undefined, open: () => download(url) };
}

async function* download(url: string): AsyncGenerator<Uint8Array> {
  const from = downloadUrlOf(new URL(url));
  const response = await fetch(from);
  const problem = findSharingProblem(from, response.status, response.headers.get('content-type'));
  if (problem) throw new Error(problem);
  if (!response.ok || !response.body) throw new Error(`${url} returned HTTP status ${response.status}.`);
  yield* response.body;
}

async function previewFiles(client: Client, inputs: readonly InputFile[], options: Options): Promise<void> {
  const { preview_bytes: maxBytes } = await client.call<{ preview_bytes: number }>('GET', '/operator/values');
  const previews: ({ file: string } & Preview)[] = [];
  for (const input of inputs) {
    const part = { ...input, open: () => beginning(input.open(), maxBytes + 1) };
    const { preview } = await send(client, part, options);
    if (!preview)
      throw new Error(
        `${input.name}: the connection to the service was lost before the preview. Nothing was imported.`,
      );
    previews.push({ file: input.name, ...preview });
    if (!options.json) console.log(describePreview(input.name, preview));
  }
  if (options.json) console.log(JSON.stringify(previews, null, 2));
  if (previews.every(isRejected)) process.exitCode = 1;
}

/** Yields the first `length` bytes: one more than the service reads, so that it detects that the file continues. */
async function* beginning(bytes: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const chunk of bytes) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** A line of the service's NDJSON response. */
type Line = {
  progress?: { phase: string; read: number; rejected: number; bytes: number };
  import_id?: string;
  report?: ImportReport;
  preview?: Preview;
  error?: { detail: string };
};

async function importOne(client: Client, input: InputFile, options: Options): Promise<Outcome> {
  const { import_id, report } = await send(client, input, options);
  if (import_id && report) return { import_id, report };
  throw new Error(
    `${input.name}: the connection to the service was lost before the report. Unless "hookline admin imports" lists the import as done, nothing was published. Import the file again; hooks that it already added are not added twice.`,
  );
}

/** Returns the last line of the response; empty if the connection was lost, for example because the service stopped. */
async function send(client: Client, input: InputFile, options: Options): Promise<Line> {
  try {
    return await receive(client, input, options);
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(ECONNRESET|EPIPE|ECONNABORTED)$/.test(String(error.code)))
      return {};
    throw error;
  }
}

async function receive(client: Client, input: InputFile, options: Options): Promise<Line> {
  const query = queryOf(options, ['preset', 'records', 'source', 'format']);
  query.set('filename', input.name);
  for (const name of ['records-of', 'on-duplicate', 'encoding', 'header-row'] as const) {
    const given = options[name];
    if (given) query.set(name.replace('-', '_'), given);
  }
  for (const name of ['map', 'set'] as const) for (const pair of options[name] ?? []) query.append(name, pair);
  for (const name of ['snapshot', 'force'] as const) if (options[name]) query.set(name, '1');
  if (options['dry-run']) query.set('dry_run', '1');
  const startedAt = performance.now();
  const response = await client.upload(`/operator/import?${query}`, Readable.from(input.open()));
  let last: Line = {};
  for await (const line of createInterface({ input: response })) {
    last = JSON.parse(line);
    const { progress, error } = last;
    if (progress) showProgress(input, progress, startedAt);
    clearProgress(!progress);
    if (error) throw new Error(`${input.name}: ${describeProblem(error)}`);
  }
  return last;
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
  const { catalog_version, rejects_kept: kept = report.rejected } = report;
  const cut = kept < report.rejected ? `; the first ${kept.toLocaleString('en')} rejected records are kept` : '';
  return `${name}: ${describeCounts(report)} (catalog version ${catalog_version})${cut}`;
}

async function saveRejects(client: Client, importId: string, file: string, isMore: boolean): Promise<void> {
  await pipeline(
    await client.download(`/operator/imports/${importId}/rejects`),
    createWriteStream(file, { flags: isMore ? 'a' : 'w' }),
  );
}
