// The SDK's webhooks on the real service, and its verifier with deliveries of the service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createHookline,
  type Hookline,
  type VerifyWebhookInput,
  verifyWebhook,
  WebhookVerificationError,
} from '../../sdk/src/index.ts';
import { signatureHeaders } from '../../src/webhooks/sign.ts';
import { defined } from '../setup/defined.ts';
import { type Received, type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let receiver: Receiver;
let hookline: Hookline;

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  receiver = await startReceiver();
  const { key } = await service.account('enterprise');
  hookline = createHookline({ key, baseUrl: service.url });
});

after(async () => {
  await service.close();
  await receiver.close();
});

const secret = `whsec_${Buffer.from('a secret of these tests').toString('base64')}`;
const body = JSON.stringify({
  event: 'hooks.new',
  timestamp: '',
  event_id: null,
  data: { count: 0, hooks: [], batch: { index: 1, of: 1 } },
});

function signed(at = Date.now(), secrets: [string, ...string[]] = [secret]) {
  return signatureHeaders({ id: 'msg_1', body, at, secrets });
}

async function reasonOf(input: VerifyWebhookInput): Promise<string> {
  const error = await verifyWebhook(input).catch((error) => error);
  assert.ok(error instanceof WebhookVerificationError, String(error));
  return error.reason;
}

/** The next delivery, caused by a test or a new hook. */
async function nextDelivery(cause: () => Promise<unknown>): Promise<Received> {
  const before = receiver.requests.length;
  await cause();
  return defined((await receiver.received(before + 1))[before]);
}

test('a delivery of the service is verified by either signature, and its event has the hooks', async () => {
  const { webhook_id, secret } = await hookline.webhooks.create({ webhook_url: receiver.url });
  const { headers, body } = await nextDelivery(() =>
    service.import(hookLine('A line to be delivered'), 'preset=hookline&format=jsonl'),
  );
  for (const by of ['webhook-signature', 'x-service-signature'] as const) {
    const { id, event } = await verifyWebhook({ body, headers, secret, by });
    assert.equal(id, headers['webhook-id']);
    assert.ok(event.event === 'hooks.new');
    assert.equal(event.data.hooks[0]?.text, 'A line to be delivered');
    assert.equal(await reasonOf({ body: `${body} `, headers, secret, by }), 'wrong_signature');
  }
  await hookline.webhooks.delete(webhook_id);
});

test('after a rotation a delivery is verified with the old and with the new secret', async () => {
  const { webhook_id, secret: old } = await hookline.webhooks.create({ webhook_url: receiver.url });
  const { secret } = await hookline.webhooks.rotateSecret(webhook_id);
  const { headers, body } = await nextDelivery(() => hookline.webhooks.test(webhook_id));
  for (const by of ['webhook-signature', 'x-service-signature'] as const)
    for (const one of [old, secret, [old, secret]]) await verifyWebhook({ body, headers, secret: one, by });
  await hookline.webhooks.delete(webhook_id);
});

test('every method of webhooks calls its endpoint', async () => {
  const { webhooks } = hookline;
  const { webhook_id: id } = await webhooks.create({ webhook_url: receiver.url, filters: { niche: 'travel' } });
  assert.deepEqual(
    (await webhooks.list()).map(({ webhook_id }) => webhook_id),
    [id],
  );
  assert.equal((await webhooks.update(id, { description: 'Ours' })).description, 'Ours');
  assert.equal((await webhooks.pause(id)).paused_by, 'owner');
  assert.equal((await webhooks.get(id)).status, 'paused');
  assert.equal((await webhooks.resume(id)).status, 'active');
  assert.equal((await webhooks.pause(id)).status, 'paused');
  assert.equal((await webhooks.resume(id, { backlog: 'skip' })).status, 'active');
  const { delivery_id } = await webhooks.test(id);
  await service.observed('delivery_attempted', id);
  const detail = await webhooks.delivery(id, delivery_id);
  assert.deepEqual([detail.status, detail.log[0]?.status_code], ['delivered', 200]);
  const [replayed] = await webhooks.replay(id, { delivery_id });
  assert.equal(replayed?.message_id, detail.message_id);
  const { total } = await webhooks.deliveries(id, { limit: 1 });
  const all: string[] = [];
  for await (const one of webhooks.deliveries(id, { limit: 1 })) all.push(one.delivery_id);
  assert.deepEqual([total, all.length, new Set(all).size], [2, 2, 2]);
  assert.equal((await webhooks.delete(id)).webhook_id, id);
  assert.deepEqual(await webhooks.list(), []);
});

test('unwrap verifies a delivery with the secret that is passed or in the environment', async () => {
  const { unwrap } = createHookline({ baseUrl: service.url }).webhooks;
  await assert.rejects(unwrap(body, signed()), /Pass `secret` or set HOOKLINE_WEBHOOK_SECRET/);
  assert.equal((await unwrap(body, signed(), { secret })).id, 'msg_1');
  process.env.HOOKLINE_WEBHOOK_SECRET = secret;
  try {
    const { id, event } = await unwrap(body, signed());
    assert.deepEqual([id, event], ['msg_1', JSON.parse(body)]);
    const forged = unwrap('{}', signed());
    await assert.rejects(forged, (error) => error instanceof WebhookVerificationError);
    const old = unwrap(body, signed(Date.now() - 120_000), { toleranceSeconds: 60 });
    await assert.rejects(old, { reason: 'too_old' });
  } finally {
    delete process.env.HOOKLINE_WEBHOOK_SECRET;
  }
});

test('body and headers are accepted in the forms of Node, fetch and plain records', async () => {
  const headers = signed();
  const bytes = new TextEncoder().encode(body);
  const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  for (const [oneBody, oneHeaders] of [
    [body, headers],
    [bytes, new Headers(headers)],
    [Buffer.from(body), capitals],
    [bytes.buffer, lists],
  ] as const)
    assert.equal((await verifyWebhook({ body: oneBody, headers: oneHeaders, secret })).id, 'msg_1');
});

test('a correctly signed delivery with an old or future timestamp is rejected', async () => {
  const minute = 60_000;
  const of = (at: number, toleranceSeconds?: number) => ({ body, headers: signed(at), secret, toleranceSeconds });
  assert.equal(await reasonOf(of(Date.now() - 6 * minute)), 'too_old');
  assert.equal(await reasonOf(of(Date.now() + 6 * minute)), 'too_new');
  assert.equal(await reasonOf(of(Date.now() - 3 * minute, 60)), 'too_old');
  await verifyWebhook(of(Date.now() - 4 * minute));
  await verifyWebhook(of(Date.now() - 60 * minute, 7200));
});

test('forged, truncated and mixed-up deliveries are rejected', async () => {
  const headers = signed();
  const { 'webhook-signature': signature = '' } = headers;
  for (const forged of ['v1,', 'v1', signature.slice(0, -2), signature.replace('v1', 'v2'), `${signature}=`, 'v1,????'])
    assert.equal(
      await reasonOf({ body, headers: { ...headers, 'webhook-signature': forged }, secret }),
      'wrong_signature',
      forged,
    );
  for (const name of ['webhook-id', 'webhook-timestamp'])
    assert.equal(await reasonOf({ body, headers: { ...headers, [name]: '1' }, secret }), 'wrong_signature', name);
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    assert.equal(await reasonOf({ body, headers: { ...headers, [name]: undefined }, secret }), 'missing_header', name);
  assert.equal(
    await reasonOf({ body, headers: signed(Date.now(), [`whsec_AAAA${secret.slice(6)}`]), secret }),
    'wrong_signature',
  );
  const by = 'x-service-signature';
  const hash = defined(headers[by]);
  for (const forged of ['sha256=', hash.toUpperCase(), hash.slice(0, -1), `sha256=${'0'.repeat(64)}`])
    assert.equal(
      await reasonOf({ body, headers: { ...headers, [by]: forged }, secret, by }),
      'wrong_signature',
      forged,
    );
});

test('a missing or malformed secret is a TypeError, not a verification error', async () => {
  for (const secret of ['', 'whsec_', 'whsec_?', 'QUJD', [], ['whsec_QUJD', '']])
    await assert.rejects(verifyWebhook({ body, headers: signed(), secret }), TypeError);
});

test('a genuine body that is not JSON is rejected as invalid_body', async () => {
  const headers = signatureHeaders({ id: 'msg_2', body: '{', at: Date.now(), secrets: [secret] });
  assert.equal(await reasonOf({ body: '{', headers, secret }), 'invalid_body');
});
