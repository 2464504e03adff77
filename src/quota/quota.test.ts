// Leases of a window: calls served, units refunded and returned.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type QueryId, sql } from 'kysely';
import {
  allowedOf,
  closeAll,
  drain,
  keyOf,
  leasedOf,
  newCaller,
  noon,
  usageProcess,
} from '../../test/quota/quota-processes.ts';
import { type TestDatabase, testDatabase } from '../../test/setup/database.ts';
import { until } from '../../test/setup/until.ts';
import { openKeyWindows } from '../auth/keys/store.ts';
import { openDatabase } from '../db/database.ts';
import { createQuota } from './quota.ts';
import { addCalls } from './store.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(() => database.close());

const silent = () => {};

test('a stopped process returns its unused units, and so does an idle one', async () => {
  const clock = { now: noon };
  const caller = await newCaller(database.db, { perDay: 10_000 });
  const [idle, stopped] = [usageProcess(database.db, clock), usageProcess(database.db, clock)];
  await idle.take(caller);
  clock.now += 5000;
  await idle.flush();
  assert.equal((await leasedOf(database.db, caller))['day 2026-03-10'], 1);
  for (let n = 0; n < 60; n++) await stopped.take(caller);
  await closeAll([stopped, idle]);
  assert.deepEqual(await leasedOf(database.db, caller), { 'day 2026-03-10': 61, 'month 2026-03-01': 61 });
});

test('with leased units a call is allowed or denied synchronously', async () => {
  const caller = await newCaller(database.db, { perDay: 1000 });
  const usage = usageProcess(database.db);
  await usage.take(caller);
  assert.ok(!(usage.take(caller) instanceof Promise));
  await drain([usage], caller);
  for (let n = 0; n < 1000; n++) {
    const permit = usage.take(caller);
    assert.ok(!(permit instanceof Promise) && !permit.allowed);
    assert.deepEqual([permit.window.name, permit.window.remaining, permit.retryAfterSeconds], ['day', 0, 43_200]);
  }
  await usage.close();
});

test('a refund returns the unit, once, and lets one more call through after the limit was reached', async () => {
  const caller = await newCaller(database.db, { perDay: 3 });
  const usage = usageProcess(database.db);
  const first = await usage.take(caller);
  assert.ok(first.allowed && first.windows[0]?.remaining === 2);
  assert.equal(await drain([usage], caller), 2);
  first.refund();
  first.refund();
  assert.equal(first.windows[0]?.remaining, 1);
  assert.equal(await drain([usage], caller), 1);
  await usage.close();
  assert.deepEqual(await leasedOf(database.db, caller), { 'day 2026-03-10': 3, 'month 2026-03-01': 3 });
});

test('a call that costs more than is left is denied and takes nothing, so that others get the rest at once', async () => {
  const caller = await newCaller(database.db, { perDay: 25, perMonth: 1000 });
  const [one, other] = [usageProcess(database.db), usageProcess(database.db)];
  assert.equal(await drain([one, other], caller, 10), 2);
  const denied = await one.take(caller, 10);
  assert.ok(!denied.allowed);
  assert.deepEqual([denied.window.name, denied.window.remaining, denied.retryAfterSeconds], ['day', 5, 43_200]);
  const leased = await leasedOf(database.db, caller);
  assert.equal(leased['day 2026-03-10'], 20);
  assert.equal(await drain([other], caller), 5);
  assert.ok(!(await one.take(caller, 10)).allowed);
  assert.deepEqual([(await one.usageOf(caller))[0]?.used, await drain([one], caller)], [25, 0]);
  await closeAll([one, other]);
});

test('a refund returns the full cost, and a cheaper call is served next to one that costs too much', async () => {
  const caller = await newCaller(database.db, { perDay: 12 });
  const usage = usageProcess(database.db);
  const costly = await usage.take(caller, 10);
  assert.ok(costly.allowed && costly.windows[0]?.remaining === 2);
  const permits = await Promise.all([10, 1, 10, 1].map((cost) => usage.take(caller, cost)));
  assert.deepEqual(
    permits.map(({ allowed }) => allowed),
    [false, true, false, true],
  );
  costly.refund();
  assert.equal(costly.windows[0]?.remaining, 10);
  assert.ok((await usage.take(caller, 10)).allowed);
  assert.equal(await drain([usage], caller), 0);
  await usage.close();
});

test('a new day has its full limit from its first millisecond', async () => {
  const clock = { now: Date.parse('2026-02-28T23:59:59.999Z') };
  const caller = await newCaller(database.db, { perDay: 300 });
  const usages = [usageProcess(database.db, clock), usageProcess(database.db, clock)];
  assert.equal(await drain(usages, caller), 300);
  clock.now += 1;
  assert.equal(await drain(usages, caller), 300);
  await closeAll(usages);
  const each = { 'day 2026-02-28': 300, 'month 2026-02-01': 300, 'day 2026-03-01': 300, 'month 2026-03-01': 300 };
  assert.deepEqual(await leasedOf(database.db, caller), each);
});

test('a call that waits over midnight is counted in the new day, and the old units are returned', async () => {
  const clock = { now: Date.parse('2026-03-10T23:59:59.999Z') };
  const caller = await newCaller(database.db, { perDay: 100 });
  const usage = usageProcess(database.db, clock);
  const { queried, db } = watchedDatabase();
  const watched = createQuota({ db, observe: silent, now: () => clock.now });
  const waiting = watched.take(caller);
  await queried;
  clock.now += 1;
  const permit = await waiting;
  assert.ok(permit.allowed);
  assert.equal(permit.windows[0]?.resetsAt, Date.parse('2026-03-12T00:00:00Z'));
  await closeAll([usage, watched]);
  const leased = await leasedOf(database.db, caller);
  assert.deepEqual([leased['day 2026-03-10'], leased['day 2026-03-11']], [0, 1]);
});

/** The database, and a promise that resolves when the first query is sent. */
function watchedDatabase() {
  const { promise: queried, resolve } = Promise.withResolvers<void>();
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      resolve();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { queried, db };
}

test('with both windows limited a call takes from both or from neither', async () => {
  const clock = { now: noon };
  const caller = await newCaller(database.db, { perDay: 5, perMonth: 8 });
  const usage = usageProcess(database.db, clock);
  assert.equal(await drain([usage], caller), 5);
  clock.now += 86_400_000;
  assert.equal(await drain([usage], caller), 3);
  const refused = await usage.take(caller);
  assert.ok(!refused.allowed);
  assert.deepEqual([refused.window.name, refused.windows.map(({ name }) => name)], ['month', ['day', 'month']]);
  await usage.close();
  assert.deepEqual(await leasedOf(database.db, caller), {
    'day 2026-03-10': 5,
    'day 2026-03-11': 3,
    'month 2026-03-01': 8,
  });
});

test('calls of an unlimited account never wait, count with their cost, and are summed over all processes', async () => {
  const caller = await newCaller(database.db, {});
  const [first, second] = [usageProcess(database.db), usageProcess(database.db)];
  for (let n = 0; n < 100; n++) {
    const permit = (n % 2 === 0 ? first : second).take(caller, n % 10 === 0 ? 10 : 1);
    assert.ok(!(permit instanceof Promise) && permit.allowed);
    assert.deepEqual([permit.windows.length, permit.windows[0]?.limit], [1, 1_000_000]);
    if (n % 20 === 0) permit.refund();
  }
  await first.flush();
  const [day, month] = await second.usageOf(caller);
  assert.deepEqual([day?.used, day?.limit, day?.remaining, month?.used], [140, null, null, 140]);
  await closeAll([first, second]);
  assert.deepEqual(await leasedOf(database.db, caller), { 'day 2026-03-10': 140, 'month 2026-03-01': 140 });
});

test('peek takes nothing, and a fresh process sees the usage of others', async () => {
  const caller = await newCaller(database.db, { perDay: 100 });
  const [one, other] = [usageProcess(database.db), usageProcess(database.db)];
  for (let n = 0; n < 9; n++) await one.take(caller);
  assert.equal((await other.peek(caller))[0]?.remaining, 91);
  assert.ok(!(other.peek(caller) instanceof Promise));
  assert.equal((await other.take(caller)).windows[0]?.remaining, 90);
  await closeAll([one, other]);
});

test('during an outage calls are served from leased units, then rejected with quota_unavailable', async () => {
  const caller = await newCaller(database.db, { perDay: 10_000 });
  const { db, close } = openDatabase(database.url, silent);
  const seen: string[] = [];
  const usage = createQuota({ db, observe: ({ kind }) => seen.push(kind), now: () => noon });
  await usage.take(caller);
  await close();
  let served = 0;
  while (!(usage.peek(caller) instanceof Promise)) {
    const permit = usage.take(caller);
    if (permit instanceof Promise) {
      await assert.rejects(permit, { code: 'quota_unavailable', extras: { retryAfterSeconds: 5 } });
      break;
    }
    served += allowedOf([permit]);
  }
  assert.equal(served, 50);
  assert.ok(seen.includes('database_error'));
  await usage.close();
});

test('usage counts calls that are written while it is read, and those before a change of the limit', async () => {
  const selects = new Set<QueryId>();
  let held: Promise<void> | undefined;
  const db = database.db.withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode') selects.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      const wait = held;
      if (selects.has(queryId)) {
        held = undefined;
        await wait;
      }
      return result;
    },
  });
  const usage = usageProcess(db);
  const caller = await newCaller(database.db, {});
  const usedOf = async (of: typeof caller) => (await usage.usageOf(of)).map(({ used }) => used);
  for (let n = 0; n < 7; n++) await usage.take(caller);
  await usage.flush();
  for (let n = 0; n < 12; n++) await usage.take(caller);
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const reading = usedOf(caller);
  await until(
    async () => held === undefined,
    (isHeld) => isHeld,
  );
  await usage.flush();
  resolve();
  assert.deepEqual(await reading, [19, 19]);
  await usage.take(caller);
  const limited = await database.db.transaction().execute(async (trx) => {
    await sql`lock table usage_windows in exclusive mode`.execute(trx);
    const counted = usedOf({ ...caller, limits: { perDay: 1000, perMonth: null } });
    const waiting = sql`select from pg_locks where not granted and relation = 'usage_windows'::regclass`;
    await until(
      () => waiting.execute(trx),
      ({ rows }) => rows.length > 0,
    );
    return { counted };
  });
  assert.deepEqual(await limited.counted, [20, 20]);
  await usage.close();
});

test('a limit that a key gets later counts the calls that it made before in the window', async () => {
  const caller = await newCaller(database.db, { perDay: 100 });
  const { accountId } = caller;
  const key = keyOf(caller, 'key_early', { perDay: 10, perMonth: 50 });
  const row = { accountId, keyId: key.keyId, endpoint: 'GET /hooks', status: 200, calls: 7, counted: 7 };
  await addCalls(database.db, {
    writer: 'early',
    number: 1,
    rows: [
      { ...row, day: '2026-03-10' },
      { ...row, day: '2026-03-09' },
    ],
  });
  await openKeyWindows(database.db, accountId, key.keyId, new Date(noon));
  const usage = usageProcess(database.db);
  assert.equal(await drain([usage], key), 3);
  const windows = await usage.usageOf(key);
  assert.deepEqual(
    windows.map(({ name, isOfKey, used }) => [name, isOfKey, used]),
    [
      ['day', false, 3],
      ['month', false, 3],
      ['day', true, 10],
      ['month', true, 17],
    ],
  );
  await usage.close();
});

test('a denied call of a key with limits takes nothing, and a refund returns the units of key and account', async () => {
  const caller = await newCaller(database.db, { perDay: 5 });
  const key = keyOf(caller, 'key_refunded', { perDay: 2 });
  const usage = usageProcess(database.db);
  const permit = await usage.take(key, 2);
  assert.ok(permit.allowed);
  assert.ok(!(await usage.take(key)).allowed);
  permit.refund();
  assert.equal(await drain([usage], key), 2);
  assert.equal(await drain([usage], caller), 3);
  await usage.close();
});
