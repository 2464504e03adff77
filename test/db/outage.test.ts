// Outages of the database: reads continue, writes get 503, and accepted requests are completed and counted once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { bySystem } from '../../src/audit/actor.ts';
import { createKey } from '../../src/auth/keys/actions.ts';
import { isOutageError } from '../../src/db/outage.ts';
import { startJobs } from '../../src/jobs/jobs.ts';
import type { Observation } from '../../src/telemetry/events.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { isEndurance } from '../setup/lane-state.ts';
import { type DatabaseProxy, databaseProxy } from '../setup/network/database-proxy.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { type Answer, hookLine, type TestService, testService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';

let proxy: DatabaseProxy;
let service: TestService;
/** Bypasses the proxy, as another process would. */
let direct: TestDatabase;
let receiver: Receiver;
let limited: Awaited<ReturnType<TestService['account']>>;
let reading: { stop: () => Promise<number[]> };

before(async () => {
  direct = await testDatabase();
  proxy = await databaseProxy(direct.url);
  service = await testService({
    DATABASE_URL: proxy.url,
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_WEBHOOK_RETRIES: '1s,1s,1s,1s',
  });
  // The limit is high enough that one lease lasts for the whole test.
  limited = await service.account('enterprise', { per_day: 1_000_000 });
  await service.import(hookLine('There before'), 'preset=hookline&format=jsonl');
  receiver = await startReceiver((res) => {
    res.statusCode = receiver.requests.length === 1 ? 500 : 200;
    res.end();
  });
  reading = startReads(limited.key);
});

after(async () => {
  await reading.stop();
  await proxy.setMode('pass');
  await service.close();
  await proxy.close();
  await receiver.close();
  await direct.close();
});

/** Reads, one at a time, until stopped. Resolves with the statuses. */
function startReads(key: string) {
  let isOn = true;
  const read = async () => {
    const statuses: number[] = [];
    while (isOn) {
      statuses.push((await service.get('/hooks?limit=1', key)).status);
      await pause(50);
    }
    return statuses;
  };
  const reads = read();
  return {
    stop: () => {
      isOn = false;
      return reads;
    },
  };
}

const healthShows = (database: 'up' | 'away') =>
  until(
    () => service.get('/health/ready'),
    ({ status, body }) => status === 200 && body.database === database,
  );

let writes = 0;
const write = () =>
  service.operator('POST', '/operator/accounts', { name: 'W', email: `write${++writes}@example.com` });

function assertUnavailable(answer: Answer, codes = ['unavailable']): void {
  assert.equal(answer.status, 503, JSON.stringify(answer.body));
  assert.ok(codes.includes(answer.body.code), answer.body.code);
  assert.ok(Number(answer.headers.get('retry-after')) >= 1);
}

test('during an outage writes get 503 and a limited key without a lease quota_unavailable; afterwards accepted work is completed', async () => {
  const { id, key, email } = await service.account('enterprise');
  const { key: withoutLease } = await service.account('free');
  const session = await signIn(service, email);
  const webhook = { webhook_url: receiver.url, filters: {} };
  assert.equal((await service.send('POST', '/webhooks', key, { body: webhook })).status, 201);
  await service.import(hookLine('To be delivered'), 'preset=hookline&format=jsonl');
  await receiver.received(1);
  // A busy machine may delay the checks of the connection, so that an outage is declared before this one.
  const { body: exported } = await until(
    () => service.send('POST', '/export', key, { body: { format: 'jsonl' } }),
    ({ status }) => status === 202,
  );
  await proxy.setMode('refuse');
  const { body: shown } = await healthShows('away');
  assert.ok(Date.parse(shown.database_since) <= Date.now());

  const wish = { name: 'A', email: 'a@example.com', use_case: 'To see what happens', expected_calls_per_month: 1000 };
  const answers = await Promise.all([
    write(),
    service.send('POST', '/export', key, { body: { format: 'csv' } }),
    service.send('POST', '/key-requests', undefined, { body: wish }),
    service.get('/exports', key),
    session.send('GET', '/session'),
    session.send('GET', '/account'),
  ]);
  for (const answer of answers) assertUnavailable(answer);
  const { body: imported } = await service.operator('POST', '/operator/import?preset=hookline', {});
  // The thread may have had a connection that was open until now.
  assert.match(JSON.stringify(imported), /errors#(?:unavailable|outcome_unknown)/);
  assert.match((await service.operator('GET', '/metrics')).body, /^hookline_database_up 0$/m);
  const { status, headers, body } = await service.get('/hooks?limit=1', withoutLease);
  assert.deepEqual([status, body.code, body.title], [429, 'quota_unavailable', 'Rate Limit Exceeded']);
  assert.equal(headers.get('retry-after'), '5');
  // Another process creates the key, and its notification is lost.
  const fresh = await createKey(bySystem(direct.db), { accountId: id });

  await proxy.setMode('pass');
  await healthShows('up');
  assert.match((await service.operator('GET', '/metrics')).body, /^hookline_database_up 1$/m);
  assert.equal((await service.get('/meta', fresh.key)).status, 200);
  assert.equal((await write()).status, 201);
  assert.equal((await service.get('/usage', withoutLease)).body.data.windows[0].used, 0);
  assert.equal((await service.get('/hooks?limit=1', withoutLease)).status, 200);
  await receiver.received(2);
  // A job that was active when the connection was lost is retried after a missed heartbeat.
  await direct.pool.query("update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'");
  await until(
    () => service.get(`/export/${exported.export_id}`, key),
    ({ body }) => body.status === 'complete',
  );
});

test('writes recover after all connections are killed at once', async () => {
  const { rowCount } = await direct.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  assert.ok((rowCount ?? 0) > 3, `${rowCount} connections`);
  await until(write, (answer) => {
    if (answer.status !== 201) assertUnavailable(answer, ['unavailable', 'outcome_unknown']);
    return answer.status === 201;
  });
});

test('an unresponsive server blocks no request, and half-open connections are replaced', {
  skip: !isEndurance && 'waits for timeouts: npm run test:endurance',
}, async () => {
  const { id } = await service.account('enterprise');
  await proxy.setMode('black-hole');
  assertUnavailable(await write(), ['unavailable', 'outcome_unknown']);
  await healthShows('away');
  const knownAt = performance.now();
  assertUnavailable(await write());
  assert.ok(performance.now() - knownAt < 1000, 'a known outage fails writes immediately');
  await proxy.setMode('pass');
  await healthShows('up');
  proxy.halfOpen();
  const { key } = await createKey(bySystem(direct.db), { accountId: id });
  await until(
    () => service.get('/meta', key),
    ({ status }) => status === 200,
  );
  assert.equal((await write()).status, 201);
});

test('during the outages every read succeeds and is counted exactly once', async () => {
  const statuses = await reading.stop();
  await service.stop();
  assert.deepEqual(new Set(statuses), new Set([200]));
  const { rows } = await direct.pool.query(
    `select (select sum(leased)::int from usage_windows where kind = 'day' and account_id = $1) as leased,
      (select sum(counted)::int from usage_log where account_id = $1) as counted`,
    [limited.id],
  );
  assert.deepEqual(rows, [{ leased: statuses.length, counted: statuses.length }]);
});

test('an outage that ends the polls of the jobs is logged once, not once per queue', async () => {
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
