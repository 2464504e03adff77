import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/setup/database.ts';
import { databaseProxy } from '../../test/setup/network/database-proxy.ts';
import { type Channel, notify } from './database.ts';
import { watchDatabase } from './watch.ts';

/** Handlers that count their calls, and a promise of the nth call of a channel. */
function countingHandlers(fails: () => boolean = () => false) {
  const calls: Channel[] = [];
  const waiting = new Set<() => void>();
  const handlerOf = (channel: Channel) => async () => {
    calls.push(channel);
    for (const check of waiting) check();
    if (fails()) throw new Error('The handler failed.');
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

const silent = { observe: () => {} };

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

test('a notification calls its handler once, and again if the handler failed', async () => {
  const { url, db, close } = await testDatabase();
  let isFailing = false;
  const { handlers, called, count } = countingHandlers(() => isFailing);
  const watch = await watchDatabase({ url, handlers, canListen: true, ...silent });
  await notify(db, 'hookline_accounts');
  await called('hookline_accounts', 2);
  isFailing = true;
  await notify(db, 'hookline_accounts');
  await called('hookline_accounts', 3);
  isFailing = false;
  await called('hookline_accounts', 4);
  assert.equal(count('hookline_deliveries'), 1);
  await watch.close();
  await close();
});

test('an outage is observed once, and so is its end', async () => {
  const { url, close } = await testDatabase();
  const proxy = await databaseProxy(url);
  const { called, handlers } = countingHandlers();
  const observed: string[] = [];
  const [down, up] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const watch = await watchDatabase({
    url: proxy.url,
    handlers,
    canListen: true,
    observe: ({ kind }) => observed.push(kind),
    onChange: (isUp) => (isUp ? up : down).resolve(),
  });
  await proxy.setMode('refuse');
  await down.promise;
  assert.equal(watch.state().isUp, false);
  await proxy.setMode('pass');
  await up.promise;
  assert.deepEqual(observed, ['database_away', 'database_back']);
  await called('hookline_deliveries', 2);
  await watch.close();
  await proxy.close();
  await close();
});
