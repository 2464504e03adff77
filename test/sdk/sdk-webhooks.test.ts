// Webhooks of the SDK with the real service, and its verifier with deliveries of the service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createHookline,
  type Hookline,
  type VerifyWebhookInput,
  verifyWebhook,
  WebhookVerificationError,
} from '../../sdk/src/index.ts';
import { signatureHeaders } from '../../src/webhooks/send.ts';
import { defined } from '../setup/defined.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';

let service: TestService;
let receiver: Receiver;
let hookline: Hookline;

before(async () => {
  service = await sharedService();
  receiver = await startReceiver();
  const { key } = await service.account('enterprise');
  hookline = createHookline({ key, baseUrl: service.url });
});

after(() => receiver?.close());

const secret = `whsec_${Buffer.from('a secret of these tests').toString('base64')}`;
const data = { count: 0, hooks: [], batch: { index: 1, of: 1 } };
const body = JSON.stringify({ event: 'hooks.new', timestamp: '', event_id: null, data });

function signed(at = Date.now(), secrets: [string, ...string[]] = [secret]) {
  return signatureHeaders({ id: 'msg_1', body, at, secrets });
}

async function reasonOf(input: VerifyWebhookInput): Promise<string> {
  const error = await verifyWebhook(input).catch((error) => error);
  assert.ok(error instanceof WebhookVerificationError, String(error));
  return error.reason;
}

test('a delivery of the service is verified by either signature, and after a rotation with the old and new secret', async () => {
  const { webhook_id, secret: old } = await hookline.webhooks.create({ webhook_url: receiver.url });
  const { secret } = await hookline.webhooks.rotateSecret(webhook_id);
  await hookline.webhooks.test(webhook_id);
  const { headers, body } = defined((await receiver.received(1))[0]);
  for (const by of ['webhook-signature', 'x-service-signature'] as const) {
    for (const one of [old, secret, [old, secret]]) {
      const { id, event } = await verifyWebhook({ body, headers, secret: one, by });
      assert.equal(id, headers['webhook-id']);
      assert.ok(event.event === 'hooks.new' && event.data.hooks.length === event.data.count);
    }
    assert.equal(await reasonOf({ body: `${body} `, headers, secret, by }), 'wrong_signature');
  }
  await hookline.webhooks.delete(webhook_id);
});

test('unwrap verifies a delivery with the secret passed or in the environment', async () => {
  const { unwrap } = createHookline({ baseUrl: service.url }).webhooks;
  await assert.rejects(unwrap(body, signed()), /Pass `secret` or set HOOKLINE_WEBHOOK_SECRET/);
  assert.equal((await unwrap(body, signed(), { secret })).id, 'msg_1');
  process.env.HOOKLINE_WEBHOOK_SECRET = secret;
  const { id, event } = await unwrap(body, signed());
  assert.deepEqual([id, event], ['msg_1', JSON.parse(body)]);
  await assert.rejects(unwrap('{}', signed()), WebhookVerificationError);
  const old = unwrap(body, signed(Date.now() - 120_000), { toleranceSeconds: 60 });
  await assert.rejects(old, { reason: 'too_old' });
});

test('body and headers are accepted as Node, fetch and plain objects', async () => {
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
  const { 'webhook-signature': signature = '', 'x-service-signature': hash = '' } = headers;
  const forgedBy = {
    'webhook-signature': ['v1,', 'v1', signature.slice(0, -2), signature.replace('v1', 'v2'), `${signature}=`],
    'x-service-signature': ['sha256=', hash.toUpperCase(), hash.slice(0, -1), `sha256=${'0'.repeat(64)}`],
    'webhook-id': ['1'],
    'webhook-timestamp': ['1'],
  };
  for (const [name, values] of Object.entries(forgedBy))
    for (const forged of values) {
      const by = name === 'x-service-signature' ? name : undefined;
      const reason = await reasonOf({ body, headers: { ...headers, [name]: forged }, secret, by });
      assert.equal(reason, 'wrong_signature', `${name}: ${forged}`);
    }
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    assert.equal(await reasonOf({ body, headers: { ...headers, [name]: undefined }, secret }), 'missing_header', name);
  const others = signed(Date.now(), [`whsec_AAAA${secret.slice(6)}`]);
  assert.equal(await reasonOf({ body, headers: others, secret }), 'wrong_signature');
  const notJson = signatureHeaders({ id: 'msg_2', body: '{', at: Date.now(), secrets: [secret] });
  assert.equal(await reasonOf({ body: '{', headers: notJson, secret }), 'invalid_body');
});
