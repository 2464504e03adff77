// The request log against a real database: what is written, sampled, kept through an outage, and dropped.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newCaller } from '../../test/quota/quota-processes.ts';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { defined } from '../../test/setup/defined.ts';
import type { KeyCaller } from '../accounts/caller.ts';
import type { Database } from '../db/database.ts';
import { DatabaseUnavailableError } from '../db/outage.ts';
import { newId } from '../lib/ids.ts';
import type { Observation } from '../telemetry/events.ts';
import { listRequests, type RequestQuery } from './queries.ts';
import { createRequestLog, dayOf, type LogCall, type RequestLog } from './request-log.ts';
import { createPartition, dropPartitionsBefore } from './store.ts';

const dayMs = 24 * 3_600_000;
const hooks = { method: 'GET', route: '/hooks' };
const served = { status: 200, body: '{"success":true}' };
const refused = { status: 400, body: '{"code":"invalid_parameter","detail":"`limit` is wrong."}' };
const silent = () => {};

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

type Options = { db?: Database; now?: () => number; observe?: (observation: Observation) => void };
const logOf = ({ db = database.db, now, observe = silent }: Options = {}) => createRequestLog({ db, observe, now });
const callOf = (url = '/hooks') => ({ id: newId('req'), startedAt: performance.now(), target: { url } });

function logTimes(log: LogCall, caller: KeyCaller, count: number, response = served): void {
  for (let at = 0; at < count; at++) log(caller, callOf(`/hooks?limit=${at + 1}`), response);
}

async function read(requestLog: RequestLog, { accountId }: KeyCaller, query: RequestQuery = {}) {
  return listRequests({ db: database.db, requestLog, observe: silent }, { limit: 1000, ...query, accountId });
}

test('a cursor walk returns every call once, newest first', async () => {
  const caller = await newCaller(database.db, {});
  const log = logOf();
  logTimes(log.loggerOf(hooks), caller, 90);
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { requests, next } = await read(log, caller, { limit: 7, cursor });
    seen.push(...requests.map(({ at, request_id }) => `${at} ${request_id}`));
    if (next === null) break;
    cursor = next;
  }
  assert.equal(new Set(seen).size, 90);
  assert.deepEqual(seen, [...seen].sort().reverse());
  await log.close();
});

test('above 100 calls a second a sample with its rate is written, including every refused call', async () => {
  const caller = await newCaller(database.db, {});
  const log = logOf();
  const logCall = log.loggerOf(hooks);
  logTimes(logCall, caller, 1000);
  logTimes(logCall, caller, 20, refused);
  const { requests } = await read(log, caller);
  const rates = requests.map(({ status, sample_rate }) => `${status} ${sample_rate}`);
  assert.equal(rates.filter((one) => one === '400 1').length, 20);
  assert.equal(rates.filter((one) => one === '200 0.08').length, 80);
  assert.equal(rates.length, 100);
  await log.close();
});

test('a process writes at most 2,000 calls a second, shared among its accounts', async () => {
  const callers = await Promise.all(Array.from({ length: 25 }, () => newCaller(database.db, {})));
  const log = logOf();
  const logCall = log.loggerOf(hooks);
  for (const caller of callers) logTimes(logCall, caller, 100);
  await log.flush();
  const counts = await Promise.all(callers.map(async (caller) => (await read(log, caller)).requests.length));
  assert.deepEqual(new Set(counts), new Set([80]));
  await log.close();
});

test('an outage loses nothing, and a write whose reply was lost is not logged twice', async () => {
  const caller = await newCaller(database.db, {});
  let fault: 'before' | 'after' | 'none' = 'before';
  const fail = (when: typeof fault) => {
    if (fault === when) throw new DatabaseUnavailableError('outage', { wasSent: true });
  };
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      fail('before');
      return node;
    },
    transformResult: async ({ result }) => {
      fail('after');
      return result;
    },
  });
  const log = logOf({ db });
  const logCall = log.loggerOf(hooks);
  // The partition exists, so that the second flush fails after it has written.
  await createPartition(database.db, dayOf(Date.now() + 31 * dayMs));
  for (const next of ['none', 'after', 'none'] as const) {
    logTimes(logCall, caller, 10);
    if (fault === 'none') await log.flush();
    else await assert.rejects(log.flush(), /outage/);
    fault = next;
  }
  assert.equal((await read(log, caller)).requests.length, 30);
  await log.close();
});

test('memory is bounded in an outage: calls beyond it are dropped and reported', async () => {
  const caller = await newCaller(database.db, {});
  const failures: string[] = [];
  const db = database.db.withPlugin({
    transformQuery: () => {
      throw new DatabaseUnavailableError('outage', { wasSent: false });
    },
    transformResult: async ({ result }) => result,
  });
  const observe = (observation: Observation) => {
    if ('error' in observation) failures.push(String(observation.error));
  };
  const log = createRequestLog({ db, observe, maxWaiting: 250 });
  const logCall = log.loggerOf(hooks);
  for (let second = 0; second < 3; second++) {
    logTimes(logCall, caller, 100);
    await assert.rejects(log.flush());
  }
  assert.deepEqual(
    failures.filter((text) => text.includes('missing')),
    ['Error: 50 calls are missing from the request log: too many wait for the database.'],
  );
  await log.close();
});

test('Enterprise calls are kept 30 days, others 7, and expire with the partition of their day', async () => {
  const enterprise = await newCaller(database.db, {});
  const pro: KeyCaller = { ...(await newCaller(database.db, {})), plan: 'pro' };
  const at = Date.now();
  const log = logOf({ now: () => at });
  for (const caller of [enterprise, pro]) log.loggerOf(hooks)(caller, callOf(), served);
  await log.flush();
  const countAfter = async (days: number) => {
    await dropPartitionsBefore(database.db, dayOf(at + days * dayMs));
    const { rows } = await database.pool.query('select account_id from request_log where account_id = any($1)', [
      [enterprise.accountId, pro.accountId],
    ]);
    return rows.map(({ account_id }) => (account_id === pro.accountId ? 'pro' : 'enterprise')).sort();
  };
  assert.deepEqual(await countAfter(7), ['enterprise', 'pro']);
  assert.deepEqual(await countAfter(9), ['enterprise']);
  assert.deepEqual(await countAfter(30), ['enterprise']);
  assert.deepEqual(await countAfter(32), []);
  await log.close();
});

test('an expired call is not shown, even before its partition is dropped', async () => {
  const caller = await newCaller(database.db, {});
  const log = logOf({ now: () => Date.now() - 40 * dayMs });
  log.loggerOf(hooks)(caller, callOf(), served);
  assert.deepEqual((await read(log, caller)).requests, []);
  await log.close();
});

test('processes that create the partition of a day at once all write to it', async () => {
  const caller = await newCaller(database.db, {});
  const logs = Array.from({ length: 6 }, () => logOf({ now: () => Date.now() + 5 * dayMs }));
  for (const log of logs) logTimes(log.loggerOf(hooks), caller, 10);
  await Promise.all(logs.map((log) => log.flush()));
  for (const log of logs) await log.close();
  assert.equal((await read(defined(logs[0]), caller)).requests.length, 60);
});
