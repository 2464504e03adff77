// Handlers of notifications: their arguments, and how a failure is retried.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNotifications } from './watch.ts';

test('a failed handler is retried by a poll 5 s later, with and without a counter', async () => {
  const calls = { hookline_deliveries: 0, hookline_accounts: 0 };
  let time = 0;
  const failFirst = (channel: keyof typeof calls) => async () => {
    if (++calls[channel] === 1) throw new Error('no connection');
  };
  const handlers = {
    hookline_deliveries: failFirst('hookline_deliveries'),
    hookline_accounts: failFirst('hookline_accounts'),
  };
  const { counted, uncounted } = createNotifications(handlers, () => time);
  const poll = async (isConnected = false) => {
    counted('hookline_accounts', 7);
    uncounted(['hookline_accounts'], isConnected);
    await new Promise(setImmediate);
    return Object.values(calls);
  };
  assert.deepEqual(await poll(true), [1, 1]);
  time = 4999;
  assert.deepEqual(await poll(), [1, 1]);
  time = 5000;
  assert.deepEqual(await poll(), [2, 2]);
  time = 60_000;
  assert.deepEqual(await poll(), [2, 2], 'not once it has succeeded');
});

test('a notification names the change; after a missed or failed one, everything may have changed', async () => {
  const told: string[] = [];
  let time = 0;
  const hookline_accounts = async (subject: string) => {
    told.push(subject);
    if (subject === 'acc_broken') throw new Error('no connection');
  };
  const { received, counted } = createNotifications({ hookline_accounts }, () => time);
  counted('hookline_accounts', 7);
  received('hookline_accounts', '8 acc_1');
  received('hookline_accounts', '10 acc_3');
  received('hookline_accounts', '11 acc_broken');
  await new Promise(setImmediate);
  received('hookline_accounts', '12 acc_4');
  await new Promise(setImmediate);
  time = 5000;
  counted('hookline_accounts', 12);
  received('hookline_accounts', '13 acc_5');
  assert.deepEqual(told, ['', 'acc_1', '', 'acc_broken', '', 'acc_5']);
});
