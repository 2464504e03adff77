// Several processes on one database: quotas after a kill, and a rolling restart. test/runtime/services.test.ts has the rest.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../setup/database.ts';
import { type LoadBalancer, startLoadBalancer } from '../../setup/network/load-balancer.ts';
import { withoutSharedPorts } from '../../setup/preload.ts';
import { operatorKey } from '../../setup/service.ts';
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

/** Resolves when the process accepts the key. */
async function accepts(running: Running, key: string): Promise<void> {
  await until(
    () => call(running, key, 'GET', '/usage'),
    ({ status }) => status === 200,
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

test('a kill of one of four processes costs at most 1 % of a limit, which is never exceeded', async () => {
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
  const ask = async (limit: number) => {
    const response = await fetch(`${url}/hooks?limit=${limit}`, { headers });
    await response.arrayBuffer();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  };
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let n = 0; !isOver; n += 1) await ask(1 + ((client + n) % 20)).catch((error) => errors.push(error));
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
      return { statuses, errors };
    },
  };
}
