// Guarantees to webhook receivers, through real services with real receivers, one of which is killed while it delivers.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { hookFields } from '../../src/catalog/hook.ts';
import { defined } from '../setup/defined.ts';
import { readOutbox } from '../setup/outbox.ts';
import { startKilledProcess } from '../setup/processes/killed-process.ts';
import { type Received, type Receiver, startReceiver } from '../setup/receiver.ts';
import { query } from '../setup/refresh.ts';
import { hookLine, type LineOptions, type TestService } from '../setup/service.ts';
import { call, importLines, newKey } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let enterprise: { id: string; key: string; email: string };
const receivers: Receiver[] = [];
let batches = 0;

/** Receives what a process sent that was killed before it settled any of it, and what followed. */
let survivor: Receiver;

before(async () => {
  const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_WEBHOOK_RETRIES: '50ms,50ms,50ms,50ms' };
  const { running, killAt } = await startKilledProcess(env);
  survivor = await receiver();
  await call(running, await newKey(running, 'enterprise'), 'POST', '/webhooks', { webhook_url: survivor.url });
  const lines = Array.from({ length: 250 }, (_, n) => hookLine(`Line ${n} before the kill`));
  service = await killAt('before insert on webhook_attempts', 'true', () => importLines(running, lines));
});

after(async () => {
  await service.close();
  await Promise.all(receivers.map((one) => one.close()));
});

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args);
  receivers.push(started);
  return started;
}

/** A webhook of a new account. */
async function webhook(url: string, filters?: unknown) {
  enterprise = await service.account('enterprise');
  const { key } = enterprise;
  const { status, body } = await service.send('POST', '/webhooks', key, { body: { webhook_url: url, filters } });
  assert.equal(status, 201, JSON.stringify(body));
  const call = (method: string, path = '', sent?: unknown) =>
    service.send(method, `/webhooks/${body.webhook_id}${path}`, key, sent === undefined ? {} : { body: sent });
  return { id: body.webhook_id as string, secret: body.secret as string, key, call };
}

/** Imports new hooks with unique texts. */
async function publish(count: number, options: LineOptions = {}): Promise<string[]> {
  const batch = ++batches;
  const texts = Array.from({ length: count }, (_, n) => `Line ${n} of batch ${batch}`);
  const { report } = await service.import(
    texts.map((text) => hookLine(text, options)).join('\n'),
    'preset=hookline&format=jsonl',
  );
  assert.equal(report.added, count);
  return texts;
}

const parse = ({ body }: Received) => JSON.parse(body);
const textsOf = (requests: readonly Received[]): string[] =>
  requests.flatMap((request) => parse(request).data.hooks.map(({ text }: { text: string }) => text));

test('deliveries of a process that is killed after sending and before settling arrive again with the same ids, and none is lost', async () => {
  await until(
    () => query(service, "select 1 from webhook_deliveries where status = 'delivered'"),
    ({ length }) => length === 3,
  );
  const { requests } = survivor;
  assert.ok(requests.length > 3, 'what was sent before the kill was sent again');
  assert.equal(new Set(requests.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size, 3);
  assert.equal(new Set(textsOf(requests)).size, 250);
});

test('new hooks arrive with seven fields and both kinds of signatures', async () => {
  const target = await receiver();
  const { secret } = await webhook(target.url);
  const texts = await publish(2);
  const [request] = await target.received(1);
  assert.ok(request);
  const { event, timestamp, data } = parse(request);
  assert.equal(event, 'hooks.new');
  assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
  assert.equal(data.count, 2);
  assert.deepEqual(data.batch, { index: 1, of: 1 });
  assert.deepEqual(Object.keys(data.hooks[0]), hookFields);
  assert.deepEqual(textsOf([request]), texts);
  assert.match(data.hooks[0].id, /^hook_\d+$/);
  assert.equal(request.headers['content-type'], 'application/json');
  const expected = createHmac('sha256', secret).update(request.body).digest('hex');
  assert.equal(request.headers['x-service-signature'], `sha256=${expected}`);
  new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
  assert.throws(() => new Webhook(secret).verify(`${request.body} `, request.headers as Record<string, string>));
});

test('only hooks that match the filters arrive; without matches nothing is delivered', async () => {
  const target = await receiver();
  await webhook(target.url, { niche: ['Food'], min_views: 200_000, q: 'batch' });
  await publish(1, { niche: 'travel', views: 300_000 });
  await publish(1, { niche: 'food', views: 150_000 });
  const texts = await publish(1, { niche: 'food', views: 250_000 });
  await target.received(1);
  assert.deepEqual(textsOf(target.requests), texts);
});

test('a language matches its regional variants, as in GET /hooks', async () => {
  const target = await receiver();
  await webhook(target.url, { language: ['pt', 'es-mx'] });
  for (const language of ['en', 'es', 'es-ES']) await publish(1, { language });
  const texts: string[] = [];
  for (const language of ['pt', 'pt-BR', 'es-MX']) texts.push(...(await publish(1, { language })));
  await target.received(3);
  assert.deepEqual(textsOf(target.requests).sort(), texts.sort());
});

test('many new hooks arrive in batches of a hundred in order of id, each hook once', async () => {
  const target = await receiver();
  await webhook(target.url);
  const texts = await publish(250);
  const requests = await target.received(3);
  assert.deepEqual(
    requests.map((request) => [parse(request).data.batch, parse(request).data.count]),
    [100, 100, 50].map((count, n) => [{ index: n + 1, of: 3 }, count]),
  );
  assert.deepEqual(textsOf(requests).sort(), texts.sort());
  const ids = requests.flatMap((request) =>
    parse(request).data.hooks.map(({ id }: { id: string }) => Number(id.slice(5))),
  );
  assert.deepEqual(
    ids,
    [...ids].sort((a, b) => a - b),
  );
  assert.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 3);
  assert.equal(new Set(requests.map((request) => parse(request).event_id)).size, 1);
});

test('an update of an existing hook announces nothing; a hook accepted in review is announced on acceptance', async () => {
  const target = await receiver();
  await webhook(target.url);
  const [text = ''] = await publish(1, { views: 200_000 });
  await target.received(1);
  await service.import(hookLine(text, { views: 900_000 }), 'preset=hookline&format=jsonl');
  const pending = JSON.stringify({ text: 'zxqv wvut', views: 500_000, platform: 'TikTok', language: 'en' });
  const { report } = await service.import(pending, 'preset=hookline&format=jsonl');
  assert.equal(report.pending, 1);
  const { body: queue } = await service.operator('GET', '/operator/hooks?state=pending');
  await service.operator('PATCH', `/operator/hooks/${queue.hooks[0].id}`, { state: 'published' });
  const requests = await target.received(2);
  assert.deepEqual(textsOf(requests), [text, 'zxqv wvut']);
});

test('a failed delivery is retried with the same id and bytes; after the fourth retry the webhook is paused, and can be resumed with its backlog', async () => {
  let status = 500;
  const target = await receiver((res) => res.writeHead(status).end('not now'));
  const { call, id } = await webhook(target.url);
  await publish(1);
  const attempts = await target.received(5);
  assert.equal(new Set(attempts.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size, 1);
  await service.observed('webhook_paused', id);
  const { body: paused } = await call('GET');
  assert.deepEqual([paused.status, paused.paused_by], ['paused', 'failures']);
  const subject = 'Your Hookline webhook is paused';
  await service.observed('mail_sent', subject);
  const [mail = '', ...more] = readOutbox(service.dataDir, subject);
  assert.equal(more.length, 0);
  for (const part of [id, `To: ${enterprise.email}`, 'paused']) assert.ok(mail.includes(part), part);
  const texts = await publish(1);
  status = 200;
  const { body: resumed } = await call('POST', '/resume', { backlog: 'deliver' });
  assert.deepEqual([resumed.status, resumed.paused_by], ['active', null]);
  const all = await target.received(7);
  assert.deepEqual(textsOf(all.slice(6)), texts);
  assert.equal(all[5]?.headers['webhook-id'], all[0]?.headers['webhook-id']);
});

test('410 pauses immediately; resuming without the backlog delivers new hooks only', async () => {
  let status = 410;
  const target = await receiver((res) => res.writeHead(status).end());
  const { call, id } = await webhook(target.url);
  await publish(1);
  await service.observed('webhook_paused', id);
  assert.deepEqual([(await call('GET')).body.paused_by, target.requests.length], ['gone', 1]);
  await publish(1);
  status = 200;
  assert.equal((await call('POST', '/resume', { backlog: 'skip' })).body.backlog, 0);
  const texts = await publish(1);
  await target.received(2);
  await service.observed('delivery_attempted', id, 2);
  assert.deepEqual(textsOf(target.requests.slice(1)), texts);
  const { body: log } = await call('GET', '/deliveries');
  assert.deepEqual(
    log.data.map(({ status }: { status: string }) => status),
    ['delivered', 'skipped', 'skipped'],
  );
});

test('after a rotation deliveries are signed with both secrets', async () => {
  const target = await receiver();
  const { call, secret } = await webhook(target.url);
  const { body: rotated } = await call('POST', '/rotate-secret');
  assert.notEqual(rotated.secret, secret);
  assert.ok(Date.parse(rotated.previous_secret_until) - Date.now() > 23 * 3_600_000);
  await publish(1);
  const { body, headers } = defined((await target.received(1))[0]);
  for (const each of [secret, rotated.secret]) new Webhook(each).verify(body, headers as Record<string, string>);
  const sign = (key: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
  assert.equal(headers['x-service-signature'], sign(rotated.secret));
  assert.equal(headers['x-service-signature-previous'], sign(secret));
  assert.equal((await call('GET')).body.secret, undefined);
});

test('the log shows requests and responses, a test is one delivery, a replay sends the same message again', async () => {
  const target = await receiver((res, _request, req) =>
    req.headers['webhook-id'] ? res.writeHead(201, { 'x-a': 'b' }).end('x'.repeat(10_000)) : res.end(),
  );
  const { call, id } = await webhook(target.url);
  const { status, body: tested } = await call('POST', '/test');
  assert.deepEqual([status, tested.kind, tested.status], [202, 'test', 'pending']);
  await target.received(1);
  await publish(1);
  await target.received(2);
  // Settled, not only received.
  await service.observed('delivery_attempted', id, 2);
  await call('POST', '/pause');
  const [delivered] = (await call('GET', '/deliveries?status=delivered&limit=1')).body.data;
  assert.deepEqual([delivered.last_status_code, delivered.last_error], [201, null]);
  const { body: detail } = await call('GET', `/deliveries/${delivered.delivery_id}`);
  assert.equal(detail.request_body, target.requests[1]?.body);
  const [attempt] = detail.log;
  assert.deepEqual([attempt.number, attempt.status_code, attempt.error], [1, 201, null]);
  assert.equal(attempt.response, 'x'.repeat(4096));
  assert.equal(attempt.headers['webhook-id'], target.requests[1]?.headers['webhook-id']);
  const replayed = await call('POST', '/replay', { delivery_id: delivered.delivery_id });
  assert.deepEqual([replayed.status, replayed.body.count], [202, 1]);
  await target.received(3);
  assert.equal(target.requests[2]?.body, target.requests[1]?.body);
  assert.equal(target.requests[2]?.headers['webhook-id'], target.requests[1]?.headers['webhook-id']);
  const range = await call('POST', '/replay', { since: '2026-01-01T00:00:00Z' });
  assert.equal(range.body.count, 1);
  await target.received(4);
  const again = await call('POST', '/replay', { delivery_id: tested.delivery_id });
  assert.deepEqual([again.status, again.body.data[0].kind], [202, 'replay']);
  await target.received(5);
  assert.equal((await call('POST', '/replay', { delivery_id: 'dlv_none' })).status, 404);
  assert.equal((await call('POST', '/replay', {})).status, 422);
});

test('an account has at most five webhooks, sees only its own, and needs a plan with webhooks', async () => {
  const target = await receiver();
  const { key, id } = await webhook(target.url);
  const create = (by: string) => service.send('POST', '/webhooks', by, { body: { webhook_url: target.url } });
  const answers = await Promise.all(Array.from({ length: 6 }, () => create(key)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 201, 409, 409]);
  assert.equal((await service.get('/webhooks', key)).body.count, 5);
  const { key: other } = await service.account('enterprise');
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['PATCH', ''],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/test'],
    ['POST', '/rotate-secret'],
    ['GET', '/deliveries'],
  ] as const) {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    assert.equal((await service.send(method, `/webhooks/${id}${path}`, other, body)).status, 404, `${method} ${path}`);
  }
  assert.deepEqual((await service.get('/webhooks', other)).body.data, []);
  const { key: scale } = await service.account('scale');
  const refused = await create(scale);
  assert.deepEqual([refused.status, refused.body.required_plan], [403, 'enterprise']);
});

test('a suspended account gets nothing, and what was pending at once when it is restored', async () => {
  const target = await receiver();
  const { id, call } = await webhook(target.url);
  const { id: account } = enterprise;
  await call('POST', '/pause');
  const texts = await publish(1);
  await service.operator('PATCH', `/operator/accounts/${account}`, { suspended: true });
  await service.operator('POST', `/operator/webhooks/${id}/resume`, { backlog: 'deliver' });
  // The deliverer takes what is due of all accounts at once.
  const other = await receiver();
  await webhook(other.url);
  await publish(1);
  await other.received(1);
  const { body: waiting } = await service.operator('GET', `/operator/deliveries?account=${account}`);
  assert.deepEqual(
    waiting.deliveries.map(({ status, account_active }: Record<string, unknown>) => [status, account_active]),
    [['pending', false]],
  );
  assert.equal(target.requests.length, 0);
  await service.operator('PATCH', `/operator/accounts/${account}`, { suspended: false });
  assert.deepEqual(textsOf(await target.received(1)), texts);
});

test('the operator creates, manages and deletes webhooks for an account', async () => {
  const target = await receiver();
  const { id: account } = await service.account('enterprise');
  const created = await service.operator('POST', `/operator/accounts/${account}/webhooks`, { webhook_url: target.url });
  assert.equal(created.status, 201);
  assert.match(created.body.secret, /^whsec_/);
  const path = `/operator/webhooks/${created.body.webhook_id}`;
  const { body: listed } = await service.operator('GET', `/operator/webhooks?account=${account}`);
  assert.deepEqual([listed.webhooks.length, listed.webhooks[0].account_id], [1, account]);
  assert.equal((await service.operator('POST', `${path}/test`)).status, 202);
  await target.received(1);
  await service.observed('delivery_attempted', created.body.webhook_id);
  const { body: log } = await service.operator('GET', `${path}/deliveries`);
  assert.equal(log.deliveries[0].kind, 'test');
  assert.equal((await service.operator('POST', `${path}/pause`)).body.status, 'paused');
  assert.equal((await service.operator('POST', `${path}/resume`, { backlog: 'skip' })).body.status, 'active');
  assert.equal((await service.operator('PATCH', path, { filters: { niche: 'food' } })).body.filters.niche[0], 'food');
  assert.equal((await service.operator('DELETE', path)).status, 200);
  assert.equal((await service.operator('GET', path)).status, 404);
});

test('a long poll does not hold up a service that stops', async () => {
  const { key } = await service.account('enterprise');
  const poll = service.get('/webhooks/deliveries?wait=25', key).catch(() => undefined);
  await service.get('/webhooks/deliveries', key);
  const at = performance.now();
  await service.stop();
  await poll;
  assert.ok(performance.now() - at < 20_000);
});
