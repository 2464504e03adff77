// Measures how long new connections wait while others flood the service with new connections.
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AttackReport } from '../attack-sockets.ts';
import type { AttackName, AttackTask } from '../attacks.ts';
import { type Hookline, startHookline } from '../hookline.ts';
import { loadCore, pinned } from '../machine.ts';
import type { ClientResult } from './client.ts';
import { processes, startClient } from './clients.ts';

/** `perSecond` connections were opened by the attacker. */
export type Flood = {
  threads: number;
  attack: AttackName;
  idle: ClientResult;
  during: ClientResult;
  perSecond: number;
};

const attacks: readonly AttackName[] = [
  'a connection for each request',
  'a connection for each request, 1,000 at once',
];
const idleMs = 2000;
/** Of the flood, before the measurement. */
const marginMs = 1000;
const script = fileURLToPath(new URL('../attacks.ts', import.meta.url));

export async function measureFloods(dataDir: string, threads: number, seconds: number): Promise<Flood[]> {
  const hookline = await startHookline(dataDir, { args: processes(threads), isPinned: false });
  try {
    const idle = await openConnectionsFor(hookline, idleMs);
    const floods: Flood[] = [];
    for (const attack of attacks) {
      const flooding = flood(hookline, attack, seconds + (2 * marginMs) / 1000);
      await pause(marginMs);
      const during = await openConnectionsFor(hookline, seconds * 1000);
      const { opened } = await flooding;
      floods.push({ threads, attack, idle, during, perSecond: opened / (seconds + (2 * marginMs) / 1000) });
    }
    return floods;
  } finally {
    await hookline.stop();
  }
}

/** Fifty new connections a second. */
async function openConnectionsFor(hookline: Hookline, ms: number): Promise<ClientResult> {
  const client = await startClient(hookline, { paths: ['/health/live'], connections: 10, everyMs: 200, isKept: false });
  await pause(ms);
  return client.stop();
}

async function flood({ url, key }: Hookline, attack: AttackName, seconds: number): Promise<AttackReport> {
  const enterprise = { key, webhookId: '' };
  const free = { key, searchId: '', collectionId: '' };
  const task: AttackTask = { attack, url, key, download: '', enterprise, free, colleagueKey: key, seconds };
  const [program, ...args] = pinned(loadCore, [process.execPath, script, JSON.stringify(task)]);
  return JSON.parse((await promisify(execFile)(program, args)).stdout);
}
