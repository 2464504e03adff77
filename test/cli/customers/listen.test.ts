// hookline webhooks listen: signed test events on every plan, and the deliveries of an account's webhooks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { openDeliveryLog } from '../../../cli/src/delivery-log.ts';
import { type Hookline, verifyWebhook } from '../../../sdk/src/index.ts';
import { type Received, type Receiver, startReceiver } from '../../setup/receiver.ts';
import type { TestService } from '../../setup/service.ts';
import { sharedService } from '../../setup/shared-service.ts';
import { openProgram, type Program } from './program.ts';

let service: TestService;
let program: Program;
const receivers: Receiver[] = [];

before(async () => {
  [service, program] = await Promise.all([sharedService(), openProgram()]);
});

after(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await program?.close();
});

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args);
  receivers.push(started);
  return started;
}

const environment = (key: string) => ({ HOOKLINE_URL: service.url, HOOKLINE_KEY: key });
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const idsOf = (requests: readonly Received[]) => requests.map(({ headers }) => headers['webhook-id']);
const textsOf = ({ body }: Received) => JSON.parse(body).data.hooks.map(({ text }: { text: string }) => text);

test('listen --once forwards one signed test event with hooks of the filters, on the Free plan', async () => {
  const { key } = await service.account('free');
  const target = await receiver();
  const args = ['webhooks', 'listen', '--forward-to', target.url, '--once', '--niche', 'food', '--secret', secret];
  const [event] = await program.records(args, { env: environment(key) });
  assert.deepEqual([event.kind, event.hooks, event.status_code], ['test', 1, 200]);
  const [request, ...more] = target.requests;
  assert.ok(request && more.length === 0);
  assert.match(textsOf(request)[0], /^What food taught me/);
  assert.equal(event.message_id, request.headers['webhook-id']);
  const { body, headers } = request;
  new Webhook(secret).verify(body, headers as Record<string, string>);
  await verifyWebhook({ body, headers, secret, by: 'x-service-signature' });
});

test('listen --once exits with 1 and a reason unless the receiver returns 2xx', async () => {
  const env = environment((await service.account('free')).key);
  const failing = await receiver((res) => res.writeHead(500).end('broken'));
  const closed = await startReceiver();
  await closed.close();
  for (const [url, code, output] of [
    ['ftp://127.0.0.1', 2, /--forward-to must be a URL/],
    [failing.url, 1, /"response":"broken"/],
    [closed.url, 1, /"error":".*refused/i],
  ] as const) {
    const listened = await program.run(['webhooks', 'listen', '--forward-to', url, '--once'], { env });
    assert.equal(listened.code, code, url);
    assert.match(listened.stdout + listened.stderr, output);
  }
});

test('listen forwards each delivery of all webhooks once, signed, also when one is deleted', async (t) => {
  const { key } = await service.account('enterprise');
  const [hosted, local] = [await receiver(), await receiver()];
  const create = async (): Promise<string> =>
    (await service.send('POST', '/webhooks', key, { body: { webhook_url: hosted.url } })).body.webhook_id;
  const deliver = async (id: string): Promise<string> =>
    (await service.send('POST', `/webhooks/${id}/test`, key)).body.message_id;
  const [kept, deleted] = [await create(), await create()];
  await deliver(kept);
  await deliver(deleted);
  const listen = ['webhooks', 'listen', '--secret', secret, '--forward-to'];
  const all = program.start([...listen, local.url], environment(key));
  t.after(() => all.child.kill());
  const expected = [(await local.received(1))[0]?.headers['webhook-id']];
  expected.push(await deliver(deleted));
  // Pending deliveries would be deleted with the webhook.
  await Promise.all([local.received(2), hosted.received(3)]);
  await service.send('DELETE', `/webhooks/${deleted}`, key);
  expected.push(await deliver(kept));
  assert.deepEqual(idsOf(await local.received(3)), expected);
  const sent = await hosted.received(4);
  for (const { body, headers } of local.requests.slice(1)) {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    const original = sent.find((request) => request.headers['webhook-id'] === headers['webhook-id']);
    assert.equal(original?.body, body);
  }
  // The delivery log is now empty.
  await service.send('DELETE', `/webhooks/${kept}`, key);
  expected.push(await deliver(await create()));
  assert.deepEqual(idsOf(await local.received(4)), expected);
  all.child.kill('SIGINT');
  const { code, stdout } = await all.exit;
  assert.deepEqual([code, stdout.trim().split('\n').length], [0, 4]);
});

test('the delivery log pauses between polls of a service that never waits', async () => {
  let polls = 0;
  const polled = Promise.withResolvers<void>();
  const log = () => {
    polls += 1;
    if (polls === 2) polled.resolve();
    const page = { data: [], nextCursor: null };
    return Object.assign(Promise.resolve(page), { [Symbol.asyncIterator]: async function* () {} });
  };
  const stop = new AbortController();
  const { read } = await openDeliveryLog({ webhooks: { log } } as unknown as Hookline, stop.signal);
  const reading = read();
  await polled.promise;
  for (let n = 0; n < 10; n++) await new Promise(setImmediate);
  assert.equal(polls, 2);
  stop.abort();
  await assert.rejects(reading, { name: 'AbortError' });
});
