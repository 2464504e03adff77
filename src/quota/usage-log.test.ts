// The usage log against a real database: counts, outages and deletion.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newCaller, noon } from '../../test/quota/quota-processes.ts';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import type { KeyCaller } from '../accounts/caller.ts';
import type { Database } from '../db/database.ts';
import { dayMs } from '../lib/time.ts';
import type { Observation } from '../telemetry/events.ts';
import { deleteUsageBefore } from './store.ts';
import { type HistoryInput, readHistory } from './usage-history.ts';
import { createUsageLog, type UsageLog } from './usage-log.ts';

const hooks = { method: 'GET', route: '/hooks', isCounted: true };
const usage = { method: 'GET', route: '/usage', isCounted: false };
const exporting = { method: 'POST', route: '/export', isCounted: true };

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

const silent = () => {};
const logOf = (db: Database = database.db, clock = { now: noon }) =>
  createUsageLog({ db, observe: silent, now: () => clock.now });

const withKey = (caller: KeyCaller): KeyCaller => ({ ...caller, keyId: `key_of_${caller.accountId}` });

/** Calls, one line per record. */
async function linesOf(
  usageLog: UsageLog,
  { accountId }: KeyCaller,
  input: HistoryInput,
  now = noon,
): Promise<string[]> {
  const { records } = await readHistory({ db: database.db, usageLog, observe: silent }, accountId, input, now);
  return records.map((record) => Object.values(record).join(' '));
}

test('calls are counted by key, endpoint and status, and only 2xx of counted endpoints take quota', async () => {
  const caller = await newCaller(database.db, {});
  const other = { ...caller, keyId: 'key_2' };
  const log = logOf();
  const [count, countUsage, countExport] = [log.counterOf(hooks), log.counterOf(usage), log.counterOf(exporting)];
  const countAdapt = log.counterOf({ method: 'POST', route: '/adapt', isCounted: true });
  for (const status of [200, 200, 304, 404, 200, 429]) count(caller, status);
  count(other, 200);
  countUsage(other, 200);
  countExport(caller, 202);
  for (const status of [200, 200, 503]) countAdapt(caller, status, 10);
  countAdapt(caller, 200);
  assert.deepEqual(await linesOf(log, caller, { by: ['status', 'key', 'endpoint'] }), [
    '/hooks key_1  200 3 3',
    '/hooks key_1  304 1 0',
    '/hooks key_1  404 1 0',
    '/hooks key_1  429 1 0',
    '/hooks key_2  200 1 1',
    '/usage key_2  200 1 0',
    'POST /adapt key_1  200 3 21',
    'POST /adapt key_1  503 1 0',
    'POST /export key_1  202 1 1',
  ]);
  assert.deepEqual(await linesOf(log, caller, { by: ['endpoint'], statuses: [200, 404], keys: ['key_1'] }), [
    '/hooks 4 3',
    'POST /adapt 3 21',
  ]);
  await log.close();
});

test('several processes add up, in any order of their rows', async () => {
  const callers = (await Promise.all([newCaller(database.db, {}), newCaller(database.db, {})])).map(withKey);
  const reader = logOf();
  const logs = [reader, logOf(), logOf()];
  const counts = logs.map((log) => log.counterOf(hooks));
  for (let round = 0; round < 20; round++) {
    for (const [at, count] of counts.entries())
      for (const caller of at % 2 ? callers : callers.toReversed()) count(caller, 200);
    await Promise.all(logs.map((log) => log.flush()));
  }
  for (const caller of callers) assert.deepEqual(await linesOf(reader, caller, { by: ['endpoint'] }), ['/hooks 60 60']);
  await Promise.all(logs.map((log) => log.close()));
});

test('a response counts for its UTC day, even if it is written the next day', async () => {
  const caller = await newCaller(database.db, {});
  const clock = { now: Date.parse('2026-03-10T23:59:59.999Z') };
  const log = logOf(database.db, clock);
  const count = log.counterOf(hooks);
  count(caller, 200);
  clock.now += 1;
  count(caller, 200);
  count(caller, 400);
  await log.close();
  const input = { since: '2026-03-09' };
  assert.deepEqual(await linesOf(log, caller, input, clock.now), [
    '2026-03-09 0 0',
    '2026-03-10 1 1',
    '2026-03-11 2 1',
  ]);
});

test('during an outage nothing is lost, and a write whose reply was lost is not counted twice', async () => {
  const caller = await newCaller(database.db, {});
  let trouble: 'none' | 'before' | 'after' = 'before';
  const fail = (when: typeof trouble) => {
    if (trouble === when) throw new Error('outage');
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
  const log = logOf(db);
  const count = log.counterOf(hooks);
  for (const next of ['after', 'after', 'none'] as const) {
    count(caller, 200);
    await assert.rejects(log.flush(), /outage/);
    trouble = next;
  }
  count(caller, 200);
  await log.close();
  assert.deepEqual(await linesOf(log, caller, { by: ['endpoint'] }), ['/hooks 4 4']);
});

test('a flush writes every earlier response, also during another flush or after an account was deleted', async () => {
  const [gone, caller] = [withKey(await newCaller(database.db, {})), withKey(await newCaller(database.db, {}))];
  const log = logOf();
  const count = log.counterOf(hooks);
  count(gone, 200);
  count(caller, 200);
  await database.db.deleteFrom('accounts').where('id', '=', gone.accountId).execute();
  const first = log.flush();
  count(caller, 200);
  assert.deepEqual(await linesOf(log, caller, { by: ['status'] }), ['200 2 2']);
  await first;
  await log.close();
});

test('rows that wait for the database are bounded, and dropped calls are reported', async () => {
  const caller = await newCaller(database.db, {});
  const seen: Observation[] = [];
  const log = createUsageLog({
    db: database.db,
    observe: (observation) => seen.push(observation),
    now: () => noon,
    maxWaiting: 2,
  });
  const count = log.counterOf(hooks);
  for (const status of [200, 304, 400, 200, 400]) count(caller, status);
  assert.deepEqual(await linesOf(log, caller, { by: ['status'] }), ['200 2 2', '304 1 0']);
  assert.match(
    String(seen.map((observation) => 'error' in observation && observation.error)),
    /2 calls are missing from the usage log/,
  );
  await log.close();
});

test('days are deleted after 400 days', async () => {
  const caller = await newCaller(database.db, {});
  const clock = { now: noon };
  const log = logOf(database.db, clock);
  const count = log.counterOf(hooks);
  for (const daysAgo of [401, 400, 399, 0]) {
    clock.now = noon - daysAgo * dayMs;
    count(caller, 200);
  }
  await log.close();
  await deleteUsageBefore(database.db, new Date(noon - 400 * dayMs));
  const { rows } = await database.pool.query('select day from usage_log where account_id = $1 order by day', [
    caller.accountId,
  ]);
  assert.deepEqual(
    rows.map(({ day }) => day),
    ['2025-02-03', '2025-02-04', '2026-03-10'],
  );
});
