// Counts failed requests while serving threads are replaced one by one (SIGHUP), and when one of them ends.
import { setTimeout as pause } from 'node:timers/promises';
import { type Hookline, startHookline } from '../hookline.ts';
import { listPaths } from '../read-cases.ts';
import type { ClientResult } from './client.ts';
import { portIn, processes, startClient } from './clients.ts';
import { endOneThread, freePort } from './end-thread.ts';
import { acceptedSockets } from './loops.ts';

/** `seconds` until every connection of before was opened again, which it is when its thread is replaced. */
export type Replacement = {
  event: string;
  threads: number;
  seconds?: number;
  kept: ClientResult;
  fresh: ClientResult;
};

const steadyMs = 1500;
const timeoutMs = 120_000;
/** Longer than a thread that ended takes to start again. */
const restartMs = 5000;

export async function measureReplacements(dataDir: string, threads: number): Promise<Replacement[]> {
  const inspectorPort = await freePort();
  const env = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --inspect-port=${inspectorPort}`.trim() };
  const hookline = await startHookline(dataDir, { args: processes(threads), env, isPinned: false });
  try {
    return [
      await measureDuring(hookline, threads, 'rolling replacement', () => replaceAll(hookline)),
      await measureDuring(hookline, threads, 'a thread ends', async () => {
        await endOneThread(hookline.pid, inspectorPort);
        await pause(restartMs);
        return undefined;
      }),
    ];
  } finally {
    await hookline.stop();
  }
}

async function measureDuring(
  hookline: Hookline,
  threads: number,
  event: string,
  act: () => Promise<number | undefined>,
): Promise<Replacement> {
  const paths = await listPaths(hookline);
  const clients = await Promise.all([
    startClient(hookline, { paths, connections: 64, everyMs: 100, isKept: true }),
    startClient(hookline, { paths, connections: 16, everyMs: 50, isKept: false }),
  ]);
  await pause(steadyMs);
  const seconds = await act();
  await pause(steadyMs);
  const [kept, fresh] = await Promise.all(clients.map(({ stop }) => stop()));
  if (!kept || !fresh) throw new Error('A client is missing.');
  return { event, threads, kept, fresh, ...(seconds === undefined ? {} : { seconds }) };
}

/** Resolves to the seconds that it took. */
async function replaceAll(hookline: Hookline): Promise<number> {
  const before = acceptedSockets(portIn(hookline));
  const startedAt = performance.now();
  process.kill(hookline.pid, 'SIGHUP');
  while (!before.isDisjointFrom(acceptedSockets(portIn(hookline)))) {
    if (performance.now() - startedAt > timeoutMs) return Number.NaN;
    await pause(100);
  }
  return (performance.now() - startedAt) / 1000;
}
