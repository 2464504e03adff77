// Reads: each kind of request in turns with a bare server that answers as many bytes, so that both meet the same machine.
import { fileURLToPath } from 'node:url';
import { listening } from './cluster.ts';
import type { Hookline } from './hookline.ts';
import { type LoadResult, load } from './load.ts';
import { serviceCore } from './machine.ts';
import { cpuMicros, start } from './processes.ts';
import { type Case, readCases, typicalBytes } from './read-cases.ts';
import { median } from './report.ts';

export type Effort = { rounds: number; seconds: number };

/** Medians over the rounds. CPU in µs a request, of the process with all its threads; latencies in ms. */
export type Figures = { cpu: number; perSecond: number; p50: number; p99: number };

export type ReadResult = { name: string; bytes: number; ours: Figures; constant: Figures };

const constantServer = fileURLToPath(new URL('./constant-server.ts', import.meta.url));

export async function measureReads(hookline: Hookline, dataDir: string, effort: Effort): Promise<ReadResult[]> {
  const results: ReadResult[] = [];
  const cases = await readCases(hookline);
  // A process that has just started is still compiling what it runs often.
  for (const { paths } of cases) await load({ url: hookline.url, key: hookline.key, paths, seconds: 1 }, dataDir);
  for (const one of cases) results.push(await measureCase(hookline, dataDir, one, effort));
  return results;
}

async function measureCase(
  hookline: Hookline,
  dataDir: string,
  { name, paths }: Case,
  effort: Effort,
): Promise<ReadResult> {
  const bytes = await typicalBytes(hookline, paths);
  const constant = await start(serviceCore, [process.execPath, constantServer, String(bytes)], listening);
  const { url, key, pid } = hookline;
  const sides = [
    { url: listening.exec(constant.greeting)?.[1] ?? '', key, pid: constant.pid, paths },
    { url, key, pid, paths },
  ];
  try {
    const [bare, ours] = await inTurns(sides, dataDir, effort);
    return { name, bytes, ours: medians(ours), constant: medians(bare) };
  } finally {
    await constant.stop();
  }
}

export type Side = { url: string; key: string; pid: number; paths: readonly string[] };
export type Run = LoadResult & { cpu: number };

/** The runs of each side, round by round; whoever comes first in one comes last in the next. */
export async function inTurns(sides: readonly Side[], scratch: string, { rounds, seconds }: Effort): Promise<Run[][]> {
  const runs = sides.map((): Run[] => []);
  const order = [...sides.entries()];
  for (let round = 0; round < rounds; round++) {
    for (const [at, { pid, ...given }] of order) {
      await load({ ...given, seconds: 1 }, scratch);
      const before = cpuMicros([pid]);
      const result = await load({ ...given, seconds }, scratch);
      runs[at].push({ ...result, cpu: (cpuMicros([pid]) - before) / result.requests });
    }
    order.reverse();
  }
  return runs;
}

export function medians(runs: readonly Run[]): Figures {
  const of = (figure: keyof Figures) => median(runs.map((run) => run[figure]));
  return { cpu: of('cpu'), perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
}
