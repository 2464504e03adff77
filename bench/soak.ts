// Soak: half the full load for a long time, with imports, exports, downloads and deliveries, to see whether memory grows.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createExporter } from './exports.ts';
import { type Hookline, startHookline } from './hookline.ts';
import { loadLeniently } from './load.ts';
import { loadCore, pinned } from './machine.ts';
import { readCases } from './read-cases.ts';
import { type Sample, startSampling } from './soak-samples.ts';
import { soakTables } from './soak-tables.ts';
import type { SteadyTask, SteadyWindow } from './steady-client.ts';
import { register, startReceiver } from './webhooks.ts';

const run = promisify(execFile);
const clientScript = fileURLToPath(new URL('./steady-client.ts', import.meta.url));

const endpoints = 5;
const newHooks = 300;
const formats = ['jsonl', 'csv', 'json', 'parquet'] as const;
/** More would overload the measuring client. */
const maxPerSecond = 4000;
/** Exports expire during the run, so that the deletion of their files is part of it. */
const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_EXPORT_TTL: '3m' };

export type SoakResult = {
  minutes: number;
  fullRate: number;
  rate: number;
  samples: readonly Sample[];
  windows: readonly SteadyWindow[];
  imports: number;
  exports: number;
  downloads: number;
  deliveries: number;
  errors: readonly string[];
};

export async function measureSoak(dataDir: string, minutes: number): Promise<string> {
  const receiver = await startReceiver(endpoints);
  const hookline = await startHookline(dataDir, { env });
  try {
    await register(hookline, receiver.targets);
    const paths = (await readCases(hookline)).flatMap((readCase) => readCase.paths.slice(0, 40));
    const { url, key } = hookline;
    await loadLeniently({ url, key, paths, seconds: 3 }, dataDir);
    const { perSecond: fullRate } = await loadLeniently({ url, key, paths, seconds: 10 }, dataDir);
    const rate = Math.round(Math.min(fullRate / 2, maxPerSecond));
    const sampling = startSampling(hookline);
    const reading = readSteadily({
      url,
      key,
      paths,
      headers: {},
      rate,
      connections: 64,
      windows: Array(minutes).fill(60),
    });
    const work = await runBackgroundWork(hookline, minutes);
    const windows = await reading;
    const samples = sampling.stop();
    const { arrivals } = await receiver.figures();
    return soakTables({ minutes, fullRate, rate, samples, windows, ...work, deliveries: arrivals.length });
  } finally {
    await hookline.stop();
    await receiver.stop();
  }
}

async function readSteadily(task: SteadyTask): Promise<SteadyWindow[]> {
  const [program, ...args] = pinned(loadCore, [process.execPath, clientScript, JSON.stringify(task)]);
  const { stdout } = await run(program, args, { maxBuffer: 1 << 24 });
  const lines = stdout.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as SteadyWindow);
}

/** Each minute one import, one export and its download. Failures are reported and do not stop the run. */
async function runBackgroundWork(hookline: Hookline, minutes: number) {
  const exporter = await createExporter(hookline);
  const done = { imports: 0, exports: 0, downloads: 0, errors: [] as string[] };
  const startedAt = performance.now();
  for (let minute = 0; minute < minutes; minute++) {
    await sleep(Math.max(0, startedAt + minute * 60_000 - performance.now()));
    try {
      await importFull(hookline, minute);
      done.imports += 1;
      const { downloadUrl } = await exporter.run(formats[minute % formats.length] ?? formats[0]);
      done.exports += 1;
      await download(downloadUrl);
      done.downloads += 1;
    } catch (error) {
      done.errors.push(`minute ${minute}: ${(error as Error).message}`);
    }
  }
  return done;
}

/** A full import of new hooks: those of the previous minute are retired, so the catalog keeps its size. */
async function importFull({ url, operatorKey }: Hookline, minute: number): Promise<void> {
  const labels = {
    archetype: 'question',
    emotional_trigger: 'curiosity',
    format: 'vlog',
    language: 'en',
    niche: 'finance',
  };
  const lines = Array.from({ length: newHooks }, (_, at) =>
    JSON.stringify({
      text: `Nobody tells you this about money, ${minute}.${at}`,
      views: 150_000,
      platform: 'TikTok',
      ...labels,
    }),
  );
  const query = 'preset=hookline&format=jsonl&source=soak&snapshot=1&force=1';
  const response = await fetch(`${url}/operator/import?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/octet-stream' },
    body: lines.join('\n'),
  });
  const lastLine = (await response.text()).trim().split('\n').at(-1) ?? '';
  if (JSON.parse(lastLine).report?.added !== newHooks)
    throw new Error(`The import did not add ${newHooks} hooks: ${lastLine}`);
}

/** Once uncompressed and once with gzip. */
async function download(link: string): Promise<void> {
  for (const coding of ['identity', 'gzip']) {
    const response = await fetch(link, { headers: { 'accept-encoding': coding } });
    if (!response.ok) throw new Error(`The download failed with status ${response.status}.`);
    await response.arrayBuffer();
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
