// Replays of only what failed: of one webhook by its holder, and of a period over all accounts by the operator.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Delivery } from '../../src/webhooks/delivery.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let receiver: Receiver;
/** Of each webhook by its path. */
const isBroken = new Map<string, boolean>();

before(async () => {
  const env = {
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_WEBHOOK_RETRIES: '1ms',
    HOOKLINE_LIMIT_REPLAYS_PER_HOUR: '3',
  };
  service = await testService(env);
  receiver = await startReceiver((res, { path }) => res.writeHead(isBroken.get(path) ? 500 : 200).end());
});

after(async () => {
  await receiver.close();
  await service.close();
});

let webhooks = 0;

async function webhook(niche: string) {
  const { id: account, key } = await service.account('enterprise');
  const path = `/in/${++webhooks}`;
  const body = { webhook_url: receiver.url.replace('/in', path), filters: { niche } };
  const { webhook_id: id } = (await service.send('POST', '/webhooks', key, { body })).body;
  return {
    id,
    account,
    path,
    post: (action: string, sent: unknown = {}) =>
      service.send('POST', `/webhooks/${id}/${action}`, key, { body: sent }),
    read: async () => (await service.get(`/webhooks/${id}`, key)).body,
    deliveries: async (): Promise<Delivery[]> => (await service.get(`/webhooks/${id}/deliveries`, key)).body.data,
  };
}
type Hook = Awaited<ReturnType<typeof webhook>>;

let lines = 0;

/** Delivers one line of the niche, and waits until it is settled. */
async function announce({ deliveries }: Hook, niche: string): Promise<Delivery> {
  const text = `Line ${++lines} for those who wait`;
  await service.import(hookLine(text, { niche }), 'preset=hookline&format=jsonl');
  const [delivery] = await until(deliveries, ([newest]) => newest !== undefined && newest.status !== 'pending');
  assert.ok(delivery);
  return delivery;
}

/** One delivered, one that failed and paused the webhook, and one that waits. */
async function withFailure(niche: string): Promise<Hook & { failed: Delivery }> {
  const hook = await webhook(niche);
  await announce(hook, niche);
  isBroken.set(hook.path, true);
  const failed = await announce(hook, niche);
  await until(hook.read, ({ status }) => status === 'paused');
  isBroken.set(hook.path, false);
  await service.import(hookLine(`Line ${++lines} that waits`, { niche }), 'preset=hookline&format=jsonl');
  return { ...hook, failed };
}

test('a holder replays only what failed, once, and what waits goes on waiting', async () => {
  const hook = await withFailure('food');
  const sent = () =>
    receiver.requests.filter(({ path }) => path === hook.path).map(({ headers }) => headers['webhook-id']);
  const before = sent();
  const { failed, backlog } = await hook.read();
  assert.deepEqual([failed, backlog], [1, 1]);
  const first = await hook.post('replay', { status: 'failed' });
  assert.deepEqual(
    [first.status, first.body.data.map(({ message_id }: Delivery) => message_id)],
    [202, [hook.failed.message_id]],
  );
  const now = await until(hook.read, ({ failed, backlog }) => failed === 0 && backlog === 1);
  assert.equal(now.status, 'paused');
  assert.equal((await hook.post('replay', { status: 'failed' })).body.count, 0);
  assert.equal((await hook.post('replay', { status: 'failed', since: hook.failed.created_at })).body.count, 0);
  assert.deepEqual(sent(), [...before, hook.failed.message_id]);
  for (const body of [
    { status: 'delivered' },
    { status: 'failed', delivery_id: 'dlv_1' },
    {},
    { until: now.paused_at },
  ])
    assert.equal((await hook.post('replay', body)).status, 422, JSON.stringify(body));
});

test('what a replay delivered is not sent again when its webhook resumes with its backlog', async () => {
  const hook = await webhook('tech');
  isBroken.set(hook.path, true);
  const { delivery_id } = await announce(hook, 'tech');
  await until(hook.read, ({ status }) => status === 'paused');
  isBroken.set(hook.path, false);
  await hook.post('replay', { delivery_id });
  await until(hook.read, ({ failed, backlog }) => failed + backlog === 0);
  const sent = receiver.requests.length;
  assert.equal((await hook.post('resume', { backlog: 'deliver' })).body.backlog, 0);
  await announce(hook, 'tech');
  assert.equal(receiver.requests.length, sent + 1);
});

test('an operator replays the failed deliveries of a period over all accounts, and what one account’s limits refuse stops no other', async () => {
  const since = new Date().toISOString();
  const [one, two] = [await withFailure('finance'), await withFailure('health')];
  for (let n = 0; n < 3; n++) await two.post('replay', { status: 'failed', since: '2999-01-01T00:00:00Z' });
  const replay = (body: object) => service.operator('POST', '/operator/deliveries/replay', { since, ...body });
  const { body: counted } = await replay({ dry_run: true });
  assert.deepEqual([counted.deliveries, counted.webhooks.length], [2, 2]);
  assert.deepEqual((await replay({ dry_run: true, account: two.account })).body.deliveries, 1);
  assert.equal((await replay({ dry_run: true, until: one.failed.created_at })).body.deliveries, 0);
  assert.equal((await one.read()).failed, 1);

  const { status, body } = await replay({});
  assert.deepEqual([status, body.deliveries], [202, 1]);
  const of = ({ id }: Hook) => body.webhooks.find(({ webhook_id }: { webhook_id: string }) => webhook_id === id);
  assert.deepEqual([of(one).deliveries, of(one).error], [1, null]);
  assert.match(of(two).error, /3 replays per hour/);
  await until(one.read, ({ failed, backlog }) => failed === 0 && backlog === 1);
  const { body: audit } = await service.operator('GET', `/operator/audit?subject=${one.id}&action=webhook.replayed`);
  assert.deepEqual(
    audit.records.map(({ actor, details }: { actor: string; details: unknown }) => [actor, details]),
    [['operator', { deliveries: 1 }]],
  );
  assert.equal((await replay({ webhook: one.id })).body.deliveries, 0);
});
