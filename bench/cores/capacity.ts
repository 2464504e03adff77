// Measures what a core adds: CPU per request and memory with more serving threads, beside a bare server with as many processes.
import { fileURLToPath } from 'node:url';
import { listening } from '../cluster.ts';
import { startHookline } from '../hookline.ts';
import { load } from '../load.ts';
import { cpuMicros, memoryBytes, start } from '../processes.ts';
import { listPaths, typicalBytes, uncached } from '../read-cases.ts';
import type { Effort } from '../reads.ts';
import { median } from '../report.ts';
import { processes } from './clients.ts';

/** CPU in µs per request. Requests per CPU second are its inverse, whatever else shares the machine. */
type Cost = { cpu: number; perSecond: number };

/** Bytes are those of all processes of the service, without the database. */
export type Capacity = {
  threads: number;
  list: Cost;
  fresh: Cost;
  constant: Cost;
  idleBytes: number;
  loadedBytes: number;
};

const constantServer = fileURLToPath(new URL('../constant-server.ts', import.meta.url));

/** Nothing is pinned, so that threads can use all cores. */
export async function measureCapacity(dataDir: string, threads: number, effort: Effort): Promise<Capacity> {
  const hookline = await startHookline(dataDir, { args: processes(threads), isPinned: false });
  try {
    const idleBytes = memoryBytes([hookline.pid]);
    const paths = await listPaths(hookline);
    const fresh = paths.map((path) => `${path}&${uncached}`);
    const bytes = await typicalBytes(hookline, paths);
    const command = [process.execPath, constantServer, String(bytes), String(threads)] as const;
    const constant = await start(undefined, command, listening);
    const bare = { key: hookline.key, url: listening.exec(constant.greeting)?.[1] ?? '', pid: constant.pid, paths };
    const sides = [bare, { ...hookline, paths }, { ...hookline, paths: fresh }];
    const runs: Cost[][] = sides.map(() => []);
    for (let round = 0; round < effort.rounds; round++)
      for (const [at, side] of sides.entries()) runs[at]?.push(await measureCost(side, dataDir, effort.seconds));
    const [ofConstant, ofList, ofFresh] = runs.map(medians);
    await constant.stop();
    if (!ofConstant || !ofList || !ofFresh) throw new Error('No rounds were measured.');
    const loadedBytes = memoryBytes([hookline.pid]);
    return { threads, list: ofList, fresh: ofFresh, constant: ofConstant, idleBytes, loadedBytes };
  } finally {
    await hookline.stop();
  }
}

type Side = { url: string; key: string; pid: number; paths: readonly string[] };

async function measureCost({ url, key, pid, paths }: Side, scratch: string, seconds: number): Promise<Cost> {
  const task = { url, key, paths, isPinned: false };
  await load({ ...task, seconds: 1 }, scratch);
  const before = cpuMicros([pid]);
  const { requests, perSecond } = await load({ ...task, seconds }, scratch);
  return { cpu: (cpuMicros([pid]) - before) / requests, perSecond };
}

function medians(runs: readonly Cost[]): Cost {
  return { cpu: median(runs.map(({ cpu }) => cpu)), perSecond: median(runs.map(({ perSecond }) => perSecond)) };
}
