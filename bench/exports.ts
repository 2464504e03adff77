// Measures exports of the whole catalog by the running service: time from acceptance to completion, and memory growth. The baselines write
// the same rows by other common means, each to its own file; only the writing is timed.
import { closeSync, fsyncSync, linkSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { type Hookline, startHookline } from './hookline.ts';
import { residentBytes } from './processes.ts';
import { atMost, figure, markdown, median, megabytes, type PartResult, times } from './report.ts';

const formats = ['jsonl', 'json', 'csv', 'parquet'] as const;

/** Seconds and bytes of the file, medians of the rounds; `grown` is the maximum. */
type FormatResult = { seconds: number; bytes: number; grown: number };

export async function measureExports(dataDir: string, rounds: number, hooks: string): Promise<PartResult> {
  const jsonl = join(dataDir, 'export.jsonl');
  const results = await timeFormats(dataDir, rounds, jsonl);
  const loops = await timeLoops(dataDir, jsonl, rounds);
  const of = (format: string) => results.get(format) ?? { seconds: Number.NaN, bytes: Number.NaN, grown: Number.NaN };
  const row = (format: string, baseline: string, seconds: number) => [
    format,
    megabytes(of(format).bytes),
    `${figure(of(format).seconds)} s`,
    `${baseline}, ${figure(seconds)} s`,
    times(of(format).seconds / seconds),
  ];
  const rows = [
    row('jsonl', 'JSON.stringify and a write for each row', loops.stringify),
    row('jsonl', 'one write of the finished bytes', loops.oneWrite),
    row('json', 'one write of the finished bytes', loops.oneWrite),
    row('csv', 'COPY TO a file', loops.copy),
    ['parquet', megabytes(of('parquet').bytes), `${figure(of('parquet').seconds)} s`, '', ''],
  ];
  const grown = Math.max(...[...results.values()].map((result) => result.grown));
  const head = ['export', 'file', 'accepted to complete', 'baseline', 'ratio'];
  return {
    sections: [[`Exports of ${hooks} hooks`, markdown({ head, rows })]],
    goals: [
      atMost(
        'export to jsonl / JSON.stringify and a write for each row',
        of('jsonl').seconds / loops.stringify,
        0.7,
        '×',
      ),
      atMost('export to jsonl / one write', of('jsonl').seconds / loops.oneWrite, 3, '×'),
      atMost('export to csv / COPY TO a file', of('csv').seconds / loops.copy, 1.2, '×'),
      atMost('memory that an export adds', grown / 1e6, 32, 'MB'),
    ],
  };
}

/** Results by format. The first file in jsonl is kept as `jsonl`. */
async function timeFormats(dataDir: string, rounds: number, jsonl: string): Promise<Map<string, FormatResult>> {
  const hookline = await startHookline(dataDir, { isPinned: false });
  const runs: (FormatResult & { format: string })[] = [];
  try {
    const exporter = await createExporter(hookline);
    for (let round = 0; round < rounds; round++) {
      for (const format of formats) {
        const { id, ...result } = await watchMemory(hookline, () => exporter.run(format));
        runs.push({ format, ...result });
        if (format === 'jsonl' && round === 0) linkFile(dataDir, id, jsonl);
        await exporter.remove(id);
      }
    }
  } finally {
    await hookline.stop();
  }
  const byFormat = Map.groupBy(runs, ({ format }) => format);
  return new Map([...byFormat].map(([format, own]) => [format, summary(own)]));
}

function summary(runs: readonly FormatResult[]): FormatResult {
  const of = (name: keyof FormatResult) => runs.map((run) => run[name]);
  return { seconds: median(of('seconds')), bytes: median(of('bytes')), grown: Math.max(...of('grown')) };
}

async function watchMemory({ pid }: Hookline, run: () => Promise<Exported>): Promise<FormatResult & { id: string }> {
  const before = residentBytes(pid);
  let max = before;
  const watch = setInterval(() => {
    max = Math.max(max, residentBytes(pid));
  }, 10);
  const exported = await run().finally(() => clearInterval(watch));
  return { ...exported, grown: max - before };
}

/** Hard-links the file, so that it remains when the export is deleted. */
function linkFile(dataDir: string, exportId: string, path: string): void {
  const directory = join(dataDir, 'exports');
  const name = readdirSync(directory).find((file) => file.startsWith(exportId));
  if (name) linkSync(join(directory, name), path);
}

/** Background work for measurements of reads. The slower formats do the same for longer. */
export async function exportSome(hookline: Hookline): Promise<void> {
  const exporter = await createExporter(hookline);
  for (const format of ['jsonl', 'csv']) await exporter.remove((await exporter.run(format)).id);
}

type Exported = { id: string; downloadUrl: string; seconds: number; bytes: number };

type ExportRecord = {
  export_id: string;
  status: string;
  error?: string;
  download_url: string;
  size_bytes: number;
} & Record<'created_at' | 'completed_at', string>;

export async function createExporter({ url, operator }: Hookline) {
  const email = `exporter-${Date.now()}@example.com`;
  const { id: accountId } = await operator('POST', '/accounts', { name: 'Exporter', email, plan: 'enterprise' });
  const { key } = await operator('POST', `/accounts/${accountId}/keys`, {});
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    run: async (format: string): Promise<Exported> => {
      let response = await fetch(`${url}/export`, { method: 'POST', headers, body: JSON.stringify({ format }) });
      const location = response.headers.get('location') ?? '';
      for (;;) {
        const record = (await response.json()) as ExportRecord;
        if (record.status === 'complete') {
          const { export_id: id, download_url: downloadUrl, size_bytes: bytes } = record;
          const seconds = (Date.parse(record.completed_at) - Date.parse(record.created_at)) / 1000;
          return { id, downloadUrl, seconds, bytes };
        }
        if (record.status !== 'processing')
          throw new Error(`The export to ${format} is ${record.status}: ${record.error}`);
        await pause(20);
        response = await fetch(location, { headers });
      }
    },
    remove: (id: string) => operator('DELETE', `/exports/${id}`),
  };
}

/** Seconds of the baselines, medians of the rounds. The service of `dataDir` must not be running; `jsonl` is a file that it exported. */
async function timeLoops(dataDir: string, jsonl: string, rounds: number) {
  const out = join(dataDir, 'loop');
  const runs = { oneWrite: [] as number[], stringify: [] as number[], copy: [] as number[] };
  const bytes = readFileSync(jsonl);
  const server = await startEmbedded(dataDir);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("set work_mem = '256MB'");
  // The server may run as another user, who can write here.
  const [{ directory }] = (await client.query("select current_setting('data_directory') as directory")).rows;
  const copy = `copy (select ${columns} from hooks where state = 'published' order by views desc, hooks.id)
    to '${join(directory, 'bench.csv')}' (format csv, header)`;
  for (let round = 0; round < rounds; round++) {
    runs.oneWrite.push(timeWrites(out, [bytes], (file, all) => writeAll(file, all)));
    runs.stringify.push(
      timeWrites(out, batches(bytes), (file, rows) => {
        for (const row of rows) writeSync(file, `${JSON.stringify(row)}\n`);
      }),
    );
    const startedAt = performance.now();
    await client.query(copy);
    runs.copy.push((performance.now() - startedAt) / 1000);
  }
  await client.end();
  await server.stop();
  return { oneWrite: median(runs.oneWrite), stringify: median(runs.stringify), copy: median(runs.copy) };
}

/** Seconds of the writes and of an fsync after them, without the time to produce the items. */
function timeWrites<T>(path: string, items: Iterable<T>, write: (file: number, item: T) => void): number {
  const file = openSync(path, 'w');
  let ms = 0;
  const time = (work: () => void) => {
    const startedAt = performance.now();
    work();
    ms += performance.now() - startedAt;
  };
  for (const item of items) time(() => write(file, item));
  time(() => fsyncSync(file));
  closeSync(file);
  rmSync(path);
  return ms / 1000;
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Yields the rows in batches, since the parsed objects of a million would not fit into the heap. */
function* batches(jsonl: Buffer): Generator<unknown[]> {
  let rows: unknown[] = [];
  for (let start = 0; start < jsonl.length; ) {
    const end = jsonl.indexOf(0x0a, start);
    rows.push(JSON.parse(jsonl.toString('utf8', start, end)));
    start = end + 1;
    if (rows.length < 50_000 && start < jsonl.length) continue;
    yield rows;
    rows = [];
  }
}

const columns = `'hook_' || id as id, text, views, platform, archetype, emotional_trigger, niche, format, language, creator, source_url,
  published_at, views_captured_at, likes, comments, shares, duration_seconds, template, word_count, label_method,
  label_confidence, added_at, updated_at, sample`;
