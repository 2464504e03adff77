// Baselines for exports: the same rows written by common other means, each to its own file with one fsync at the end, as the service
// does. Only the writing is timed.
import { closeSync, createWriteStream, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { median } from './report.ts';

/** Seconds, medians of the rounds. */
export type ExportLoops = {
  /** One write of the complete jsonl file. */
  oneWrite: number;
  /** JSON.stringify and a write for each row. */
  stringify: number;
  /** COPY TO a file as csv, written by the server, which does not fsync it. */
  copy: number;
  /** COPY TO STDOUT as csv, and of row_to_json, received and written through pg. */
  copyCsv: number;
  copyJson: number;
};

/** The service of `dataDir` must not be running; `jsonl` is the path of a file that it exported. */
export async function timeExportLoops(dataDir: string, jsonl: string, rounds: number): Promise<ExportLoops> {
  const out = join(dataDir, 'loop');
  const runs: Record<keyof ExportLoops, number[]> = {
    oneWrite: [],
    stringify: [],
    copy: [],
    copyCsv: [],
    copyJson: [],
  };
  const bytes = readFileSync(jsonl);
  const copy = await prepareCopy(dataDir);
  for (let round = 0; round < rounds; round++) {
    runs.oneWrite.push(timeWrite(out, (file) => writeAll(file, bytes)));
    runs.stringify.push(timeStringify(out, bytes));
    runs.copy.push(await copy.byServer());
    runs.copyCsv.push(await copy.byClient('csv', out));
    runs.copyJson.push(await copy.byClient('json', out));
  }
  await copy.close();
  return {
    oneWrite: median(runs.oneWrite),
    stringify: median(runs.stringify),
    copy: median(runs.copy),
    copyCsv: median(runs.copyCsv),
    copyJson: median(runs.copyJson),
  };
}

/** Seconds of `write` and of the fsync after it. */
function timeWrite(path: string, write: (file: number) => void): number {
  const file = openSync(path, 'w');
  const startedAt = performance.now();
  write(file);
  fsyncSync(file);
  const seconds = (performance.now() - startedAt) / 1000;
  closeSync(file);
  rmSync(path);
  return seconds;
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** The parsed objects of a million rows would not fit into the heap. */
const batchSize = 50_000;

function timeStringify(path: string, jsonl: Buffer): number {
  const file = openSync(path, 'w');
  let seconds = 0;
  for (const rows of batches(jsonl)) {
    const startedAt = performance.now();
    for (const row of rows) writeSync(file, `${JSON.stringify(row)}\n`);
    seconds += (performance.now() - startedAt) / 1000;
  }
  const startedAt = performance.now();
  fsyncSync(file);
  seconds += (performance.now() - startedAt) / 1000;
  closeSync(file);
  rmSync(path);
  return seconds;
}

function* batches(jsonl: Buffer): Generator<unknown[]> {
  let rows: unknown[] = [];
  for (let start = 0; start < jsonl.length; ) {
    const end = jsonl.indexOf(0x0a, start);
    rows.push(JSON.parse(jsonl.toString('utf8', start, end)));
    start = end + 1;
    if (rows.length < batchSize) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

const columns = `'hook_' || id as id, text, views, platform, archetype, emotional_trigger, niche, format, language, creator, source_url,
  published_at, views_captured_at, likes, comments, shares, duration_seconds, template, word_count, label_method,
  label_confidence, added_at, updated_at, sample`;

async function prepareCopy(dataDir: string) {
  const server = await startEmbedded(dataDir);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("set work_mem = '256MB'");
  // The server may run as another user, who can write here.
  const [{ directory }] = (await client.query("select current_setting('data_directory') as directory")).rows;
  const path = join(directory, 'bench.csv');
  const rows = `select ${columns} from hooks where state = 'published' order by views desc, hooks.id`;
  const statements = {
    csv: `copy (${rows}) to stdout (format csv, header)`,
    // The text format would double backslashes; csv with a quote character that JSON never contains does not.
    json: `copy (select row_to_json(h) from (${rows}) h) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`,
  };
  return {
    byServer: async () => {
      const startedAt = performance.now();
      await client.query(`copy (${rows}) to '${path}' (format csv, header)`);
      return (performance.now() - startedAt) / 1000;
    },
    byClient: async (format: keyof typeof statements, file: string) => {
      const startedAt = performance.now();
      await pipeline(client.query(copyTo(statements[format])), createWriteStream(file, { flush: true }));
      const seconds = (performance.now() - startedAt) / 1000;
      rmSync(file);
      return seconds;
    },
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}
