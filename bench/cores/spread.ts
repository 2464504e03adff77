// Measures how evenly 64 keep-alive connections are spread over the serving threads.
import { setTimeout as pause } from 'node:timers/promises';
import { startHookline } from '../hookline.ts';
import { listPaths } from '../read-cases.ts';
import { median } from '../report.ts';
import { portIn, processes, startClient } from './clients.ts';
import { connectionsOfLoops } from './loops.ts';

/** Connections of the busiest thread over the mean: median and maximum of the rounds. `reopened` connections of a round, median. */
export type Spread = { threads: number; worst: number; worstOfAll: number; reopened: number; failed: number };

const connections = 64;
/** Time for a service to move connections between its threads. */
const settleMs = 3000;

export async function measureSpread(dataDir: string, threads: number, rounds: number): Promise<Spread> {
  const hookline = await startHookline(dataDir, { args: processes(threads), isPinned: false });
  try {
    const paths = await listPaths(hookline);
    const worst: number[] = [];
    const reopened: number[] = [];
    let failed = 0;
    for (let round = 0; round < rounds; round++) {
      const client = await startClient(hookline, { paths, connections, everyMs: 50, isKept: true });
      await pause(settleMs);
      const counts = connectionsOfLoops(hookline.pid, portIn(hookline));
      const result = await client.stop();
      const open = counts.reduce((sum, count) => sum + count, 0);
      worst.push(Math.max(...counts) / (open / threads));
      reopened.push(result.reopened);
      failed += result.failed;
    }
    return { threads, worst: median(worst), worstOfAll: Math.max(...worst), reopened: median(reopened), failed };
  } finally {
    await hookline.stop();
  }
}
