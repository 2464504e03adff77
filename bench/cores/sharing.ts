// Measures what several serving threads have in common: memory after load, and the CPU time of a new version for all of them.
import { type Hookline, startHookline } from '../hookline.ts';
import { load } from '../load.ts';
import { cpuMicros, memoryBytes, untilIdle } from '../processes.ts';
import { listPaths, uncached } from '../read-cases.ts';
import { median } from '../report.ts';
import { publishChanges } from '../served.ts';
import { processes } from './clients.ts';

/** CPU in µs from the commit of 100 changed hooks until every thread serves them, without the database. */
export type Sharing = { threads: number; startSeconds: number; bytes: number; versionCpu: number };

const versions = 3;

export async function measureSharing(dataDir: string, threads: number): Promise<Sharing> {
  const hookline = await startHookline(dataDir, { args: processes(threads), isPinned: false });
  try {
    const { startSeconds, pid } = hookline;
    const paths = await listPaths(hookline);
    for (const more of ['', `&${uncached}`])
      await load({ ...hookline, paths: paths.map((path) => path + more), seconds: 2, isPinned: false }, dataDir);
    const bytes = memoryBytes([pid]);
    const costs: number[] = [];
    for (let version = 0; version < versions; version++) costs.push(await measureVersion(hookline));
    return { threads, startSeconds, bytes, versionCpu: median(costs) };
  } finally {
    await hookline.stop();
  }
}

async function measureVersion(hookline: Hookline): Promise<number> {
  await untilIdle([hookline.pid]);
  const before = cpuMicros([hookline.pid]);
  await publishChanges(hookline);
  await untilIdle([hookline.pid]);
  return cpuMicros([hookline.pid]) - before;
}
