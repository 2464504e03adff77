// The delivery log of all webhooks as a long poll, and the sample payload, through the real service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hookFields } from '../../src/catalog/record.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import type { TestService } from '../setup/service.ts';
import { sharedHooks, sharedService } from '../setup/shared-service.ts';

let service: TestService;
let receiver: Receiver;

before(async () => {
  service = await sharedService();
  receiver = await startReceiver();
});

after(() => receiver.close());

async function createWebhook(key: string): Promise<string> {
  return (await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } })).body.webhook_id;
}

test('GET /webhooks/deliveries lists the deliveries of all webhooks of the account only', async () => {
  const [{ key }, other] = [await service.account('enterprise'), await service.account('enterprise')];
  const tested: string[] = [];
  for (const owner of [key, key, other.key]) {
    const id = await createWebhook(owner);
    const { body } = await service.send('POST', `/webhooks/${id}/test`, owner);
    if (owner === key) tested.unshift(body.delivery_id);
  }
  const { body } = await service.get('/webhooks/deliveries?limit=1', key);
  assert.deepEqual([body.total, body.data[0].delivery_id], [2, tested[0]]);
  const next = await service.get(`/webhooks/deliveries?limit=1&cursor=${body.next_cursor}`, key);
  assert.deepEqual([next.body.data[0].delivery_id, next.body.next_cursor], [tested[1], null]);
  const foreign = await service.get(`/webhooks/deliveries?cursor=${tested[1]}`, other.key);
  assert.equal(foreign.body.code, 'invalid_cursor', 'a delivery of another account does not exist');
});

test('GET /webhooks/deliveries?wait responds when there is a newer delivery, and blocks no other request', async () => {
  const { key } = await service.account('enterprise');
  const id = await createWebhook(key);
  // There are more requests than one account may use the database with at once.
  const waiting = Array.from({ length: 6 }, () => service.get('/webhooks/deliveries?wait=25', key));
  const { body: first } = await service.send('POST', `/webhooks/${id}/test`, key);
  for (const { body } of await Promise.all(waiting)) assert.equal(body.data[0].delivery_id, first.delivery_id);
  const at = performance.now();
  const { body } = await service.get(`/webhooks/deliveries?wait=1&newest=${first.delivery_id}`, key);
  assert.equal(body.count, 1, 'without a newer delivery it answers what there is');
  assert.ok(performance.now() - at >= 900);
});

test('a long poll ends when its key is revoked or its account suspended, and returns no more data', async () => {
  const revoked = await service.account('enterprise');
  const suspended = await service.account('enterprise');
  const polls = [revoked, suspended].map(({ key }) => service.get('/webhooks/deliveries?wait=25', key));
  for (const { key } of [revoked, suspended])
    assert.equal((await service.get('/webhooks/deliveries', key)).status, 200);
  const { body } = await service.operator('GET', `/operator/accounts/${revoked.id}/keys`);
  await service.operator('DELETE', `/operator/accounts/${revoked.id}/keys/${body.keys[0].id}`);
  await service.operator('PATCH', `/operator/accounts/${suspended.id}`, { suspended: true });
  const codes = (await Promise.all(polls)).map(({ body: { code } }) => code);
  assert.deepEqual(codes, ['invalid_key', 'account_suspended']);
});

test('an account may have ten long polls, and its other requests are served meanwhile', async () => {
  const { key } = await service.account('enterprise');
  const id = await createWebhook(key);
  const polls = Array.from({ length: 12 }, () => service.get('/webhooks/deliveries?wait=25', key));
  assert.equal((await Promise.race(polls)).body.code, 'rate_limited');
  assert.equal((await service.get('/webhooks/deliveries', key)).status, 200);
  await service.send('POST', `/webhooks/${id}/test`, key);
  const statuses = (await Promise.all(polls)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 429, 429]);
});

test('GET /webhooks/sample returns the payload of a webhook with these filters on every plan', async () => {
  const { key } = await service.account('free');
  const { status, body } = await service.get('/webhooks/sample?niche=finance&count=5', key);
  assert.equal(status, 200);
  assert.deepEqual([body.event, body.event_id, body.data.count], ['hooks.new', null, 5]);
  assert.deepEqual(Object.keys(body.data.hooks[0]), hookFields);
  const finance = sharedHooks.filter(({ niche }) => niche === 'finance').map(({ text }) => text);
  assert.ok(body.data.hooks.every((hook: { text: string }) => finance.includes(hook.text)));
  const { body: wrong } = await service.get('/webhooks/sample?niche=finnance', key);
  assert.equal(wrong.errors[0].did_you_mean, 'finance');
});
