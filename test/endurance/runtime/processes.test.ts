// Several processes on one database: quotas, publications, pagination, and a rolling restart.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../setup/database.ts';
import { type LoadBalancer, startLoadBalancer } from '../../setup/network/load-balancer.ts';
import { withoutSharedPorts } from '../../setup/preload.ts';
import { hookLine, operatorKey } from '../../setup/service.ts';
import { call, newKey, type Running, startProcess } from '../../setup/service-process.ts';
import { until } from '../../setup/until.ts';

const directory = mkdtempSync(join(tmpdir(), 'hookline-processes-'));
/** Shared by all machines. */
const exports = join(directory, 'exports');
let database: TestDatabase;
let machines: [Running, Running, Running];
const started: Running[] = [];
/** A key without limits. */
let key: string;

/** A process with its own data directory, as on a separate machine. */
async function startMachine(name: string, env: Record<string, string> = {}): Promise<Running> {
  const shared = { DATABASE_URL: database.url, HOOKLINE_OPERATOR_KEY: operatorKey, HOOKLINE_SAMPLE: '0' };
  const running = await startProcess(join(directory, name), { ...shared, HOOKLINE_EXPORTS: exports, ...env });
  started.push(running);
  return running;
}

async function publish({ url }: Running, texts: readonly string[]): Promise<number> {
  const headers = { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/octet-stream' };
  const body = texts.map((text, n) => hookLine(text, { views: 200_000 + n })).join('\n');
  const answer = await fetch(`${url}/operator/import?preset=hookline`, { method: 'POST', headers, body });
  return JSON.parse((await answer.text()).trim().split('\n').at(-1) ?? '').report.catalog_version;
}

/** Resolves when the process accepts the key. */
async function accepts(running: Running, key: string): Promise<void> {
  await until(
    () => call(running, key, 'GET', '/usage'),
    ({ status }) => status === 200,
  );
}

async function serves(running: Running, version: number): Promise<void> {
  await until(
    () => call(running, '', 'GET', '/health/ready'),
    ({ body }) => body.catalog_version >= version,
  );
}

before(async () => {
  mkdirSync(exports);
  database = await testDatabase();
  machines = await Promise.all([startMachine('a'), startMachine('b'), startMachine('c')]);
  key = await newKey(machines[0], 'enterprise');
  for (const machine of machines) await accepts(machine, key);
});

after(async () => {
  for (const { child } of started) child.kill('SIGINT');
  for (const { exit } of started) await exit;
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

test('a publication is served by every process within two seconds', async () => {
  const version = await publish(machines[0], ['First line', 'Second line']);
  const publishedAt = Date.now();
  for (const machine of machines) await serves(machine, version);
  const tookMs = Date.now() - publishedAt;
  assert.ok(tookMs < 2000, `${tookMs} ms`);
});

test('pagination by cursor over processes with different catalog versions neither repeats nor skips hooks', async () => {
  const before = Array.from({ length: 60 }, (_, n) => `Line before the walk, number ${n}`);
  const version = await publish(machines[1], before);
  for (const machine of machines) await serves(machine, version);
  const seen: string[] = [];
  let publishing: Promise<unknown> = Promise.resolve();
  let cursor: string | null = '';
  for (let page = 0; cursor !== null; page += 1) {
    // In another process than the one that serves the page, which may load the new version before or after.
    publishing = publishing.then(() => publish(machines[0], [`Line during the walk, at page ${page}`]));
    const path = `/hooks?limit=7&q=line${cursor && `&cursor=${cursor}`}&sort=-views`;
    const { status, body } = await call(machines.at(page % machines.length) ?? machines[0], key, 'GET', path);
    assert.equal(status, 200);
    seen.push(...body.data.map(({ text }: { text: string }) => text));
    cursor = body.next_cursor;
  }
  await publishing;
  assert.equal(new Set(seen).size, seen.length, 'no repeats');
  assert.deepEqual(
    before.filter((text) => !seen.includes(text)),
    [],
    'no gaps',
  );
});

test('four processes with four times the limit at once serve exactly the limit, and a kill costs at most 1 % of it', async () => {
  const limit = 400;
  const four = await startMachine('four', { HOOKLINE_PROCESSES: '4', ...withoutSharedPorts });
  const callers = 80;
  const serve = async (key: string, calls: number) => {
    const statuses: Record<string, number> = {};
    const run = async () => {
      for (let n = 0; n < calls / callers; n += 1) {
        // Connections to the killed process break.
        const { status } = await call(four, key, 'GET', '/hooks?limit=1').catch(() => ({ status: 'broken' }));
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: callers }, run));
    return statuses;
  };
  const exact = await newKey(four, 'enterprise', { per_day: limit });
  await accepts(four, exact);
  assert.deepEqual(await serve(exact, 4 * limit), { 200: limit, 429: 3 * limit });

  const killed = await newKey(four, 'enterprise', { per_day: limit });
  await accepts(four, killed);
  const { 200: first = 0 } = await serve(killed, limit / 2);
  const { body } = await call(four, operatorKey, 'GET', '/operator/health');
  process.kill(body.process.pid, 'SIGKILL');
  const { 200: rest = 0 } = await serve(killed, limit);
  assert.ok(first + rest <= limit && first + rest >= 0.99 * limit, `${first + rest} of ${limit}`);
});

test('a rolling restart of three processes behind a load balancer fails no request and no export', async (t) => {
  const balancer = await startLoadBalancer(machines.map(({ url }) => url));
  t.after(balancer.close);
  await balancer.ready(machines.length);
  const load = startLoad(balancer);
  t.after(load.stop);
  const exported: string[] = [];
  for (const [index, machine] of [...machines].entries()) {
    const { child, exit, url } = machine;
    const accepted = await call({ ...machine, url: balancer.url }, key, 'POST', '/export', { format: 'jsonl' });
    exported.push(accepted.body.export_id);
    const stoppedAt = Date.now();
    child.kill('SIGTERM');
    assert.equal(await exit, 0);
    assert.ok(Date.now() - stoppedAt < 10_000, `${Date.now() - stoppedAt} ms`);
    machines[index] = await startMachine('abc'.charAt(index), { PORT: new URL(url).port });
    await balancer.ready(machines.length);
  }
  const { statuses, errors } = await load.stop();
  assert.deepEqual(errors, []);
  assert.deepEqual(Object.keys(statuses), ['200'], JSON.stringify(statuses));
  assert.ok((statuses[200] ?? 0) > 100);
  for (const id of exported)
    await until(
      () => call(machines[0], key, 'GET', `/export/${id}`),
      ({ body }) => body.status === 'complete',
    );
});

/** Eight clients with one request at a time each. */
function startLoad({ url }: LoadBalancer) {
  const statuses: Record<number, number> = {};
  const errors: unknown[] = [];
  let isOver = false;
  const headers = { authorization: `Bearer ${key}` };
  const run = async (client: number) => {
    for (let n = 0; !isOver; n += 1) {
      try {
        const response = await fetch(`${url}/hooks?limit=${1 + ((client + n) % 20)}`, { headers });
        await response.arrayBuffer();
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      } catch (error) {
        errors.push(error);
      }
    }
  };
  const clients = Array.from({ length: 8 }, (_, client) => run(client));
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
      return { statuses, errors };
    },
  };
}
