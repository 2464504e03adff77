// Measures each kind of read, alternating with a bare server whose responses have as many bytes, so both meet the same machine.
import { fileURLToPath } from 'node:url';
import { listening } from './cluster.ts';
import type { Hookline } from './hookline.ts';
import { type Load, type LoadResult, load } from './load.ts';
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
  const cases = await readCases(hookline);
  // After its start a process is still compiling its hot functions.
  const [first] = cases;
  if (first) await load({ ...hookline, paths: first.paths, seconds: 3 }, dataDir);
  const results: ReadResult[] = [];
  for (const group of Object.values(Object.groupBy(cases, ({ name }) => keptNameOf(name))))
    results.push(...(await measureGroup(hookline, dataDir, group ?? [], effort)));
  return results;
}

/** Of a case that no cache has: the name of the case with the same responses from the cache. */
export function keptNameOf(name: string): string {
  return name.split(', every ')[0] ?? name;
}

/** Cases with the same responses, which share a bare server. */
async function measureGroup(
  { url, key, pid }: Hookline,
  dataDir: string,
  cases: readonly Case[],
  effort: Effort,
): Promise<ReadResult[]> {
  const paths = cases[0]?.paths ?? [];
  const bytes = await typicalBytes({ url, key }, paths);
  const bareServer = await start(serviceCore, [process.execPath, constantServer, String(bytes)], listening);
  const bare = { url: listening.exec(bareServer.greeting)?.[1] ?? '', key, pid: bareServer.pid, paths };
  try {
    const sides = [bare, ...cases.map((one) => ({ url, key, pid, paths: one.paths }))];
    const [ofBare = [], ...ofCases] = await alternate(sides, dataDir, effort);
    const constant = medians(ofBare);
    return cases.map(({ name }, at) => ({ name, bytes, ours: medians(ofCases[at] ?? []), constant }));
  } finally {
    await bareServer.stop();
  }
}

export type Side = Pick<Load, 'url' | 'key' | 'paths' | 'bodies' | 'headers'> & { pid: number };
export type Run = LoadResult & { cpu: number };

/** The runs of each side, round by round. The order of the sides alternates, and each is warmed up once. */
export async function alternate(
  sides: readonly Side[],
  scratch: string,
  { rounds, seconds }: Effort,
): Promise<Run[][]> {
  const order = sides.map((side) => ({ side, runs: [] as Run[] }));
  const runs = order.map((one) => one.runs);
  for (const { pid: _, ...target } of sides) await load({ ...target, seconds: 1 }, scratch);
  for (let round = 0; round < rounds; round++) {
    for (const { side, runs } of order) {
      const { pid, ...target } = side;
      const before = cpuMicros([pid]);
      const result = await load({ ...target, seconds }, scratch);
      runs.push({ ...result, cpu: (cpuMicros([pid]) - before) / result.requests });
    }
    order.reverse();
  }
  return runs;
}

export function medians(runs: readonly Run[]): Figures {
  const of = (figure: keyof Figures) => median(runs.map((run) => run[figure]));
  return { cpu: of('cpu'), perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
}
