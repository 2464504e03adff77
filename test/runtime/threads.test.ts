// Threads of one process on one port: one catalog, even connections, metrics of all threads, a rolling restart, and a thread that ends.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { isEndurance } from '../setup/lane-state.ts';
import { endingThreads } from '../setup/preload.ts';
import { hookLine, operatorKey } from '../setup/service.ts';
import { importLines, newKey, type Running, startProcess } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';

const threads = 2;
const directory = mkdtempSync(join(tmpdir(), 'hookline-threads-'));
let database: TestDatabase;
let service: Running;
let key: string;
let log = '';

before(async () => {
  database = await testDatabase();
  service = await startProcess(directory, {
    DATABASE_URL: database.url,
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
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

type Answer = { thread: string; status: number; body: string };

/** Request ids begin with the name of the thread. */
function ask(headers: Record<string, string> = {}, agent?: Agent, path = '/hooks?limit=1'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = { agent, headers: { authorization: `Bearer ${key}`, ...headers } };
    const request = get(`${service.url}${path}`, sent, async (response) => {
      const thread = String(response.headers['x-request-id']).slice(4, 10);
      text(response).then((body) => resolve({ thread, status: response.statusCode ?? 0, body }), reject);
    });
    request.on('error', reject);
  });
}

/** Uses this many connections at once, so that every thread gets some. */
async function askOn(connections: number, path?: string): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers = await Promise.all(Array.from({ length: connections }, () => ask({}, agent, path)));
  agent.destroy();
  return answers;
}

const namesOf = (answers: readonly Answer[]) => new Set(answers.map(({ thread }) => thread));

test('a publication is built once and served by every thread, connections are spread evenly, and metrics count all threads', async () => {
  const lines = Array.from({ length: 20 }, (_, n) => hookLine(`Line ${n} for all threads`));
  await importLines(service, lines);
  const served = await until(
    () => askOn(32),
    (answers) => answers.every(({ body }) => JSON.parse(body).total === lines.length),
  );
  const counts = [...Map.groupBy(served, ({ thread }) => thread).values()].map(({ length }) => length);
  assert.equal(counts.length, threads);
  assert.ok(Math.max(...counts) <= (1.3 * 32) / threads, `${counts}`);
  const versions = [...log.matchAll(/"msg":"catalog_loaded","version":(\d+)/g)].map(([, version]) => version);
  assert.equal(new Set(versions).size, versions.length, `builds of versions ${versions}`);

  const headers = { authorization: `Bearer ${operatorKey}` };
  const metrics = await (await fetch(`${service.url}/metrics`, { headers })).text();
  const health = (await (await fetch(`${service.url}/operator/health`, { headers })).json()) as {
    process: { memory: { rss_bytes: number } };
  };
  const figure = (name: string) => Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(metrics)?.[1]);
  assert.ok(figure('process_resident_memory_bytes') < 1.5 * health.process.memory.rss_bytes);
  assert.equal(figure('hookline_catalog_hooks'), 20);
  const answers = /^hookline_answers_total{route="\/hooks",status="200"} (\d+)$/m.exec(metrics)?.[1];
  assert.ok(Number(answers) >= 32, `${answers} requests`);
});

test('a niche that an operator adds in one thread is in the taxonomy of every thread', async () => {
  const added = await fetch(`${service.url}/operator/taxonomy`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'niche', name: 'Pottery' }),
  });
  assert.equal(added.status, 200, await added.text());
  const answers = await until(
    () => askOn(16, '/taxonomy'),
    (answers) => answers.every(({ body }) => body.includes('"id":"pottery"')),
  );
  assert.equal(namesOf(answers).size, threads);
});

/** Uses a separate connection, without retries. */
async function askAlone(): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /hooks?limit=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).slice(9, 12);
}

test('a rolling restart replaces every thread and fails no request', async () => {
  const before = namesOf(await askOn(16));
  const statuses: string[] = [];
  let isOver = false;
  const client = (async () => {
    for (; !isOver; await pause(5)) statuses.push(await askAlone().catch(String));
  })();
  service.child.kill('SIGHUP');
  await until(
    async () => namesOf(await askOn(8)),
    (names) => names.size === threads && names.isDisjointFrom(before),
  );
  isOver = true;
  await client;
  assert.deepEqual(new Set(statuses), new Set(['200']));
});

/** src/runtime/workers/supervisor.test.ts tests this without threads. */
const skip = !isEndurance && 'starts more threads: npm run test:endurance';
const reasons = { throw: 'code 1', exit: 'code 3', leak: 'ERR_WORKER_OUT_OF_MEMORY' };
for (const [end, reason] of Object.entries(reasons))
  test(`a thread that ends by ${end} is replaced; the others stay`, { skip }, async () => {
    const before = namesOf(await askOn(16));
    await ask({ 'x-end': end, connection: 'close' }).catch(() => {});
    await until(
      // Connections of the thread that ends are reset.
      async () => namesOf(await askOn(8).catch(() => [])),
      (names) => names.size === threads && before.difference(names).size === 1,
    );
    assert.match(log, new RegExp(`"msg":"process_ended".*"by":"[^"]*${reason}[^"]*"`));
    assert.equal(service.child.exitCode, null);
  });
