// Webhooks and deliveries of all accounts as the operator sees them, limits of what one account may queue, and replays.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Delivery } from '../../src/webhooks/delivery.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let good: Receiver;
let bad: Receiver;
/** Fails for the paths of webhooks that are broken. */
let breakable: Receiver;
const broken = new Set<string>();

/** Hooks that wait for review. Accepting one announces it as an import does, and costs far less. */
const pool = Object.fromEntries(
  ['food', 'tech', 'finance', 'health', 'travel'].map((niche, at) => [
    niche,
    Array.from({ length: 4 }, (_, n) => `zzqv ${'qwxzv'[at]?.repeat(3)}${'kjbf'[n]?.repeat(3)}`),
  ]),
);

/** Publishes a new hook of the niche. */
async function publish(niche: string): Promise<string> {
  const text = pool[niche]?.shift() ?? assert.fail(`no hook of ${niche} is left`);
  const { body } = await service.operator('GET', `/operator/hooks?text=${encodeURIComponent(text)}`);
  await service.operator('PATCH', `/operator/hooks/${body.hooks[0].id}`, { state: 'published' });
  return text;
}

before(async () => {
  service = await testService({
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_WEBHOOK_RETRIES: '1ms',
    HOOKLINE_LIMIT_PENDING_DELIVERIES_PER_ACCOUNT: '2',
    HOOKLINE_LIMIT_TEST_DELIVERIES_PER_HOUR: '4',
    HOOKLINE_LIMIT_REPLAYS_PER_HOUR: '3',
    HOOKLINE_LIMIT_DELIVERIES_PER_REPLAY: '2',
  });
  good = await startReceiver();
  bad = await startReceiver((res) => res.writeHead(500).end('not today'));
  breakable = await startReceiver((res, { path }) => res.writeHead(broken.has(path) ? 500 : 200).end());
  const lines = Object.entries(pool).flatMap(([niche, texts]) =>
    texts.map((text) => JSON.stringify({ text, views: 200_000, platform: 'TikTok', language: 'en', niche })),
  );
  const { report } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  assert.equal(report.pending, lines.length, JSON.stringify(report));
});

after(async () => {
  await service.close();
  await Promise.all([good, bad, breakable].map(({ close }) => close()));
});

const read = async (path: string) => {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

async function webhook(url: string) {
  const { id: account } = await service.account('enterprise');
  const { body } = await service.operator('POST', `/operator/accounts/${account}/webhooks`, { webhook_url: url });
  return { account, id: body.webhook_id as string };
}

/** Test deliveries, each attempted before the next is created. */
async function deliver(id: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 1; at <= count; at++) {
    const { body } = await service.operator('POST', `/operator/webhooks/${id}/test`);
    ids.push(body.delivery_id);
    await service.observed('delivery_attempted', id, at);
  }
  return ids;
}

const idsOf = (page: { deliveries: { delivery_id: string }[] }) =>
  page.deliveries.map(({ delivery_id }) => delivery_id);

test('deliveries of all accounts are listed with their account and last attempt', async () => {
  const startedAt = new Date().toISOString();
  const [fine, broken] = [await webhook(good.url), await webhook(bad.url)];
  const [first, second] = await deliver(fine.id, 2);
  const [third] = await deliver(broken.id, 1);
  const page = await until(
    () => read(`/operator/deliveries?since=${startedAt}`),
    ({ deliveries }) => deliveries.every(({ attempts }: { attempts: number }) => attempts === 1),
  );
  assert.deepEqual([idsOf(page), page.next], [[third, second, first], null]);
  const [failed, delivered] = page.deliveries;
  const { body: account } = await service.operator('GET', `/operator/accounts/${broken.account}`);
  assert.deepEqual(
    [failed.webhook_id, failed.webhook_url, failed.account_id, failed.account_name, failed.last_status_code],
    [broken.id, bad.url, account.id, account.name, 500],
  );
  assert.deepEqual(
    [delivered.status, delivered.last_status_code, delivered.batch],
    ['delivered', 200, { index: 1, of: 1 }],
  );
  assert.ok(failed.last_attempt_at >= startedAt);

  assert.deepEqual(idsOf(await read(`/operator/deliveries?status=delivered&limit=1`)), [second]);
  assert.deepEqual(idsOf(await read(`/operator/deliveries?webhook=${broken.id}&kind=test`)), [third]);
  assert.deepEqual(idsOf(await read(`/operator/deliveries?account=${fine.account}`)), [second, first]);
  const next = (await read(`/operator/deliveries?account=${fine.account}&limit=1`)).next;
  const rest = await read(`/operator/deliveries?account=${fine.account}&limit=1&after=${next}`);
  assert.deepEqual([idsOf(rest), rest.next], [[first], null]);
  assert.deepEqual(idsOf(await read('/operator/deliveries?since=2999-01-01T00:00:00Z')), []);
  for (const query of ['status=lost', 'kind=x', 'since=yesterday', 'limit=0', 'after=dlv_none', 'webhok=x'])
    assert.equal((await service.operator('GET', `/operator/deliveries?${query}`)).status, 400, query);

  const one = await read(`/operator/deliveries/${third}`);
  assert.deepEqual([one.account_name, one.log.length, one.log[0].response], [account.name, 1, 'not today']);
  assert.equal(JSON.parse(one.request_body).event, 'hooks.new');
  assert.equal((await service.operator('GET', '/operator/deliveries/dlv_none')).status, 404);
  assert.equal((await service.get('/operator/deliveries')).status, 401);
});

test('webhooks are listed with their account name, and filtered by status', async () => {
  const { account, id } = await webhook(good.url);
  await service.operator('POST', `/operator/webhooks/${id}/pause`);
  const { webhooks } = await read('/operator/webhooks?status=paused');
  const { name } = await read(`/operator/accounts/${account}`);
  assert.deepEqual(
    webhooks.map(({ webhook_id, account_name }: Record<string, string>) => [webhook_id, account_name]),
    [[id, name]],
  );
  const one = await read(`/operator/webhooks/${id}`);
  assert.deepEqual([one.account_id, one.account_name, one.status], [account, name, 'paused']);
  assert.equal((await service.operator('GET', '/operator/webhooks/wh_none')).status, 404);
});

test('beyond its pending deliveries an account’s events are skipped without a body, shown as such, and replayed on request', async () => {
  const receiver = await startReceiver();
  const { id: account, key } = await service.account('enterprise');
  const sent = { webhook_url: receiver.url, filters: { niche: 'travel' } };
  const { body: created } = await service.send('POST', '/webhooks', key, { body: sent });
  const path = `/webhooks/${created.webhook_id}`;
  const post = (action: string, body: unknown = {}) => service.send('POST', `${path}/${action}`, key, { body });
  await post('pause');
  const lines: string[] = [];
  for (let n = 0; n < 4; n++) lines.push(await publish('travel'));

  const { data: log } = (await service.get(`${path}/deliveries`, key)).body;
  const skipped = log.slice(0, 2);
  assert.deepEqual(
    log.map(({ status, skipped_by, hooks }: Delivery) => [status, skipped_by, hooks]),
    [
      ['skipped', 'limit', 1],
      ['skipped', 'limit', 1],
      ['pending', null, 1],
      ['pending', null, 1],
    ],
  );
  assert.equal((await service.get(`${path}/deliveries/${skipped[0].delivery_id}`, key)).body.request_body, '');
  assert.ok((await read('/operator/health')).deliveries.skipped_today >= 2);
  assert.equal((await read(`/operator/deliveries?account=${account}&status=skipped`)).deliveries.length, 2);

  const full = await post('test');
  assert.deepEqual([full.status, /have 2 pending deliveries/.test(full.body.detail)], [409, true], full.body.detail);
  assert.equal((await post('replay', { since: skipped[1].created_at })).status, 409);
  await post('resume', { backlog: 'deliver' });
  await receiver.received(2);
  await service.observed('delivery_attempted', created.webhook_id, 2);

  const tooMany = await post('replay', { since: log[3].created_at });
  assert.deepEqual([tooMany.status, /more than 2 deliveries/.test(tooMany.body.detail)], [409, true]);
  assert.equal((await post('replay', { since: skipped[1].created_at })).body.count, 2);
  const requests = await receiver.received(4);
  assert.deepEqual(
    requests.map(({ body }) => JSON.parse(body).data.hooks[0].text),
    lines,
  );
  assert.deepEqual(
    requests.slice(2).map(({ headers }) => headers['webhook-id']),
    [skipped[1].message_id, skipped[0].message_id],
  );
  await service.observed('delivery_attempted', created.webhook_id, 4);
  const { body: second } = await post('replay', { delivery_id: log[3].delivery_id });
  await service.observed('delivery_attempted', created.webhook_id, 5);
  const again = (await service.get(`${path}/deliveries/${second.data[0].delivery_id}`, key)).body;
  assert.deepEqual([again.status, again.request_body], ['delivered', requests[0]?.body]);
  assert.equal((await post('replay', { status: 'failed' })).status, 202);
  const limited = await post('replay', { delivery_id: log[3].delivery_id });
  assert.deepEqual([limited.status, /3 replays per hour/.test(limited.body.detail)], [429, true], limited.body.detail);
  assert.ok(Number(limited.headers.get('retry-after')) > 3000);
  await receiver.close();
});

test('an account may request so many test deliveries per hour, over all of its webhooks', async () => {
  const { key } = await service.account('enterprise');
  const create = () => service.send('POST', '/webhooks', key, { body: { webhook_url: good.url } });
  const ids = [(await create()).body.webhook_id, (await create()).body.webhook_id];
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) {
    const { status } = await service.send('POST', `/webhooks/${ids[n % 2]}/test`, key);
    statuses.push(status);
    if (status === 202) await service.observed('delivery_attempted', ids[n % 2], Math.floor(n / 2) + 1);
  }
  assert.deepEqual(statuses, [202, 202, 202, 202, 429]);
});

let webhooks = 0;

/** A webhook of a new account for the hooks of a niche. */
async function nicheWebhook(niche: string) {
  const { id: account, key } = await service.account('enterprise');
  const path = `/in/${++webhooks}`;
  const body = { webhook_url: breakable.url.replace('/in', path), filters: { niche } };
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
type NicheWebhook = Awaited<ReturnType<typeof nicheWebhook>>;

/** Delivers one line of the niche, and waits until it is settled. */
async function announce({ deliveries }: NicheWebhook, niche: string): Promise<Delivery> {
  const known = (await deliveries()).length;
  await publish(niche);
  const [delivery] = await until(
    deliveries,
    (all) => all.length > known && all[0] !== undefined && all[0].status !== 'pending',
  );
  assert.ok(delivery);
  return delivery;
}

/** One delivered, one that failed and paused the webhook, and one that waits. */
async function withFailure(niche: string): Promise<NicheWebhook & { failed: Delivery }> {
  const hook = await nicheWebhook(niche);
  await announce(hook, niche);
  broken.add(hook.path);
  const failed = await announce(hook, niche);
  await until(hook.read, ({ status }) => status === 'paused');
  broken.delete(hook.path);
  await publish(niche);
  return { ...hook, failed };
}

test('a holder replays only what failed, once, and what waits goes on waiting', async () => {
  const hook = await withFailure('food');
  const sent = () =>
    breakable.requests.filter(({ path }) => path === hook.path).map(({ headers }) => headers['webhook-id']);
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
  const hook = await nicheWebhook('tech');
  broken.add(hook.path);
  const { delivery_id } = await announce(hook, 'tech');
  await until(hook.read, ({ status }) => status === 'paused');
  broken.delete(hook.path);
  await hook.post('replay', { delivery_id });
  await until(hook.read, ({ failed, backlog }) => failed + backlog === 0);
  const sent = breakable.requests.length;
  assert.equal((await hook.post('resume', { backlog: 'deliver' })).body.backlog, 0);
  await announce(hook, 'tech');
  assert.equal(breakable.requests.length, sent + 1);
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
  const of = ({ id }: NicheWebhook) =>
    body.webhooks.find(({ webhook_id }: { webhook_id: string }) => webhook_id === id);
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
