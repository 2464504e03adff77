// hookline webhooks listen: signed test events on every plan, and the deliveries of an account's webhooks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { openDeliveryLog } from '../../../cli/src/delivery-log.ts';
import { type Hookline, verifyWebhook } from '../../../sdk/src/index.ts';
import { type Received, type Receiver, startReceiver } from '../../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { buildProgram, noTerminal, type Program } from './program.ts';

let service: TestService;
let program: Program;
const receivers: Receiver[] = [];

before(async () => {
  [service, program] = await Promise.all([testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' }), buildProgram()]);
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

const environment = (key: string, more = {}) => ({ HOOKLINE_URL: service.url, HOOKLINE_KEY: key, ...more });
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const idsOf = (requests: readonly Received[]) => requests.map(({ headers }) => headers['webhook-id']);
const textsOf = ({ body }: Received) => JSON.parse(body).data.hooks.map(({ text }: { text: string }) => text);

test('listen --once forwards one signed test event with hooks of the filters, on the Free plan', async () => {
  const env = environment((await service.account('free')).key);
  const target = await receiver();
  const [event] = await program.records(
    ['webhooks', 'listen', '--forward-to', target.url, '--once', '--niche', 'food', '--secret', secret],
    { env },
  );
  assert.deepEqual([event.kind, event.hooks, event.status_code], ['test', 1, 200]);
  const [request] = await target.received(1);
  assert.ok(request);
  assert.deepEqual(textsOf(request), ['About food']);
  const { body, headers } = request;
  assert.equal(event.message_id, headers['webhook-id']);
  new Webhook(secret).verify(body, headers as Record<string, string>);
  await verifyWebhook({ body, headers, secret });
  await verifyWebhook({ body, headers, secret, by: 'x-service-signature' });
});

test('listen --once exits with 1 and says why unless the receiver answers 2xx', async () => {
  const env = environment((await service.account('free')).key, { HOOKLINE_WEBHOOK_SECRET: secret });
  const scheme = await program.run(['webhooks', 'listen', '--forward-to', 'ftp://127.0.0.1', '--once'], { env });
  assert.deepEqual([scheme.code, scheme.stdout], [2, '']);
  const none = await receiver();
  const empty = await program.run(['webhooks', 'listen', '--forward-to', none.url, '--once', '--filter', 'q=nowhere'], {
    env,
  });
  assert.match(empty.stderr, /No hooks match these filters/);
  const failing = await receiver((res) => res.writeHead(500).end('broken'));
  const listen = (to: string) => program.run(['webhooks', 'listen', '--forward-to', to, '--once'], { env });
  const answered = await listen(failing.url);
  assert.deepEqual([answered.code, JSON.parse(answered.stdout).response], [1, 'broken']);
  const closed = await startReceiver();
  await closed.close();
  const refused = await listen(closed.url);
  assert.equal(refused.code, 1);
  assert.match(JSON.parse(refused.stdout).error, /refused/i);
});

test('listen forwards tests and new hooks of webhooks, paused ones too, with their ids and bodies', async () => {
  const { key } = await service.account('enterprise');
  const [hosted, local] = [await receiver(), await receiver()];
  const created = async () =>
    (await service.send('POST', '/webhooks', key, { body: { webhook_url: hosted.url } })).body.webhook_id;
  const [active, paused] = [await created(), await created()];
  await service.send('POST', `/webhooks/${active}/test`, key);
  await service.send('POST', `/webhooks/${paused}/pause`, key);

  const started = program.start(
    ['webhooks', 'listen', '--forward-to', local.url, '--secret', secret],
    environment(key),
  );
  await local.received(1);
  await service.send('POST', `/webhooks/${active}/test`, key);
  await local.received(2);
  await service.import(hookLine('A new line'), 'preset=hookline&format=jsonl');
  const [, tested, ...events] = await local.received(4);
  assert.ok(tested);
  assert.equal(local.requests.length, 4, 'what was there before is not forwarded');
  for (const request of [tested, ...events])
    new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
  const sent = await hosted.received(3);
  for (const request of [
    tested,
    events.find(({ headers }) => sent.some((one) => one.headers['webhook-id'] === headers['webhook-id'])),
  ]) {
    const original = sent.find(({ headers }) => headers['webhook-id'] === request?.headers['webhook-id']);
    assert.equal(original?.body, request?.body);
  }
  for (const request of events) assert.deepEqual(textsOf(request), ['A new line']);

  started.child.kill('SIGINT');
  const { code, stdout } = await started.exit;
  assert.equal(code, 0);
  const kinds = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).kind);
  assert.deepEqual(kinds, ['test', 'test', 'event', 'event']);
});

test('listen --webhook forwards the deliveries of one webhook', async () => {
  const { key } = await service.account('enterprise');
  const [hosted, local] = [await receiver(), await receiver()];
  const ids: string[] = [];
  for (const _ of [1, 2])
    ids.push((await service.send('POST', '/webhooks', key, { body: { webhook_url: hosted.url } })).body.webhook_id);
  const [wanted = '', other = ''] = ids;
  const started = program.start(
    ['webhooks', 'listen', '--forward-to', local.url, '--webhook', wanted],
    environment(key),
  );
  await local.received(1);
  await service.send('POST', `/webhooks/${other}/test`, key);
  const { body } = await service.send('POST', `/webhooks/${wanted}/test`, key);
  const [, forwarded] = await local.received(2);
  assert.equal(forwarded?.headers['webhook-id'], body.message_id);
  started.child.kill('SIGTERM');
  assert.equal((await started.exit).code, 0);
});

test('listen forwards each delivery once, also when the webhook of the newest one is deleted', async (t) => {
  const { key } = await service.account('enterprise');
  const [hosted, local] = [await receiver(), await receiver()];
  const create = async (): Promise<string> =>
    (await service.send('POST', '/webhooks', key, { body: { webhook_url: hosted.url } })).body.webhook_id;
  const deliver = async (id: string): Promise<string> =>
    (await service.send('POST', `/webhooks/${id}/test`, key)).body.message_id;
  const [kept, deleted] = [await create(), await create()];
  await deliver(kept);
  await deliver(deleted);
  const started = program.start(['webhooks', 'listen', '--forward-to', local.url], environment(key));
  t.after(() => started.child.kill());
  const expected = [(await local.received(1))[0]?.headers['webhook-id']];
  expected.push(await deliver(deleted));
  await local.received(2);
  await service.send('DELETE', `/webhooks/${deleted}`, key);
  expected.push(await deliver(kept));
  assert.deepEqual(idsOf(await local.received(3)), expected);
  // The log is empty then.
  await service.send('DELETE', `/webhooks/${kept}`, key);
  expected.push(await deliver(await create()));
  assert.deepEqual(idsOf(await local.received(4)), expected);
  started.child.kill('SIGINT');
  assert.equal((await started.exit).code, 0);
});

test('the delivery log is not polled without a pause by a service that does not wait', async () => {
  let polls = 0;
  const log = () => {
    polls += 1;
    const page = { data: [], nextCursor: null };
    return Object.assign(Promise.resolve(page), { [Symbol.asyncIterator]: async function* () {} });
  };
  const stop = new AbortController();
  const { read } = await openDeliveryLog({ webhooks: { log } } as unknown as Hookline, stop.signal);
  const reading = read();
  assert.equal(await Promise.race([reading, pause(200, 'paused')]), 'paused');
  stop.abort();
  await assert.rejects(reading, { name: 'AbortError' });
  assert.equal(polls, 2);
});

test('on a terminal Enter sends another test event, and Ctrl-C stops', { skip: noTerminal }, async () => {
  const env = environment((await service.account('free')).key);
  const target = await receiver();
  const { code, stdout } = await program.onTerminal(
    ['webhooks', 'listen', '--forward-to', target.url],
    [
      ['Enter sends another', '\r'],
      ['→', '\u0003'],
    ],
    env,
  );
  assert.equal(code, 0, stdout);
  assert.equal(target.requests.length, 2);
  assert.match(stdout, /Signing with whsec_/);
  assert.match(stdout, /test +msg_test\w+ +1 hook +→ .*200/);
});
