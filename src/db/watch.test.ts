// The database watch, through a proxy that simulates outages.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../test/setup/database.ts';
import { databaseProxy } from '../../test/setup/network/database-proxy.ts';
import { type Channel, type Database, notify, openDatabase } from './database.ts';
import { watchDatabase } from './watch.ts';

/** Handlers that count their calls, and a promise of a channel's nth call. */
function countingHandlers() {
  const calls: Channel[] = [];
  const waiting = new Set<() => void>();
  const handlerOf = (channel: Channel) => async () => {
    calls.push(channel);
    for (const check of waiting) check();
  };
  const count = (channel: Channel) => calls.filter((called) => called === channel).length;
  return {
    count,
    handlers: {
      hookline_accounts: handlerOf('hookline_accounts'),
      hookline_deliveries: handlerOf('hookline_deliveries'),
    },
    called: (channel: Channel, times: number) =>
      new Promise<void>((resolve) => {
        const check = () => count(channel) >= times && resolve();
        waiting.add(check);
        check();
      }),
  };
}

/** Short intervals, so that the tests are quick. */
const timing = { pollIntervalMs: 20, timeoutMs: 300 };
const silent = { observe: () => {}, timing };

test('without LISTEN a change is detected by its counter, and a channel without a counter is handled at each poll', async () => {
  const { url, db, close } = await testDatabase();
  const { handlers, called, count } = countingHandlers();
  const watch = await watchDatabase({ url, handlers, canListen: false, ...silent });
  assert.equal(count('hookline_accounts'), 1, 'what was loaded before may be older');
  await notify(db, 'hookline_accounts');
  await called('hookline_accounts', 2);
  await called('hookline_deliveries', 3);
  assert.equal(count('hookline_accounts'), 2, 'an unchanged counter calls no handler');
  await watch.close();
  await close();
});

test('a notification calls its handler once', async () => {
  const { url, db, close } = await testDatabase();
  const { handlers, called, count } = countingHandlers();
  const watch = await watchDatabase({ url, handlers, canListen: true, ...silent });
  await notify(db, 'hookline_accounts');
  await called('hookline_accounts', 2);
  await notify(db, 'hookline_accounts');
  await called('hookline_accounts', 3);
  assert.equal(count('hookline_deliveries'), 1);
  await watch.close();
  await close();
});

/** A database behind a proxy, watched as by the service. */
async function watchedDatabase(t: TestContext) {
  const server = await testDatabase();
  const proxy = await databaseProxy(server.url);
  const { db, setAvailable, dropStaleConnections, close } = openDatabase(proxy.url, () => {});
  const { called, handlers } = countingHandlers();
  const observed: string[] = [];
  const waiting = new Set<() => void>();
  const watch = await watchDatabase({
    url: proxy.url,
    handlers,
    canListen: true,
    observe: ({ kind }) => observed.push(kind),
    onChange: (isUp) => {
      setAvailable(isUp);
      for (const check of waiting) check();
    },
    onStale: dropStaleConnections,
    timing,
  });
  t.after(async () => {
    await proxy.setMode('pass');
    await watch.close();
    await close();
    await proxy.close();
    await server.close();
  });
  return {
    server,
    proxy,
    db,
    called,
    observed,
    becomes: (isUp: boolean) =>
      new Promise<void>((resolve) => {
        const check = () => watch.state().isUp === isUp && resolve();
        waiting.add(check);
        check();
      }),
  };
}

test('an outage and its end are each observed once; queries during it fail without being sent', async (t) => {
  const { proxy, db, called, observed, becomes } = await watchedDatabase(t);
  await proxy.setMode('refuse');
  await becomes(false);
  await assert.rejects(selectOne(db), { name: 'DatabaseUnavailableError', wasSent: false });
  await proxy.setMode('pass');
  await becomes(true);
  assert.deepEqual(
    observed.filter((kind) => kind !== 'database_error'),
    ['database_away', 'database_back'],
  );
  await called('hookline_deliveries', 2);
  await selectOne(db);
});

test('no query hangs on an unresponsive server: running ones fail as sent, later ones at once', async (t) => {
  const { proxy, db, becomes } = await watchedDatabase(t);
  await selectOne(db);
  await proxy.setMode('black-hole');
  const hanging = assert.rejects(selectOne(db), { name: 'DatabaseUnavailableError', wasSent: true });
  await becomes(false);
  await hanging;
  await assert.rejects(selectOne(db), { name: 'DatabaseUnavailableError', wasSent: false });
  await proxy.setMode('pass');
  await becomes(true);
  await selectOne(db);
});

test('half-open connections are replaced without an outage, and missed notifications are handled', async (t) => {
  const { server, proxy, db, called, observed } = await watchedDatabase(t);
  await selectOne(db);
  proxy.halfOpen();
  await notify(server.db, 'hookline_accounts');
  await called('hookline_accounts', 2);
  await selectOne(db);
  assert.ok(!observed.includes('database_away'), `${observed}`);
});

const selectOne = (db: Database) => sql`select 1`.execute(db);
