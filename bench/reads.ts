// Measures each kind of read, alternating with a bare server whose responses have as many bytes, so both meet the same machine.
import { fileURLToPath } from 'node:url';
import { listening } from './cluster.ts';
import type { Hookline } from './hookline.ts';
import { type LoadResult, load } from './load.ts';
import { serviceCore } from './machine.ts';
import { cpuMicros, start } from './processes.ts';
import { type Case, readCases, typicalBytes } from './read-cases.ts';
import { median } from './report.ts';

export type Effort = { rounds: number; seconds: number };

/** Medians of the rounds. CPU in µs per request, of the process with all its threads; latencies in ms. */
export type Figures = { cpu: number; perSecond: number; p50: number; p99: number };

export type ReadResult = { name: string; bytes: number; ours: Figures; constant: Figures };

const constantServer = fileURLToPath(new URL('./constant-server.ts', import.meta.url));

export async function measureReads(hookline: Hookline, dataDir: string, effort: Effort): Promise<ReadResult[]> {
  const results: ReadResult[] = [];
  const cases = await readCases(hookline);
  // After its start a process is still compiling its hot functions.
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
  const bareServer = { url: listening.exec(constant.greeting)?.[1] ?? '', key, pid: constant.pid, paths };
  try {
    const [bare, ours] = await alternate([bareServer, { url, key, pid, paths }], dataDir, effort);
    return { name, bytes, ours: medians(ours), constant: medians(bare) };
  } finally {
    await constant.stop();
  }
}

export type Side = { url: string; key: string; pid: number; paths: readonly string[] };
export type Run = LoadResult & { cpu: number };

/** The runs of both sides, round by round. The order of the sides alternates. */
export async function alternate(
  [first, second]: readonly [Side, Side],
  scratch: string,
  { rounds, seconds }: Effort,
): Promise<[Run[], Run[]]> {
  const runs: [Run[], Run[]] = [[], []];
  const order = [
    { side: first, into: runs[0] },
    { side: second, into: runs[1] },
  ];
  for (let round = 0; round < rounds; round++) {
    for (const { side, into } of order) {
      const { pid, ...target } = side;
      await load({ ...target, seconds: 1 }, scratch);
      const before = cpuMicros([pid]);
      const result = await load({ ...target, seconds }, scratch);
      into.push({ ...result, cpu: (cpuMicros([pid]) - before) / result.requests });
    }
    order.reverse();
  }
  return runs;
}

export function medians(runs: readonly Run[]): Figures {
  const of = (figure: keyof Figures) => median(runs.map((run) => run[figure]));
  return { cpu: of('cpu'), perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
}
