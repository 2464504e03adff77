// Guarantees to webhook receivers, through a real service with real receivers, and what a process without room on its disk, which is killed
// while it delivers and exports, leaves to the next one.
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { hookFields } from '../../src/catalog/hook.ts';
import { defined } from '../setup/defined.ts';
import { faultPoint } from '../setup/fault-point.ts';
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
let store: string;

/** Receives what a process sent that was killed before it settled any of it, and what followed. */
let survivor: Receiver;
type Export = { status: string; error: string; sha256: string; download_url: string };
/** An export that the disk of this process had no room for, and one that it had written, but not settled. */
let failed: Export;
let unsettled: { key: string; path: string };

before(async () => {
  const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_WEBHOOK_RETRIES: '50ms,50ms,50ms,50ms' };
  store = mkdtempSync(join(tmpdir(), 'hookline-store-'));
  // The system refuses to let a file of this process grow beyond 32 KiB: a real write that really fails.
  const limited = "trap '' XFSZ; ulimit -f 64";
  const { running, killAt, databaseUrl } = await startKilledProcess({ ...env, HOOKLINE_EXPORTS: store }, limited);
  survivor = await receiver();
  await call(running, await newKey(running, 'enterprise'), 'POST', '/webhooks', { webhook_url: survivor.url });
  const lines = Array.from({ length: 150 }, (_, n) =>
    hookLine(`Line ${n} before the kill`, n ? {} : { niche: 'tech' }),
  );
  const delivering = await faultPoint(databaseUrl, 'before insert on webhook_attempts');
  await importLines(running, lines);
  const key = await newKey(running, 'scale');
  const begin = async (body: object): Promise<string> =>
    `/export/${(await call(running, key, 'POST', '/export', body)).body.export_id}`;
  const full = await begin({ format: 'jsonl' });
  failed = await until(
    async () => (await call(running, key, 'GET', full)).body,
    ({ status }) => status !== 'processing',
  );
  await delivering.reached();
  // The next process would wait for the locks of its transactions.
  const rolledBack = running.exit.then(() => delivering.rollBack());
  service = await killAt('before update on exports', "new.status = 'complete'", async () => {
    unsettled = { key, path: await begin({ format: 'csv', filters: { niche: 'tech' } }) };
  });
  await rolledBack;
});

after(async () => {
  await service.close();
  rmSync(store, { recursive: true });
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

/** Hooks that wait for review. Accepting one announces it as an import does, and costs far less. */
const pool = Array.from({ length: 12 }, (_, n) => `zzqv ${'qwxzvkjbfhtn'[n]?.repeat(4)}`);

/** Publishes a new hook. */
async function publish(): Promise<string[]> {
  const text = pool.shift() ?? '';
  const { body } = await service.operator('GET', `/operator/hooks?state=pending&text=${encodeURIComponent(text)}`);
  await service.operator('PATCH', `/operator/hooks/${body.hooks[0].id}`, { state: 'published' });
  return [text];
}

const parse = ({ body }: Received) => JSON.parse(body);
const textsOf = (requests: readonly Received[]): string[] =>
  requests.flatMap((request) => parse(request).data.hooks.map(({ text }: { text: string }) => text));

test('deliveries of a process that is killed after sending and before settling arrive again with the same ids, and none is lost', async () => {
  await until(
    () => query(service, "select 1 from webhook_deliveries where status = 'delivered'"),
    ({ length }) => length === 2,
  );
  const { requests } = survivor;
  assert.ok(requests.length > 2, 'what was sent before the kill was sent again');
  assert.equal(new Set(requests.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size, 2);
  assert.equal(new Set(textsOf(requests)).size, 150);
});

test('an export that the disk has no room for fails with the reason and does not count; one whose process is killed is completed by the next', async () => {
  assert.deepEqual([failed.status, /no space/.test(failed.error)], ['failed', true], failed.error);
  const { path, key } = unsettled;
  const done: Export = await until(
    async () => (await service.get(path, key)).body,
    ({ status }) => status !== 'processing',
  );
  const file = Buffer.from(await (await fetch(done.download_url)).arrayBuffer());
  assert.deepEqual([done.status, createHash('sha256').update(file).digest('hex')], ['complete', done.sha256]);
  assert.ok(readdirSync(store).every((name) => name.startsWith(path.slice('/export/'.length))));
});

test('new hooks arrive in batches of a hundred in order of id, with both kinds of signatures, after a rotation of both secrets', async () => {
  const [target, filtered, without] = [await receiver(), await receiver(), await receiver()];
  const { secret, call } = await webhook(target.url);
  const filters = { niche: ['Food'], min_views: 200_000, q: 'line', language: ['pt', 'es-mx'] };
  await webhook(filtered.url, filters);
  await webhook(without.url, { ...filters, niche: ['business'] });
  const matching = { niche: 'food', views: 250_000, language: 'pt' };
  const hooks: LineOptions[] = [
    matching,
    { ...matching, language: 'pt-BR' },
    { ...matching, language: 'es-MX' },
    { ...matching, language: 'es-ES' },
    { ...matching, views: 150_000 },
    { ...matching, niche: 'travel' },
    ...Array<LineOptions>(115).fill({}),
  ];
  const lines = hooks.map((hook, n) => hookLine(`Line ${n} of all`, hook));
  const pending = pool.map((text) => JSON.stringify({ text, views: 500_000, platform: 'TikTok', language: 'en' }));
  const updated = hookLine('Line 1 before the kill', { views: 900_000 });
  const { report } = await service.import([...lines, ...pending, updated].join('\n'), 'preset=hookline&format=jsonl');
  assert.deepEqual([report.added, report.pending, report.updated], [hooks.length, pool.length, 1]);
  const requests = await target.received(2);
  assert.deepEqual(
    requests.map((request) => [parse(request).data.batch, parse(request).data.count]),
    [100, 21].map((count, n) => [{ index: n + 1, of: 2 }, count]),
  );
  assert.deepEqual(
    textsOf(requests),
    hooks.map((_, n) => `Line ${n} of all`),
    'neither updates nor hooks that wait for review',
  );
  assert.equal(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, 2);
  assert.equal(new Set(requests.map((request) => parse(request).event_id)).size, 1);
  const [matches] = await filtered.received(1);
  assert.deepEqual(
    textsOf(matches ? [matches] : []),
    [0, 1, 2].map((n) => `Line ${n} of all`),
  );
  assert.deepEqual(without.requests, []);

  const request = defined(requests[0]);
  const { event, timestamp, data } = parse(request);
  assert.equal(event, 'hooks.new');
  assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
  assert.deepEqual(Object.keys(data.hooks[0]), hookFields);
  assert.match(data.hooks[0].id, /^hook_\d+$/);
  assert.equal(request.headers['content-type'], 'application/json');
  const expected = createHmac('sha256', secret).update(request.body).digest('hex');
  assert.equal(request.headers['x-service-signature'], `sha256=${expected}`);
  new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
  assert.throws(() => new Webhook(secret).verify(`${request.body} `, request.headers as Record<string, string>));

  const { body: rotated } = await call('POST', '/rotate-secret');
  assert.notEqual(rotated.secret, secret);
  assert.ok(Date.parse(rotated.previous_secret_until) - Date.now() > 23 * 3_600_000);
  const accepted = await publish();
  const { body, headers } = defined((await target.received(3))[2]);
  assert.deepEqual(
    JSON.parse(body).data.hooks.map(({ text }: { text: string }) => text),
    accepted,
    'accepted in review',
  );
  for (const each of [secret, rotated.secret]) new Webhook(each).verify(body, headers as Record<string, string>);
  const sign = (key: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
  assert.equal(headers['x-service-signature'], sign(rotated.secret));
  assert.equal(headers['x-service-signature-previous'], sign(secret));
  assert.equal((await call('GET')).body.secret, undefined);
});

test('a failed delivery is retried with the same id and bytes; after the fourth retry the webhook is paused, and can be resumed with its backlog', async () => {
  let status = 500;
  const target = await receiver((res) => res.writeHead(status).end('not now'));
  const { call, id } = await webhook(target.url);
  await publish();
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
  const texts = await publish();
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
  await publish();
  await service.observed('webhook_paused', id);
  assert.deepEqual([(await call('GET')).body.paused_by, target.requests.length], ['gone', 1]);
  await publish();
  status = 200;
  assert.equal((await call('POST', '/resume', { backlog: 'skip' })).body.backlog, 0);
  const texts = await publish();
  await target.received(2);
  await service.observed('delivery_attempted', id, 2);
  assert.deepEqual(textsOf(target.requests.slice(1)), texts);
  const { body: log } = await call('GET', '/deliveries');
  assert.deepEqual(
    log.data.map(({ status }: { status: string }) => status),
    ['delivered', 'skipped', 'skipped'],
  );
});

test('the log shows requests and responses, a test is one delivery, a replay sends the same message again', async () => {
  const target = await receiver((res, _request, req) =>
    req.headers['webhook-id'] ? res.writeHead(201, { 'x-a': 'b' }).end('x'.repeat(10_000)) : res.end(),
  );
  const { call, id } = await webhook(target.url);
  const { status, body: tested } = await call('POST', '/test');
  assert.deepEqual([status, tested.kind, tested.status], [202, 'test', 'pending']);
  await target.received(1);
  await publish();
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
  const texts = await publish();
  await service.operator('PATCH', `/operator/accounts/${account}`, { suspended: true });
  await service.operator('POST', `/operator/webhooks/${id}/resume`, { backlog: 'deliver' });
  // The deliverer takes what is due of all accounts at once.
  const other = await receiver();
  await webhook(other.url);
  await publish();
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
