// Database outages of every kind: reads continue, writes get 503, and nothing is lost afterwards.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { bySystem } from '../../../src/audit/actor.ts';
import { createKey } from '../../../src/auth/keys/actions.ts';
import { type OpenDatabase, openDatabase } from '../../../src/db/database.ts';
import { isOutageError } from '../../../src/db/outage.ts';
import { startJobs } from '../../../src/jobs/jobs.ts';
import type { Observation } from '../../../src/telemetry/events.ts';
import { testDatabase } from '../../setup/database.ts';
import { type DatabaseProxy, databaseProxy } from '../../setup/network/database-proxy.ts';
import { type Receiver, startReceiver } from '../../setup/receiver.ts';
import { type Answer, hookLine, type TestService, testService } from '../../setup/service.ts';
import { call, newKey, startProcess } from '../../setup/service-process.ts';
import { signIn } from '../../setup/session.ts';

let proxy: DatabaseProxy;
let service: TestService;
/** Bypasses the proxy, as another process would. */
let direct: OpenDatabase;
let receiver: Receiver;
let unlimited: Awaited<ReturnType<TestService['account']>>;
let limited: Awaited<ReturnType<TestService['account']>>;
/** An export accepted just before the outage. */
let accepted: string;
let reading: { stop: () => Promise<Read[][]> };

before(async () => {
  const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_WEBHOOK_RETRIES: '1s,1s,1s,1s' };
  service = await testService(env, async (url) => {
    proxy = await databaseProxy(url);
    return proxy.url;
  });
  direct = openDatabase(service.databaseUrl, () => {});
  unlimited = await service.account('enterprise');
  // High enough that one lease lasts for the whole test.
  limited = await service.account('enterprise', { per_day: 1_000_000 });
  await service.import(hookLine('There before'), 'preset=hookline&format=jsonl');
  let isFirst = true;
  receiver = await startReceiver((res) => {
    res.statusCode = isFirst ? 500 : 200;
    isFirst = false;
    res.end();
  });
  reading = startReads([unlimited.key, limited.key]);
});

const countUsage = `
  select (select sum(leased)::int from usage_windows where kind = 'day' and account_id = $1) as leased,
    (select sum(counted)::int from usage_log where account_id = $1) as counted,
    (select sum(calls)::int from usage_log where account_id = $1 and endpoint = '/hooks') as reads`;

after(async () => {
  await reading.stop();
  await proxy.setMode('pass');
  await service.close();
  await proxy.close();
  await receiver.close();
  await direct.close();
});

type Read = { status: number; tookMs: number };

/** Sends reads with each key, one at a time, until stopped. */
function startReads(keys: readonly string[]) {
  let isOn = true;
  const read = async (key: string) => {
    const answered: Read[] = [];
    while (isOn) {
      const startedAt = performance.now();
      const { status } = await service.get('/hooks?limit=1', key);
      answered.push({ status, tookMs: performance.now() - startedAt });
      await setTimeout(40);
    }
    return answered;
  };
  const reads = Promise.all(keys.map(read));
  return {
    stop: () => {
      isOn = false;
      return reads;
    },
  };
}

async function until<T>(what: string, look: () => Promise<T | undefined | false>, everyMs = 50): Promise<T> {
  for (const end = performance.now() + 40_000; performance.now() < end; ) {
    const seen = await look();
    if (seen) return seen;
    await setTimeout(everyMs);
  }
  return assert.fail(`Timed out waiting until ${what}`);
}

const healthShows = (database: 'up' | 'away') =>
  until(`health shows ${database}`, async () => {
    const { status, body } = await service.get('/health/ready');
    assert.equal(status, 200);
    return body.database === database && body;
  });

let writes = 0;
const write = () =>
  service.operator('POST', '/operator/accounts', { name: 'W', email: `write${++writes}@example.com` });

function assertUnavailable(answer: Answer, codes = ['unavailable']): void {
  assert.equal(answer.status, 503, JSON.stringify(answer.body));
  assert.ok(codes.includes(answer.body.code), answer.body.code);
  assert.ok(Number(answer.headers.get('retry-after')) >= 1);
}

/** Polled slowly enough to stay under the limit of failed requests. */
const isServed = (key: string) =>
  until(
    'a key created by another process is accepted',
    async () => (await service.get('/meta', key)).status === 200,
    300,
  );

// The last tests, on databases of their own, run beside the others: all of them mostly wait.
describe('a database outage', { concurrency: true }, () => {
  describe('through a proxy', { concurrency: false }, () => {
    test('a process with half-open connections recovers by itself', async () => {
      await write();
      proxy.halfOpen();
      const { key } = await createKey(bySystem(direct.db), unlimited.id);
      await isServed(key);
      assert.equal((await write()).status, 201);
    });

    test('refused connections: writes get 503, and what was accepted before is completed afterwards', async () => {
      const browser = await signIn(service, unlimited.email);
      const hook = { webhook_url: receiver.url, filters: {} };
      const { body: webhook } = await service.send('POST', '/webhooks', unlimited.key, { body: hook });
      assert.ok(webhook.webhook_id, JSON.stringify(webhook));
      await service.import(hookLine('To be delivered'), 'preset=hookline&format=jsonl');
      await receiver.received(1);
      accepted = (await service.send('POST', '/export', unlimited.key, { body: { format: 'jsonl' } })).body.export_id;
      await proxy.setMode('refuse');

      const shown = await healthShows('away');
      assert.ok(Date.parse(shown.database_since) <= Date.now());
      const answers = await Promise.all([
        write(),
        service.send('POST', '/export', unlimited.key, { body: { format: 'csv' } }),
        service.send('POST', '/key-requests', undefined, {
          body: { name: 'A', email: 'a@example.com', use_case: 'To see what happens', expected_calls_per_month: 1000 },
        }),
        service.get('/exports', unlimited.key),
        browser.send('GET', '/session'),
        browser.send('GET', '/account'),
      ]);
      for (const answer of answers) assertUnavailable(answer);
      const { body: imported } = await service.operator('POST', '/operator/import?preset=hookline', {});
      assert.match(JSON.stringify(imported), /errors#unavailable/);
      const { status, body: metrics } = await service.operator('GET', '/metrics');
      assert.equal(status, 200);
      assert.match(metrics, /^hookline_database_up 0$/m);
      const fresh = await createKey(bySystem(direct.db), unlimited.id);

      await proxy.setMode('pass');
      await healthShows('up');
      await isServed(fresh.key);
      assert.match((await service.operator('GET', '/metrics')).body, /^hookline_database_up 1$/m);
      assert.equal((await write()).status, 201);
      await receiver.received(2);
    });

    test('a limited key without a lease gets quota_unavailable, and is served after the outage', async () => {
      const { key } = await service.account('free');
      await proxy.setMode('refuse');
      await healthShows('away');
      const { status, headers, body } = await service.get('/hooks?limit=1', key);
      assert.deepEqual([status, body.code, body.title], [429, 'quota_unavailable', 'Rate Limit Exceeded']);
      assert.equal(headers.get('retry-after'), '5');
      await proxy.setMode('pass');
      await healthShows('up');
      const { body: usage } = await service.get('/usage', key);
      assert.equal(usage.data.windows[0].used, 0);
      assert.equal((await service.get('/hooks?limit=1', key)).status, 200);
    });

    test('all connections killed at once: writes recover', async () => {
      const { rows } = await direct.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      assert.ok(rows.length > 3);
      await until('a write succeeds', async () => {
        const answer = await write();
        if (answer.status === 201) return true;
        assertUnavailable(answer, ['unavailable', 'outcome_unknown']);
        return false;
      });
    });

    test('an unresponsive server blocks no request', async () => {
      await proxy.setMode('black-hole');
      const startedAt = performance.now();
      assertUnavailable(await write(), ['unavailable', 'outcome_unknown']);
      assert.ok(performance.now() - startedAt < 8000);
      await healthShows('away');
      const knownAt = performance.now();
      assertUnavailable(await write());
      assert.ok(performance.now() - knownAt < 1000, 'a known outage fails writes immediately');
      await proxy.setMode('pass');
      await healthShows('up');
      assert.equal((await write()).status, 201);
    });

    test('during all outages every read succeeded and was counted exactly once, and the export completes', async () => {
      // A job that was active when the connection was lost is retried after a missed heartbeat.
      await until('the export is complete', async () => {
        const { body } = await service.get(`/export/${accepted}`, unlimited.key);
        return body.status === 'complete';
      });
      const answered = await reading.stop();
      await service.stop();
      for (const [at, { id }] of [unlimited, limited].entries()) {
        const reads = answered[at] ?? [];
        assert.deepEqual(new Set(reads.map(({ status }) => status)), new Set([200]));
        assert.ok(Math.max(...reads.map(({ tookMs }) => tookMs)) < 3000);
        const { rows } = await direct.pool.query(countUsage, [id]);
        assert.deepEqual([rows[0].reads, rows[0].counted], [reads.length, rows[0].leased]);
      }
    });
  });

  test('an outage that ends the polls of the jobs is logged once, not again for each queue', async () => {
    const { url, close } = await testDatabase();
    const jobsProxy = await databaseProxy(url);
    const polled = Promise.withResolvers<void>();
    const observed: Observation[] = [];
    const jobs = await startJobs(jobsProxy.url, { isSoleWorker: true }, (observation) => {
      observed.push(observation);
      if ('error' in observation && Object(observation.error).message.includes('Queue: ')) polled.resolve();
    });
    await jobs.work('mail', async () => {});
    await jobsProxy.setMode('refuse');
    await polled.promise;
    assert.deepEqual(
      observed.filter((observation) => !isOutageError(observation)),
      [],
    );
    await jobsProxy.setMode('pass');
    await jobs.close();
    await jobsProxy.close();
    await close();
  });

  test('the embedded server is killed: reads continue, and it is restarted', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'hookline-killed-'));
    const running = await startProcess(directory, { HOOKLINE_SAMPLE: '0' });
    const key = await newKey(running, 'enterprise');
    const postmaster = Number(readFileSync(join(directory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(postmaster, 'SIGKILL');
    let account = 0;
    await until('a write succeeds', async () => {
      assert.equal((await call(running, key, 'GET', '/hooks?limit=1')).status, 200);
      const sent = { name: 'Ann', email: `again${++account}@example.com`, plan: 'free' };
      const { status } = await call(running, running.operatorKey, 'POST', '/operator/accounts', sent);
      assert.ok([201, 503].includes(status), String(status));
      return status === 201;
    });
    running.child.kill('SIGTERM');
    assert.equal(await running.exit, 0);
    rmSync(directory, { recursive: true, force: true });
  });
});
