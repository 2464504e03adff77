// Measures similar hooks, checks and adapted lines at a constant rate, each with lines that nobody asked before.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rows, writeCsv } from './catalog-file.ts';
import { afterJobs, importFile, startHookline } from './hookline.ts';
import { loadCore, pinned } from './machine.ts';
import { cpuMicros } from './processes.ts';
import { figure, markdown } from './report.ts';
import type { SteadyTask, SteadyWindow } from './steady-client.ts';

/** `cpuMs` of the service's process for each request. */
export type LineResult = { name: string; cpuMs: number; window: SteadyWindow; goalMs: number | undefined };

const client = fileURLToPath(new URL('./steady-client.ts', import.meta.url));
const rate = 50;
const seconds = 20;
const drafts = 500;
const large = 100_000;

/** In `directory`, which must be new, with `count` hooks. */
export async function measureLines(directory: string, count: number): Promise<LineResult[]> {
  const file = join(directory, 'hooks.csv');
  await writeCsv(file, count);
  const hookline = await startHookline(join(directory, 'data'), { env: { HOOKLINE_SAMPLE: '0' } });
  try {
    await importFile(join(directory, 'data'), hookline.url, file);
    await afterJobs(hookline);
    const isLarge = count >= large;
    const texts = [...rows(drafts)].map(({ text }, at) => mixed(String(text), at));
    const ids = await idsOf(hookline);
    const cases: { name: string; paths: string[]; bodies?: string[]; goalMs?: number }[] = [
      { name: 'GET /hooks/{id}/similar', paths: ids.map((id) => `/hooks/${id}/similar`), goalMs: isLarge ? 30 : 5 },
      { name: 'POST /similar', paths: ['/similar'], bodies: texts.map(asText), goalMs: isLarge ? 30 : 5 },
      { name: 'POST /check', paths: ['/check'], bodies: texts.map(asText), goalMs: isLarge ? 40 : 3 },
      { name: 'POST /adapt', paths: ['/adapt'], bodies: ids.map((id) => JSON.stringify({ id })) },
    ];
    const results: LineResult[] = [];
    for (const { name, goalMs, ...target } of cases) {
      const headers = { 'content-type': 'application/json' };
      // The first seconds load what is loaded at first use.
      const task: SteadyTask = { ...hookline, ...target, headers, rate, connections: 8, windows: [3] };
      await run(task);
      const before = cpuMicros([hookline.pid]);
      const window = await run({ ...task, windows: [seconds] });
      results.push({ name, goalMs, window, cpuMs: (cpuMicros([hookline.pid]) - before) / 1000 / window.requests });
    }
    return results;
  } finally {
    await hookline.stop();
  }
}

export function lineTable(results: readonly LineResult[]): string {
  return markdown({
    head: ['call', 'CPU ms', 'p50 ms', 'p99 ms', 'goal of p99', 'failed'],
    rows: results.map(({ name, cpuMs, window: { p50, p99, failed }, goalMs }) => [
      name,
      figure(cpuMs),
      figure(p50),
      figure(p99),
      goalMs === undefined ? '' : `≤ ${goalMs}`,
      String(failed),
    ]),
  });
}

async function run({
  url,
  key,
  paths,
  bodies,
  headers,
  rate,
  connections,
  windows,
}: SteadyTask): Promise<SteadyWindow> {
  const task: SteadyTask = { url, key, paths, bodies, headers, rate, connections, windows };
  const [program, ...args] = pinned(loadCore, [process.execPath, client, JSON.stringify(task)]);
  const { stdout } = await promisify(execFile)(program, args);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

const asText = (text: string) => JSON.stringify({ text });

/** A draft that shares words with several lines. */
function mixed(text: string, at: number): string {
  const words = text.split(' ');
  return [...words.slice(at % 4), ...words.slice(0, at % 4)].join(' ');
}

async function idsOf({ url, key }: { url: string; key: string }): Promise<string[]> {
  const response = await fetch(`${url}/hooks/random?count=100&seed=lines`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = (await response.json()) as { data: { id: string }[] };
  return data.map(({ id }) => id);
}
