// hookline webhooks listen: signed test events on every plan, and the deliveries of an account's webhooks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { openDeliveryLog } from '../../../cli/src/delivery-log.ts';
import { type Hookline, verifyWebhook } from '../../../sdk/src/index.ts';
import { type Received, type Receiver, startReceiver } from '../../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { noTerminal, openProgram, type Program } from './program.ts';

let service: TestService;
let program: Program;
const receivers: Receiver[] = [];

before(async () => {
  [service, program] = await Promise.all([testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' }), openProgram()]);
  const lines = [hookLine('About money'), hookLine('About food', { niche: 'food' })];
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
});

after(async () => {
  await service?.close();
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
  assert.deepEqual([textsOf(request), event.message_id], [['About food'], request.headers['webhook-id']]);
  const { body, headers } = request;
  new Webhook(secret).verify(body, headers as Record<string, string>);
  await verifyWebhook({ body, headers, secret, by: 'x-service-signature' });
});

test('listen --once exits with 1 and says why unless the receiver answers 2xx', async () => {
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

test('listen forwards tests and new hooks of webhooks, paused ones too, with their ids and bodies', async () => {
  const { key } = await service.account('enterprise');
  const [hosted, local] = [await receiver(), await receiver()];
  const created = async () =>
    (await service.send('POST', '/webhooks', key, { body: { webhook_url: hosted.url } })).body.webhook_id;
  const [active, paused] = [await created(), await created()];
  await service.send('POST', `/webhooks/${active}/test`, key);
  await service.send('POST', `/webhooks/${paused}/pause`, key);

  const args = ['webhooks', 'listen', '--forward-to', local.url, '--secret', secret];
  const started = program.start(args, environment(key));
  await local.received(1);
  await service.send('POST', `/webhooks/${active}/test`, key);
  await local.received(2);
  await service.import(hookLine('A new line'), 'preset=hookline&format=jsonl');
  const [, ...forwarded] = await local.received(4);
  const sent = await hosted.received(3);
  for (const { body, headers } of forwarded) {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    const original = sent.find((one) => one.headers['webhook-id'] === headers['webhook-id']);
    if (original) assert.equal(original.body, body);
  }
  const [tested, ...events] = forwarded;
  assert.ok(idsOf(sent).includes(tested?.headers['webhook-id']));
  assert.deepEqual(events.map(textsOf), [['A new line'], ['A new line']]);

  started.child.kill('SIGINT');
  const { code, stdout } = await started.exit;
  const kinds = stdout.trim().split('\n');
  assert.deepEqual([code, kinds.map((line) => JSON.parse(line).kind)], [0, ['test', 'test', 'event', 'event']]);
});

test('listen --webhook forwards each delivery of one webhook once, also when it was deleted', async (t) => {
  const { key } = await service.account('enterprise');
  const [hosted, local, one] = [await receiver(), await receiver(), await receiver()];
  const create = async (): Promise<string> =>
    (await service.send('POST', '/webhooks', key, { body: { webhook_url: hosted.url } })).body.webhook_id;
  const deliver = async (id: string): Promise<string> =>
    (await service.send('POST', `/webhooks/${id}/test`, key)).body.message_id;
  const [kept, deleted] = [await create(), await create()];
  await deliver(kept);
  await deliver(deleted);
  const listen = ['webhooks', 'listen', '--forward-to'];
  const all = program.start([...listen, local.url], environment(key));
  const filtered = program.start([...listen, one.url, '--webhook', kept], environment(key));
  for (const { child } of [all, filtered]) t.after(() => child.kill());
  await one.received(1);
  const expected = [(await local.received(1))[0]?.headers['webhook-id']];
  expected.push(await deliver(deleted));
  await local.received(2);
  await service.send('DELETE', `/webhooks/${deleted}`, key);
  const wanted = await deliver(kept);
  expected.push(wanted);
  assert.deepEqual([idsOf(await local.received(3)), idsOf(await one.received(2))[1]], [expected, wanted]);
  filtered.child.kill('SIGTERM');
  assert.equal((await filtered.exit).code, 0);
  // The log is empty then.
  await service.send('DELETE', `/webhooks/${kept}`, key);
  expected.push(await deliver(await create()));
  assert.deepEqual(idsOf(await local.received(4)), expected);
});

test('the delivery log pauses between polls of a service that does not wait', async () => {
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

test('on a terminal Enter sends another test event, and Ctrl-C stops', { skip: noTerminal }, async () => {
  const { key } = await service.account('free');
  const target = await receiver();
  const args = ['webhooks', 'listen', '--forward-to', target.url];
  const keys = [
    ['Enter sends another', '\r'],
    ['→', '\u0003'],
  ] as const;
  const { code, stdout } = await program.onTerminal(args, keys, environment(key));
  assert.deepEqual([code, target.requests.length], [0, 2], stdout);
  assert.match(stdout, /Signing with whsec_/);
  assert.match(stdout, /test +msg_test\w+ +1 hook +→ .*200/);
});
