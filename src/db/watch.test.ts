import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/setup/database.ts';
import { databaseProxy } from '../../test/setup/database-proxy.ts';
import { type Channel, notify } from './database.ts';
import { watchDatabase } from './watch.ts';

/** Calls of handlers, and a way to wait for the nth of a channel. */
function listener(fails: () => boolean = () => false) {
  const heard: Channel[] = [];
  const waiting = new Set<() => void>();
  const on = (channel: Channel) => async () => {
    heard.push(channel);
    for (const look of waiting) look();
    if (fails()) throw new Error('not this time');
  };
  const count = (channel: Channel) => heard.filter((one) => one === channel).length;
  return {
    count,
    handlers: { hookline_accounts: on('hookline_accounts'), hookline_deliveries: on('hookline_deliveries') },
    heard: (channel: Channel, times: number) =>
      new Promise<void>((resolve) => {
        const look = () => count(channel) >= times && resolve();
        waiting.add(look);
        look();
      }),
  };
}

const silent = { observe: () => {} };

test('where nothing is announced a change is seen by its count, and what has none is looked after again and again', async () => {
  const { url, db, close } = await testDatabase();
  const { handlers, heard, count } = listener();
  const watch = await watchDatabase({ url, handlers, canListen: false, ...silent });
  assert.equal(count('hookline_accounts'), 1, 'what was loaded before may be older');
  await notify(db, 'hookline_accounts');
  await heard('hookline_accounts', 2);
  await heard('hookline_deliveries', 3);
  assert.equal(count('hookline_accounts'), 2, 'a count that stays is no news');
  await watch.close();
  await close();
});

test('a change that was announced is handled once, and again where that failed', async () => {
  const { url, db, close } = await testDatabase();
  let isFailing = false;
  const { handlers, heard, count } = listener(() => isFailing);
  const watch = await watchDatabase({ url, handlers, canListen: true, ...silent });
  await notify(db, 'hookline_accounts');
  await heard('hookline_accounts', 2);
  isFailing = true;
  await notify(db, 'hookline_accounts');
  await heard('hookline_accounts', 3);
  isFailing = false;
  await heard('hookline_accounts', 4);
  assert.equal(count('hookline_deliveries'), 1);
  await watch.close();
  await close();
});

test('an absence is told once, and so is the return', async () => {
  const { url, close } = await testDatabase();
  const proxy = await databaseProxy(url);
  const { heard, handlers } = listener();
  const told: string[] = [];
  const [away, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const watch = await watchDatabase({
    url: proxy.url,
    handlers,
    canListen: true,
    observe: ({ kind }) => told.push(kind),
    onChange: (isUp) => (isUp ? back : away).resolve(),
  });
  await proxy.become('refuse');
  await away.promise;
  assert.equal(watch.state().isUp, false);
  await proxy.become('pass');
  await back.promise;
  assert.deepEqual(told, ['database_away', 'database_back']);
  await heard('hookline_deliveries', 2);
  await watch.close();
  await proxy.close();
  await close();
});
