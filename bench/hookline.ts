// Starts the service under measurement as an operator does, with its own data directory and an account without limits, and imports into it.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { randomBase62 } from '../src/lib/ids.ts';
import { type Command, pin, serviceCore } from './machine.ts';
import { memoryBytes, type Running, start, untilIdle } from './processes.ts';

const main = fileURLToPath(new URL('../bin/hookline.js', import.meta.url));
const run = promisify(execFile);
const unlimited = 1_000_000_000;

export type Hookline = Running & {
  url: string;
  accountId: string;
  /** Key of the account. */
  key: string;
  operatorKey: string;
  databasePid: number;
  dataDir: string;
  /** Seconds from the start of the process until it is ready. */
  startSeconds: number;
  operator: (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;
};

export function makeScratch(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'hookline-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

type StartOptions = {
  env?: NodeJS.ProcessEnv;
  isPinned?: boolean;
  /** `bin/hookline.js` of another working tree. */
  program?: string;
  /** A command that runs the service. */
  prefix?: readonly string[];
};

/** Starts on `dataDir`, whose catalog persists between starts. The process is pinned to one core by default, its database to none. */
export async function startHookline(
  dataDir: string,
  { env = {}, isPinned = true, program = main, prefix = [] }: StartOptions = {},
): Promise<Hookline> {
  const startedAt = performance.now();
  const running = await start(
    isPinned ? serviceCore : undefined,
    // `serve` is the former name of `admin serve`, which older commits support too.
    inside(prefix, [process.execPath, program, 'admin', 'serve']),
    /Try:/,
    { HOOKLINE_DATA: dataDir, HOOKLINE_LOG: 'warn', PORT: '0', ...env },
  );
  const databasePid = readDatabasePid(dataDir);
  pin(undefined, databasePid);
  const startSeconds = (performance.now() - startedAt) / 1000;
  const url = /http:\/\/[^\s]+/.exec(running.greeting)?.[0] ?? '';
  // The key is printed on the first start only.
  const operatorKey = process.env.HOOKLINE_OPERATOR_KEY ?? readFileSync(join(dataDir, 'operator.key'), 'utf8').trim();
  const operator = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/operator${path}`, {
      method,
      headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const { accountId, key } = await openAccount(operator);
  return { ...running, url, accountId, key, operatorKey, databasePid, dataDir, startSeconds, operator };
}

function inside([first, ...rest]: readonly string[], command: Command): Command {
  return first === undefined ? command : [first, ...rest, ...command];
}

/** Opens an account without limits, and creates a key of it. */
export async function openAccount(
  operator: Hookline['operator'],
  plan: 'free' | 'scale' | 'enterprise' = 'scale',
): Promise<{ accountId: string; key: string }> {
  const email = `bench-${Date.now()}-${randomBase62(6)}@example.com`;
  const account = { name: 'Bench', email, plan, limits: { per_month: unlimited } };
  const { id } = await operator('POST', '/accounts', account);
  return { accountId: String(id), key: await createKey(operator, String(id)) };
}

export async function createKey(operator: Hookline['operator'], accountId: string): Promise<string> {
  const { key } = await operator('POST', `/accounts/${accountId}/keys`, {});
  return String(key);
}

/** Resolves when the jobs that follow an import are done: they run in the process whose reads are measured. */
export async function afterJobs({ operator }: Hookline): Promise<void> {
  type Health = { queues: Record<string, { waiting: number; active: number }> };
  for (let isBusy = true; isBusy; ) {
    // The jobs are delayed by less than this.
    await pause(15_000);
    const { queues } = (await operator('GET', '/health')) as Health;
    isBusy = Object.values(queues).some(({ waiting, active }) => waiting + active > 0);
  }
}

/** Memory of the service and of its database in bytes, once the work of the start is done. */
export async function idleBytes({ pid, databasePid }: Hookline): Promise<{ service: number; database: number }> {
  await untilIdle([pid, databasePid]);
  await pause(5000);
  return { service: memoryBytes([pid]), database: memoryBytes([databasePid]) };
}

/** Process id of the embedded server of `dataDir`. */
export function readDatabasePid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Imports with the CLI, as an operator does. Resolves to the duration and the report. */
export async function importFile(
  { url, dataDir }: Hookline,
  file: string,
): Promise<{ seconds: number; report: Record<string, number> }> {
  const startedAt = performance.now();
  const args = [main, 'import', file, '--preset', 'hookline', '--url', url, '--json'];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, HOOKLINE_DATA: dataDir } });
  const [{ report }]: [{ report: Record<string, number> }] = JSON.parse(stdout);
  return { seconds: (performance.now() - startedAt) / 1000, report };
}

/** Labels of records that need no guess, so that an import publishes them at once. */
const labels = {
  archetype: 'question',
  emotional_trigger: 'curiosity',
  format: 'vlog',
  language: 'en',
  niche: 'finance',
};

/** Imports texts over HTTP, all with enough views. Resolves to the report. */
export async function importTexts(
  { url, operatorKey }: Hookline,
  texts: readonly string[],
  niche = labels.niche,
): Promise<Record<string, number>> {
  const records = texts.map((text) => ({ text, views: 150_000, platform: 'TikTok', ...labels, niche }));
  const response = await fetch(`${url}/operator/import?preset=hookline&format=jsonl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/octet-stream' },
    body: records.map((record) => JSON.stringify(record)).join('\n'),
  });
  const progress = await response.text();
  const { report } = JSON.parse(progress.trim().split('\n').at(-1) ?? '');
  if (report?.added + report?.pending !== texts.length) throw new Error(`The import added less: ${progress}`);
  return report;
}
