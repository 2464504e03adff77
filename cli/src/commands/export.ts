// hookline export: creates an export, follows it, and saves its file with a checked SHA-256. A run that was interrupted is resumed.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type ExportFile,
  type Hookline,
  HooklineError,
  HooklineExportError,
  type NewExport,
} from '../../../sdk/src/index.ts';
import { saveExport } from '../../../sdk/src/node.ts';
import { type Context, defineCommand } from '../command.ts';
import { findAccount } from '../connect.ts';
import { checkTarget } from '../files.ts';
import { filterOptions, filtersOf } from '../filters.ts';
import { confirm } from '../terminal/ask.ts';
import { hookCount, UsageError } from '../terminal/output.ts';
import { createProgress, formatBytes } from '../terminal/progress.ts';
import { minuteOf } from '../terminal/table.ts';

const formats = ['csv', 'jsonl', 'json', 'parquet'] as const;
const exportOptions = {
  format: {
    value: 'FORMAT',
    choices: formats,
    help: "csv, jsonl, json or parquet. Default: FILE's extension, else jsonl.",
  },
  output: {
    value: 'FILE',
    short: 'o',
    help: 'File to write; - is standard output. Default: hookline.FORMAT, or - when piped.',
  },
  fields: { value: 'NAMES', help: 'Only these fields, such as id,text,views. Default all.' },
  ...filterOptions,
} as const;
type ExportContext = Context<typeof exportOptions>;

export const exportHooks = defineCommand({
  summary: 'Export all matching hooks as a file',
  usage: ['[options]', 'list', 'download ID [-o FILE]', 'cancel ID'],
  options: exportOptions,
  notes:
    'Plans Scale (one a day, the 10,000 most viewed) and Enterprise. If it is interrupted, run the same command again: it\ncontinues the same export and download. The file is complete and its SHA-256 verified, otherwise no file is written.',
  examples: [
    'export --format csv -o hooks.csv --niche finance --fields id,text,views',
    'export --min-views 1000000 | jq -r .text',
  ],
  subcommands: ['list', 'download', 'cancel'],
  actionOptions: { list: [], download: ['output'], cancel: [] },
  run: async (context) => {
    const [action, ...ids] = context.args;
    if (action === undefined) return create(context);
    if (action === 'list' && ids.length === 0) return list(context);
    const [id] = ids;
    if (ids.length !== 1 || id === undefined || (action !== 'download' && action !== 'cancel'))
      throw new UsageError(
        'Use export list, export download ID or export cancel ID. To search for words, pass --filter q=WORDS.',
      );
    return action === 'download' ? download(context, id) : cancel(context, id);
  },
});

async function list({ output, connect, signal }: ExportContext): Promise<void> {
  const records: object[] = [];
  for await (const record of connect().exports.list({}, { signal })) records.push(record);
  output.list(
    records,
    [
      { field: 'export_id' },
      { field: 'status' },
      { field: 'format' },
      { field: 'records', isNumber: true },
      { field: 'size_bytes', title: 'size', show: (bytes) => (bytes === null ? '–' : formatBytes(Number(bytes))) },
      { field: 'created_at', show: minuteOf, isOptional: true },
      { field: 'expires_at', show: minuteOf },
    ],
    'No exports yet.',
  );
}

async function cancel({ values: { yes }, output, connect, signal }: ExportContext, id: string): Promise<void> {
  await confirm(`This deletes export ${id} and its file.`, { yes, signal });
  const record = await connect().exports.cancel(id, { signal });
  output.record(record, () => `Export ${id} is ${record.status}.`);
}

async function download(context: ExportContext, id: string): Promise<void> {
  const record = await context.connect().exports.get(id, { signal: context.signal });
  const path = pathOf(context, record.format);
  await mayWrite(path, context);
  await save(context, path, (hookline, options) => hookline.exports.wait(id, options));
}

async function create(context: ExportContext): Promise<void> {
  const { values } = context;
  const format = formats.find((one) => one === values.format) ?? formatOf(values.output);
  const path = pathOf(context, format);
  await mayWrite(path, context);
  const fields = values.fields?.split(',').map((name) => name.trim());
  const request = { format, filters: filtersOf(values), ...(fields && { fields }) } as NewExport;
  const { url } = findAccount(values);
  const attempt = path === undefined ? undefined : startAttempt(`${path}.resume`, { url, request });
  const idempotencyKey = attempt?.key ?? randomUUID();
  try {
    await save(context, path, (hookline, options) => hookline.exports.run(request, { ...options, idempotencyKey }));
    attempt?.forget();
  } catch (error) {
    // The next run must not request this export again. A 429 other than the export quota's may concern a later request.
    const isRefused =
      error instanceof HooklineError &&
      error.status < 500 &&
      (error.status !== 429 || error.code === 'export_quota_exceeded');
    if (error instanceof HooklineExportError || isRefused) attempt?.forget();
    const isOutdated = error instanceof HooklineExportError && error.reason === 'expired' && attempt?.isResumed;
    if (!isOutdated) throw error;
    await create(context);
  }
}

/** Format by the extension of the file. An unknown one is an error: nobody wants JSON Lines in hooks.xlsx. */
function formatOf(path = ''): (typeof formats)[number] {
  const ending = extname(path).slice(1).toLowerCase();
  const format = ending === '' || ending === 'ndjson' ? 'jsonl' : formats.find((one) => one === ending);
  if (format) return format;
  throw new UsageError(`"${ending}" is not a format. Pass --format csv, jsonl, json or parquet, or rename ${path}.`);
}

/** `undefined` is the standard output. */
function pathOf({ values }: ExportContext, format: string): string | undefined {
  const path = values.output ?? (process.stdout.isTTY ? `hookline.${format}` : '-');
  return path === '-' ? undefined : path;
}

async function mayWrite(path: string | undefined, { values: { yes }, signal }: ExportContext): Promise<void> {
  if (path !== undefined && checkTarget(path)) await confirm(`This overwrites ${path}.`, { yes, signal });
}

type Attempt = { key: string; isResumed: boolean; forget: () => void };

/** Keeps the idempotency key of a request until it has succeeded, since Scale has one export a day. */
function startAttempt(file: string, wanted: { url: string; request: NewExport }): Attempt {
  const forget = () => rmSync(file, { force: true });
  try {
    const { key, ...started } = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof key === 'string' && isDeepStrictEqual(started, wanted)) return { key, isResumed: true, forget };
  } catch {
    // No run was interrupted.
  }
  const key = randomUUID();
  writeFileSync(file, JSON.stringify({ ...wanted, key }));
  return { key, isResumed: false, forget };
}

type WaitOptions = { signal: AbortSignal; onProgress: (record: { estimated_records: number }) => void };

async function save(
  { output, connect, signal }: ExportContext,
  path: string | undefined,
  wait: (hookline: Hookline, options: WaitOptions) => PromiseLike<ExportFile>,
): Promise<void> {
  const progress = createProgress();
  try {
    const file = await wait(connect({ retries: 8 }), {
      signal,
      onProgress: ({ estimated_records: n }) => progress.update(`Exporting ${hookCount(n)}`, 0, 0),
    });
    const onProgress = (bytes: number, ofBytes: number) => progress.update('Downloading', bytes, ofBytes);
    if (path === undefined)
      await pipeline(Readable.from(file.download({ signal, onProgress, verify: true }, sha256)), process.stdout, {
        end: false,
      });
    else await saveExport(file, path, { signal, onProgress, resume: true });
    progress.end();
    describe(file, path, output);
  } catch (error) {
    progress.end();
    if (path !== undefined && signal.aborted) output.warn('Interrupted. Run the same command again to resume.');
    throw error;
  }
}

const sha256 = () => createHash('sha256');

function describe({ record }: ExportFile, path: string | undefined, output: Context['output']): void {
  const { export_id, records, total_matching, size_bytes, sha256, truncated } = record;
  if (truncated)
    output.warn(
      `Only the ${records?.toLocaleString('en')} most viewed of ${hookCount(total_matching)}: the limit of your plan.`,
    );
  const text = `${hookCount(records ?? 0)}, ${formatBytes(size_bytes ?? 0)}, SHA-256 ${sha256}`;
  if (path === undefined) output.note(text);
  else
    output.record(
      { file: path, export_id, records, total_matching, size_bytes, sha256, truncated },
      () => `${path}: ${text}`,
    );
}
