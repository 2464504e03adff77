// Threads of one process that serve one port: one catalog, even connections, rolling restarts, and a thread that ends.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { endingThreads } from '../../setup/preload.ts';
import { hookLine, operatorKey } from '../../setup/service.ts';
import { call, importLines, newKey, type Running, startProcess } from '../../setup/service-process.ts';
import { until } from '../../setup/until.ts';

const threads = 3;
const directory = mkdtempSync(join(tmpdir(), 'hookline-threads-'));
let service: Running;
let key: string;
let log = '';

before(async () => {
  service = await startProcess(directory, {
    HOOKLINE_SAMPLE: '0',
    HOOKLINE_OPERATOR_KEY: operatorKey,
    HOOKLINE_PROCESSES: String(threads),
    HOOKLINE_LOG: 'info',
    ...endingThreads,
  });
  service.child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  key = await newKey(service, 'enterprise');
});

after(async () => {
  service.child.kill('SIGTERM');
  await service.exit;
  rmSync(directory, { recursive: true, force: true });
});

type Answer = { thread: string; status: number; body: string };

/** Request ids begin with a name of the thread. */
function ask(path: string, headers: Record<string, string> = {}, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(`${service.url}${path}`, { agent, headers: { authorization: `Bearer ${key}`, ...headers } });
    request.on('error', reject);
    request.on('response', (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        const id = String(response.headers['x-request-id']);
        resolve({ thread: id.slice(4, 10), status: response.statusCode ?? 0, body });
      });
    });
  });
}

/** On as many connections at once, so that every thread has some. */
async function askOn(connections: number): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers = await Promise.all(Array.from({ length: connections }, () => ask('/hooks?limit=1', {}, agent)));
  agent.destroy();
  return answers;
}

/** Threads that connections reach, with their number of connections. */
async function spreadOf(connections: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { thread, status } of await askOn(connections)) {
    assert.equal(status, 200);
    counts.set(thread, (counts.get(thread) ?? 0) + 1);
  }
  return counts;
}

test('a publication is built once and served by every thread', async () => {
  const lines = Array.from({ length: 20 }, (_, n) => hookLine(`Line ${n} for all threads`));
  await importLines(service, lines);
  const served = await until(
    () => askOn(16),
    (answers) => answers.every(({ body }) => JSON.parse(body).total === lines.length),
  );
  assert.equal(new Set(served.map(({ thread }) => thread)).size, threads);
  const versions = [...log.matchAll(/"msg":"catalog_loaded","version":(\d+)/g)].map(([, version]) => version);
  assert.equal(new Set(versions).size, versions.length, `builds of versions ${versions}`);
});

test('connections are spread over the threads evenly', async () => {
  const counts = [...(await spreadOf(64)).values()];
  assert.equal(counts.length, threads);
  assert.ok(Math.max(...counts) <= (1.3 * 64) / threads, `${counts}`);
});

test('metrics count all threads, and the process once', async () => {
  const before = await call(service, operatorKey, 'GET', '/operator/health');
  const response = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${operatorKey}` } });
  const text = await response.text();
  const figure = (name: string) => Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1]);
  assert.ok(figure('process_resident_memory_bytes') < 1.5 * before.body.process.memory.rss_bytes);
  assert.ok(figure('hookline_catalog_hooks') > 0);
  const served = /^hookline_answers_total{route="\/hooks",status="200"} (\d+)$/m.exec(text)?.[1];
  assert.ok(Number(served) >= 64, `${served} requests of 64 at least`);
});

test('a rolling restart replaces every thread and fails no request, also of clients with a connection for each', async () => {
  const before = new Set((await spreadOf(16)).keys());
  const errors: unknown[] = [];
  let isOver = false;
  let served = 0;
  const clients = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      await askAlone().catch((error) => errors.push(error));
      served++;
    }
  });
  service.child.kill('SIGHUP');
  const current = await until(
    async () => new Set((await spreadOf(16)).keys()),
    (names) => names.size === threads && [...names].every((name) => !before.has(name)),
  );
  isOver = true;
  await Promise.all(clients);
  assert.equal(current.size, threads);
  assert.deepEqual(errors, []);
  assert.ok(served > 20, `${served}`);
});

/** On a connection of its own, without retries. */
function askAlone(): Promise<void> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => (text.startsWith('HTTP/1.1 200') ? resolve() : reject(new Error(`Got "${text}".`))));
    socket.write(`GET /hooks?limit=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`);
  });
}

const reasons = { exit: 'code 3', throw: 'code 1', leak: 'ERR_WORKER_OUT_OF_MEMORY' };
for (const [end, reason] of Object.entries(reasons))
  test(`a thread that ends by ${end} is replaced; the others serve on`, async () => {
    const before = new Set((await spreadOf(16)).keys());
    await ask('/hooks?limit=1', { 'x-end': end, connection: 'close' }).catch(() => {});
    const [gone = ''] = await until(
      async () => {
        // Its connections are reset.
        const now = await spreadOf(16).catch(() => new Map());
        return now.size === threads ? [...before].filter((name) => !now.has(name)) : [];
      },
      (names) => names.length === 1,
    );
    assert.ok(before.has(gone));
    assert.match(log, new RegExp(`"msg":"process_ended".*"by":"[^"]*${reason}[^"]*"`));
    assert.equal(service.child.exitCode, null);
  });
