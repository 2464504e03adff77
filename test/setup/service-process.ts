// Runs the service as a separate process, as an operator would: starts it, sends requests, kills it.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { starts } from './lane-state.ts';

const main = join(import.meta.dirname, '../../bin', 'hookline.js');
/** Preloaded, since the threads of the process load Kysely too. */
const bundled = pathToFileURL(join(import.meta.dirname, 'kysely/use-bundle.ts')).href;

export type Running = {
  child: ChildProcess;
  url: string;
  operatorKey: string;
  exit: Promise<number | null>;
};

/** Copies the run's migrated data directory into a new one, which takes far less CPU than initdb and all migrations. */
export function prepareData(dataDir: string): void {
  const { HOOKLINE_TEST_DATA: prepared } = process.env;
  if (!prepared || existsSync(join(dataDir, 'postgres'))) return;
  cpSync(prepared, join(dataDir, 'postgres'), { recursive: true });
}

/** Rejects with the stderr of the process if it exits instead of starting. `shell` runs before it, in the same process. */
export function startProcess(dataDir: string, env: Record<string, string> = {}, shell = ':'): Promise<Running> {
  starts.processes++;
  // A first start with sample data has its own test.
  if (env.HOOKLINE_SAMPLE === '0' && !env.DATABASE_URL) prepareData(dataDir);
  const NODE_OPTIONS = `--import ${bundled} ${env.NODE_OPTIONS ?? ''}`;
  const usual = { PORT: '0', HOOKLINE_LOG: 'silent', HOOKLINE_EMBEDDINGS: 'off', DATABASE_URL: '' };
  const given = { HOOKLINE_DATA: dataDir, ...usual, ...env, NODE_OPTIONS };
  const child = spawn('sh', ['-c', `${shell}; exec "$0" "$@"`, process.execPath, main, 'admin', 'serve'], {
    env: { ...process.env, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [url] = /http:\/\/[\d.:]+/.exec(line) ?? [];
      if (!url || !line.includes('curl')) return;
      resolve({
        child,
        exit,
        url,
        operatorKey: env.HOOKLINE_OPERATOR_KEY ?? readFileSync(join(dataDir, 'operator.key'), 'utf8').trim(),
      });
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('exit', () => reject(new Error(errors)));
  });
}

export type Reply = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
  body: any;
};

export async function call(
  { url }: Pick<Running, 'url'>,
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const payload = body === undefined ? undefined : JSON.stringify(body);
  // A connection that was handed to a process when it was killed is never closed.
  const signal = AbortSignal.timeout(30_000);
  const response = await fetch(url + path, { method, headers, body: payload, signal });
  return { status: response.status, body: await response.json() };
}

/** Imports lines of hookLine() into the catalog. */
export async function importLines(
  running: Pick<Running, 'url' | 'operatorKey'>,
  lines: readonly string[],
): Promise<void> {
  const response = await fetch(`${running.url}/operator/import?preset=hookline&format=jsonl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.operatorKey}`, 'content-type': 'application/octet-stream' },
    body: lines.join('\n'),
  });
  assert.match(await response.text(), new RegExp(`"added":${lines.length}\\b`));
}

/** Creates an account and returns a key of it. */
export async function newKey(running: Pick<Running, 'url' | 'operatorKey'>, plan: string): Promise<string> {
  const account = { name: 'Ann', email: `${plan}-${Math.random()}@example.com`, plan };
  const { body } = await call(running, running.operatorKey, 'POST', '/operator/accounts', account);
  const issued = await call(running, running.operatorKey, 'POST', `/operator/accounts/${body.id}/keys`, {});
  return issued.body.key;
}
