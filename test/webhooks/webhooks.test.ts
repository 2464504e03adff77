// Webhooks of one service with real receivers: batches, signatures, retries, pauses, other events, limits and replays; and recovery after a
// process with a full disk was killed while it delivered and exported.
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { hookFields } from '../../src/catalog/record.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { Delivery } from '../../src/webhooks/delivery.ts';
import { announceChanges } from '../../src/webhooks/events/announce.ts';
import { webhookEvents } from '../../src/webhooks/events/event.ts';
import { sampleOf } from '../../src/webhooks/events/samples.ts';
import { defined } from '../setup/defined.ts';
import { faultPoint } from '../setup/fault-point.ts';
import { readOutbox } from '../setup/outbox.ts';
import { startKilledProcess } from '../setup/processes/killed-process.ts';
import { type Received, type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine, type LineOptions, type TestService } from '../setup/service.ts';
import { call, importLines, newKey } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let client: pg.Client;
const receivers: Receiver[] = [];
let store: string;

/** Receives the requests of a process that was killed before it settled any of them, and later requests. */
let survivor: Receiver;
type Export = { status: string; error: string; sha256: string; download_url: string };
/** `failed` is an export that the disk of this process had no room for, and `unsettled` one that it had written, but not settled. */
let failed: Export;
let unsettled: { key: string; path: string };
/** Responds with 500 on paths of `broken`. */
let breakable: Receiver;
const broken = new Set<string>();

/** Hooks that the tests of other events change. */
const known = ['A line that grows', 'Dropped by its source', 'Taken down soon', 'Announced once'];

before(async () => {
  const env = {
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_WEBHOOK_RETRIES: '50ms,50ms,50ms,50ms',
    HOOKLINE_LIMIT_PENDING_DELIVERIES_PER_ACCOUNT: '2',
    HOOKLINE_LIMIT_TEST_DELIVERIES_PER_HOUR: '6',
    HOOKLINE_LIMIT_REPLAYS_PER_HOUR: '3',
    HOOKLINE_LIMIT_DELIVERIES_PER_REPLAY: '2',
  };
  store = mkdtempSync(join(tmpdir(), 'hookline-store-'));
  // The limit makes the system refuse files above 32 KiB for this process, so writes really fail.
  const limited = "trap '' XFSZ; ulimit -f 64";
  const { running, killAt, databaseUrl } = await startKilledProcess({ ...env, HOOKLINE_EXPORTS: store }, limited);
  survivor = await receiver();
  breakable = await receiver((res, { path }) => res.writeHead(broken.has(path) ? 500 : 200).end('not today'));
  await call(running, await newKey(running, 'enterprise'), 'POST', '/webhooks', { webhook_url: survivor.url });
  const lines = Array.from({ length: 150 - known.length }, (_, n) =>
    hookLine(`Line ${n} before the kill`, n ? {} : { niche: 'tech' }),
  );
  const delivering = await faultPoint(databaseUrl, 'before insert on webhook_attempts');
  await importLines(running, [...lines, ...known.map((text) => hookLine(text, { views: 900_000 }))]);
  const key = await newKey(running, 'scale');
  const begin = async (body: object): Promise<string> =>
    `/export/${(await call(running, key, 'POST', '/export', body)).body.export_id}`;
  const full = await begin({ format: 'jsonl' });
  failed = await until(
    async () => (await call(running, key, 'GET', full)).body,
    ({ status }) => status !== 'processing',
  );
  await delivering.reached();
  // The next process would wait for the locks of these transactions.
  const rolledBack = running.exit.then(() => delivering.rollBack());
  service = await killAt('before update on exports', "new.status = 'complete'", async () => {
    unsettled = { key, path: await begin({ format: 'csv', filters: { niche: 'tech' } }) };
  });
  await rolledBack;
  client = new pg.Client(service.databaseUrl);
  await client.connect();
});

after(async () => {
  await client.end();
  await service.close();
  rmSync(store, { recursive: true });
  await Promise.all(receivers.map((one) => one.close()));
});

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args);
  receivers.push(started);
  return started;
}

const rows = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows;

/** Creates a webhook of a new account. */
async function webhook(url: string, filters?: object, events?: readonly string[], limits?: { per_day: number }) {
  const account = await service.account('enterprise', limits);
  const { key } = account;
  const sent = { webhook_url: url, filters, events };
  const { status, body } = await service.send('POST', '/webhooks', key, { body: sent });
  assert.equal(status, 201, JSON.stringify(body));
  const call = (method: string, path = '', sent?: unknown) =>
    service.send(method, `/webhooks/${body.webhook_id}${path}`, key, { body: sent });
  return {
    account,
    key,
    id: body.webhook_id as string,
    secret: body.secret as string,
    events: body.events,
    call,
    post: (action: string, sent: unknown = {}) => call('POST', `/${action}`, sent),
    read: async () => (await call('GET')).body,
    deliveries: async (): Promise<Delivery[]> => (await call('GET', '/deliveries')).body.data,
  };
}

/** Creates a webhook with its own receiver. */
async function listen(events?: readonly string[], filters?: object, limits?: { per_day: number }) {
  await announced();
  const target = await receiver();
  const made = await webhook(target.url, filters, events, limits);
  return { ...made, target, bodies: () => target.requests.map(parse) };
}

/** Pending hooks. Accepting one announces it as an import does, and costs far less. */
const pool: Record<string, string[]> = Object.fromEntries(
  ['beauty', 'food', 'tech', 'finance', 'health', 'travel'].map((niche, at) => [
    niche,
    Array.from({ length: at ? 4 : 9 }, (_, n) => `zzqv ${'jqwxzv'[at]?.repeat(3)}${'kbfhtnqxw'[n]?.repeat(3)}`),
  ]),
);
const waiting = ['zzqv comes', 'zzqv undone'];

async function idOf(text: string): Promise<string> {
  const { body } = await service.operator('GET', `/operator/hooks?text=${encodeURIComponent(text)}`);
  return body.hooks[0].id;
}

const setState = (id: string, state: string) => service.operator('PATCH', `/operator/hooks/${id}`, { state });

/** Publishes a new hook. */
async function publish(niche = 'beauty'): Promise<string> {
  const text = pool[niche]?.shift() ?? assert.fail(`no hook of ${niche} is left`);
  await setState(await idOf(text), 'published');
  return text;
}

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
const parse = ({ body }: Received): any => JSON.parse(body);
const textsOf = (requests: readonly Received[]): string[] =>
  requests.flatMap((request) => parse(request).data.hooks.map(({ text }: { text: string }) => text));
const messageOf = ({ headers, body }: Received) => `${headers['webhook-id']} ${body}`;

/** Resolves when the changes up to the current version of the catalog are announced. */
const announced = () =>
  until(
    async () =>
      rows('select 1 from announced_versions a, catalog c where a.name = $1 and a.version = c.version', ['hooks']),
    (rows) => rows.length === 1,
  );

const importFrom = (source: string, lines: readonly string[], more = '') =>
  service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${source}${more}`);

/** Publishes a version with a change of one hook, as an import does, and waits until it is announced. */
async function change(text: string, set: string): Promise<void> {
  await rows(
    `with next as (update catalog set version = version + 1, updated_at = clock_timestamp() returning version),
      changed as (update hooks h set ${set}, version = n.version, updated_at = now() from next n where text = $1 returning h.id, views)
    insert into view_history (hook_id, captured_at, views) select id, clock_timestamp(), views from changed`,
    [text],
  );
  await rows('notify hookline_catalog');
  await announced();
}

test('deliveries of a process killed between sending and settling are sent again with the same ids, and none is lost', async () => {
  await until(
    () => rows("select 1 from webhook_deliveries where status = 'delivered'"),
    ({ length }) => length === 2,
  );
  const { requests } = survivor;
  assert.ok(requests.length > 2, 'what was sent before the kill was sent again');
  assert.equal(new Set(requests.map(messageOf)).size, 2);
  assert.equal(new Set(textsOf(requests)).size, 150);
});

test('an export without disk space fails with the reason and does not count; one whose process is killed is completed by the next', async () => {
  assert.deepEqual([failed.status, /no space/.test(failed.error)], ['failed', true], failed.error);
  const { path, key } = unsettled;
  const done: Export = await until(
    async () => (await service.get(path, key)).body,
    ({ status }) => status !== 'processing',
  );
  const file = Buffer.from(await (await fetch(done.download_url)).arrayBuffer());
  assert.deepEqual([done.status, createHash('sha256').update(file).digest('hex')], ['complete', done.sha256]);
  const files = readdirSync(store).filter((name) => name.startsWith('exp_'));
  assert.ok(files.every((name) => name.startsWith(path.slice('/export/'.length))));
});

test('new hooks arrive in batches of 100 by id, with both kinds of signatures, after a rotation of both secrets', async () => {
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
  const pending = [...Object.entries(pool), ['finance', waiting] as const].flatMap(([niche, texts]) =>
    texts.map((text) => JSON.stringify({ text, views: 500_000, platform: 'TikTok', language: 'en', niche })),
  );
  const updated = hookLine('Line 1 before the kill', { views: 900_000 });
  const { report } = await service.import([...lines, ...pending, updated].join('\n'), 'preset=hookline&format=jsonl');
  assert.deepEqual([report.added, report.pending, report.updated], [hooks.length, pending.length, 1]);
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
    [accepted],
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
  const { account, call, id } = await webhook(target.url);
  await publish();
  const attempts = await target.received(5);
  assert.equal(new Set(attempts.map(messageOf)).size, 1);
  await service.observed('webhook_paused', id);
  const { body: paused } = await call('GET');
  assert.deepEqual([paused.status, paused.paused_by], ['paused', 'failures']);
  const subject = 'Your Hookline webhook is paused';
  await service.observed('mail_sent', subject);
  const [mail = '', ...more] = readOutbox(service.dataDir, subject);
  assert.equal(more.length, 0);
  for (const part of [id, `To: ${account.email}`, 'paused']) assert.ok(mail.includes(part), part);
  const text = await publish();
  status = 200;
  const { body: resumed } = await call('POST', '/resume', { backlog: 'deliver' });
  assert.deepEqual([resumed.status, resumed.paused_by], ['active', null]);
  const all = await target.received(7);
  assert.deepEqual(textsOf(all.slice(6)), [text]);
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
  const text = await publish();
  await target.received(2);
  await service.observed('delivery_attempted', id, 2);
  assert.deepEqual(textsOf(target.requests.slice(1)), [text]);
  const { body: log } = await call('GET', '/deliveries');
  assert.deepEqual(
    log.data.map(({ status }: { status: string }) => status),
    ['delivered', 'skipped', 'skipped'],
  );
});

test('the log shows requests and responses, a test is one delivery, a replay resends the same message', async () => {
  const target = await receiver((res, _request, req) =>
    req.headers['webhook-id'] ? res.writeHead(201, { 'x-a': 'b' }).end('x'.repeat(10_000)) : res.end(),
  );
  const { call, id } = await webhook(target.url);
  const { status, body: tested } = await call('POST', '/test');
  assert.deepEqual([status, tested.kind, tested.status], [202, 'test', 'pending']);
  await target.received(1);
  await publish();
  await target.received(2);
  // The delivery must be settled, not only received.
  await service.observed('delivery_attempted', id, 2);
  await call('POST', '/pause');
  const [delivered] = (await call('GET', '/deliveries?status=delivered&limit=1')).body.data;
  assert.deepEqual([delivered.last_status_code, delivered.last_error], [201, null]);
  const { body: detail } = await call('GET', `/deliveries/${delivered.delivery_id}`);
  assert.equal(detail.request_body, target.requests[1]?.body);
  const [attempt] = detail.log;
  assert.deepEqual([attempt.number, attempt.status_code, attempt.error], [1, 201, null]);
  assert.equal(attempt.response, 'x'.repeat(4096));
  const replayed = await call('POST', '/replay', { delivery_id: delivered.delivery_id });
  assert.deepEqual([replayed.status, replayed.body.count], [202, 1]);
  await target.received(3);
  assert.deepEqual(target.requests.slice(2).map(messageOf), target.requests.slice(1, 2).map(messageOf));
  const again = await call('POST', '/replay', { delivery_id: tested.delivery_id });
  assert.deepEqual([again.status, again.body.data[0].kind], [202, 'replay']);
  await target.received(4);
});

test('an account has at most five webhooks', async () => {
  const { key } = await webhook(survivor.url);
  const create = () => service.send('POST', '/webhooks', key, { body: { webhook_url: survivor.url } });
  const answers = await Promise.all(Array.from({ length: 6 }, create));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 201, 409, 409]);
  assert.equal((await service.get('/webhooks', key)).body.count, 5);
  for (const { webhook_id } of (await service.get('/webhooks', key)).body.data)
    await service.send('DELETE', `/webhooks/${webhook_id}`, key);
});

test('a webhook receives hooks.new by default, and other events only if subscribed', async () => {
  const usual = await listen();
  const all = await listen(['trends.changed', 'hooks.retired', 'hooks.new']);
  assert.deepEqual(usual.events, ['hooks.new']);
  assert.deepEqual(all.events, ['hooks.new', 'hooks.retired', 'trends.changed']);
  const id = await idOf('zzqv comes');
  for (const state of ['published', 'retired']) await setState(id, state);
  await all.target.received(2);
  const received = [all, usual].map(({ bodies }) => bodies().map(({ event }) => event));
  assert.deepEqual(received, [['hooks.new', 'hooks.retired'], ['hooks.new']]);
});

test('a key can create webhooks and read the log only within its scopes', async () => {
  const { id, key } = await service.account('enterprise');
  const issue = async (...scopes: string[]) =>
    (await service.operator('POST', `/operator/accounts/${id}/keys`, { scopes })).body.key;
  const [narrow, wide] = [await issue('webhooks'), await issue('webhooks', 'export')];
  const body = { webhook_url: survivor.url, events: ['export.completed'] };
  const refused = await service.send('POST', '/webhooks', narrow, { body });
  assert.deepEqual([refused.status, refused.body.required_scope], [403, 'export']);
  const { body: made } = await service.send('POST', '/webhooks', wide, { body });
  const path = `/webhooks/${made.webhook_id}`;
  const elsewhere = { body: { webhook_url: `${survivor.url}/elsewhere` } };
  assert.equal((await service.send('PATCH', path, narrow, elsewhere)).status, 403);
  const { body: tested } = await service.send('POST', `${path}/test`, key, { body: { event: 'export.completed' } });
  const log = `${path}/deliveries/${tested.delivery_id}`;
  assert.equal((await service.get(log, narrow)).status, 403);
  assert.equal((await service.get(log, wide)).status, 200);
  assert.equal((await service.send('DELETE', path, narrow)).status, 200);
});

test('hooks.updated reports each view threshold that a hook reaches, once, with the previous views', async () => {
  const listener = await listen(['hooks.updated'], { niche: ['finance'] });
  const other = await listen(['hooks.updated'], { niche: ['food'] });
  const steps: [number, number | undefined][] = [
    [900_000, undefined],
    [1_200_000, 1_000_000],
    [101_000_000, 100_000_000],
    [99_000_000, undefined],
    [120_000_000, undefined],
  ];
  let expected = 0;
  for (const [at, [views, crossed]] of steps.entries()) {
    await change('A line that grows', `views = ${views}`);
    if (crossed === undefined) continue;
    await listener.target.received(++expected);
    const { event, data } = listener.bodies().at(-1);
    assert.equal(event, 'hooks.updated');
    assert.deepEqual(
      data.hooks.map((hook: Record<string, unknown>) => [hook.text, hook.views, hook.crossed, hook.previous_views]),
      [['A line that grows', views, crossed, steps[at - 1]?.[0]]],
    );
  }
  // Views per day have their own thresholds.
  for (const [rate, crossed] of [[120_000, 100_000], [9_000], [130_000], [1_500_000, 1_000_000]] as const) {
    await change('A line that grows', `views_per_day = ${rate}`);
    if (crossed === undefined) continue;
    await listener.target.received(++expected);
    const { id: _id, crossed: views, crossed_views_per_day, views_per_day } = listener.bodies().at(-1).data.hooks[0];
    assert.deepEqual([views, crossed_views_per_day, views_per_day], [undefined, crossed, rate]);
  }
  await importFrom('events', [hookLine('Many millions at once', { views: 50_000_000 })]);
  await announced();
  assert.equal(listener.bodies().length, expected, 'not for hooks that are new, nor twice');
  assert.deepEqual(other.bodies(), []);
});

test('hooks.retired has the reason; a takedown goes to everyone, with only its id', async () => {
  const finance = await listen(['hooks.retired'], { niche: ['finance'] });
  const food = await listen(['hooks.retired'], { niche: ['food'] });
  await change('Dropped by its source', "state = 'retired', retired_by = 'snapshot'");
  await finance.target.received(1);
  const [first] = finance.bodies();
  assert.deepEqual(
    [first.data.count, Object.keys(first.data.hooks[0]), first.data.hooks[0].reason],
    [1, ['id', 'retired_at', 'reason'], 'snapshot'],
  );
  const id = await idOf('Taken down soon');
  await service.operator('POST', `/operator/hooks/${id}/takedown`, { reason: 'Request 1' });
  await finance.target.received(2);
  await food.target.received(1);
  for (const { data } of [finance.bodies()[1], food.bodies()[0]])
    assert.deepEqual([data.hooks[0].id, data.hooks[0].reason], [id, 'takedown']);
  assert.doesNotMatch(food.target.requests.map((request) => request.body).join(), /Taken down soon/);
  assert.equal(food.bodies().length, 1);
});

test('hooks that an undo removes are retired, and restored ones are sent again to webhooks that got hooks.retired', async () => {
  const told = await listen(['hooks.new', 'hooks.retired']);
  const untold = await listen(['hooks.new']);
  const [stays, returns] = [hookLine('Always there', { id: 'a' }), hookLine('Gone and back', { id: 'b' })];
  await importFrom('undone', [stays, returns]);
  await announced();
  const { import_id } = await importFrom('undone', [stays], '&snapshot=1');
  await told.target.received(2);
  await service.operator('POST', `/operator/imports/${import_id}/undo`);
  await told.target.received(3);
  const events = () =>
    told.bodies().map(({ event, data }) => `${event} ${data.hooks[0].id} ${data.hooks[0].reason ?? ''}`);
  const gone = await idOf('Gone and back');
  assert.deepEqual(events().slice(1), [`hooks.retired ${gone} snapshot`, `hooks.new ${gone} `]);

  // An accepted hook becomes pending again.
  const id = await idOf('zzqv undone');
  const { body: edit } = await service.operator('PATCH', '/operator/hooks', { ids: [id], state: 'published' });
  await told.target.received(4);
  await service.operator('POST', `/operator/edits/${edit.edit_id}/undo`);
  await told.target.received(5);
  assert.deepEqual(events().slice(4), [`hooks.retired ${id} undo`]);
  await untold.target.received(2);
  assert.equal(untold.bodies().length, 2);
});

test('export.completed has the export with a download link', async () => {
  const listener = await listen(['export.completed']);
  const { body: requested } = await service.send('POST', '/export', listener.key, { body: { format: 'jsonl' } });
  await listener.target.received(1);
  const [{ event, data }] = listener.bodies();
  assert.deepEqual([event, data.export_id, data.status], ['export.completed', requested.export_id, 'complete']);
  const { body: polled } = await service.get(`/export/${requested.export_id}`, listener.key);
  assert.deepEqual({ ...data, download_url: '' }, { ...polled, download_url: '' });
  const sample = JSON.parse(sampleOf('export.completed', new Date()).body).data;
  assert.deepEqual(Object.keys(sample).sort(), Object.keys(data).sort());
  assert.equal((await (await fetch(data.download_url)).text()).trim().split('\n').length, data.records);
});

test('quota.reached is sent at 80 and at 100 per cent of a limit', async () => {
  const listener = await listen(['quota.reached'], undefined, { per_day: 10 });
  const used = async (calls: number) => {
    for (let call = 0; call < calls; call++) assert.equal((await service.get('/hooks', listener.key)).status, 200);
  };
  // Creating the webhook was the first call.
  await used(7);
  await listener.target.received(1);
  await used(2);
  await listener.target.received(2);
  const told = listener.bodies().map(({ event, data }) => `${event} ${data.window} ${data.limit} ${data.percent}`);
  assert.deepEqual(told, ['quota.reached day 10 80', 'quota.reached day 10 100']);
});

test('every event can be tested; events without hooks are logged and replayed unchanged', async () => {
  const listener = await listen(['export.completed']);
  for (const [at, event] of webhookEvents.entries()) {
    const { status, body } = await listener.call('POST', '/test', { event });
    assert.deepEqual([status, body.event, body.kind], [202, event, 'test']);
    await listener.target.received(at + 1);
    assert.deepEqual([listener.bodies()[at].event, listener.bodies()[at].event_id], [event, null]);
  }
  assert.equal((await listener.call('POST', '/test')).status, 429, 'six an hour');
  await service.send('POST', '/export', listener.key, { body: { format: 'json' } });
  await listener.target.received(webhookEvents.length + 1);
  const { body: log } = await until(
    () => listener.call('GET', '/deliveries'),
    ({ body }) => body.data[0].status === 'delivered',
  );
  assert.deepEqual([log.data[0].event, log.data[0].hooks], ['export.completed', 0]);
  const { status } = await listener.call('POST', '/replay', { delivery_id: log.data[0].delivery_id });
  assert.equal(status, 202);
  await listener.target.received(webhookEvents.length + 2);
  const [original, replayed] = listener.target.requests.slice(-2).map(messageOf);
  assert.equal(replayed, original);
});

/** Reads as the operator. */
const read = async (path: string) => {
  const { status, body } = await service.operator('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

test('deliveries and webhooks of all accounts are listed with account and last attempt', async () => {
  const startedAt = new Date().toISOString();
  const bad = await receiver((res) => res.writeHead(500).end('not today'));
  const [fine, failing] = [await webhook(breakable.url), await webhook(bad.url)];
  const ids: string[] = [];
  for (const [id, nth] of [
    [fine.id, 1],
    [fine.id, 2],
    [failing.id, 1],
  ] as const) {
    ids.push((await service.operator('POST', `/operator/webhooks/${id}/test`)).body.delivery_id);
    await service.observed('delivery_attempted', id, nth);
  }
  const [first, second, third] = ids;
  const page = await read(`/operator/deliveries?since=${startedAt}`);
  const idsOf = (list: { deliveries: { delivery_id: string }[] }) =>
    list.deliveries.map(({ delivery_id }) => delivery_id);
  assert.deepEqual([idsOf(page), page.next], [[third, second, first], null]);
  const [failed, delivered] = page.deliveries;
  const account = await read(`/operator/accounts/${failing.account.id}`);
  assert.deepEqual(
    [failed.webhook_id, failed.webhook_url, failed.account_id, failed.account_name, failed.last_status_code],
    [failing.id, bad.url, account.id, account.name, 500],
  );
  assert.deepEqual(
    [delivered.status, delivered.last_status_code, delivered.batch],
    ['delivered', 200, { index: 1, of: 1 }],
  );
  assert.ok(failed.last_attempt_at >= startedAt);

  assert.deepEqual(idsOf(await read(`/operator/deliveries?status=delivered&limit=1`)), [second]);
  assert.deepEqual(idsOf(await read(`/operator/deliveries?webhook=${failing.id}&kind=test`)), [third]);
  const { next } = await read(`/operator/deliveries?account=${fine.account.id}&limit=1`);
  const rest = await read(`/operator/deliveries?account=${fine.account.id}&limit=1&after=${next}`);
  assert.deepEqual([idsOf(rest), rest.next], [[first], null]);
  for (const query of ['status=lost', 'since=yesterday', 'after=dlv_none'])
    assert.equal((await service.operator('GET', `/operator/deliveries?${query}`)).status, 400, query);
  const one = await read(`/operator/deliveries/${third}`);
  assert.deepEqual([one.account_name, one.log[0].response], [account.name, 'not today']);
  assert.equal(parse({ body: one.request_body } as Received).event, 'hooks.new');

  await service.operator('POST', `/operator/webhooks/${failing.id}/pause`);
  const { webhooks } = await read('/operator/webhooks?status=paused');
  const shown = webhooks.find(({ webhook_id }: { webhook_id: string }) => webhook_id === failing.id);
  assert.deepEqual([shown.account_id, shown.account_name, shown.status], [account.id, account.name, 'paused']);
  await service.operator('DELETE', `/operator/webhooks/${failing.id}`);
});

test('above the limit of pending deliveries, events are skipped without a body, shown as skipped, and replayed on request', async () => {
  const { account, id, target, post, deliveries, call } = await listen(undefined, { niche: 'travel' });
  await post('pause');
  const lines: string[] = [];
  for (let n = 0; n < 4; n++) lines.push(await publish('travel'));

  const log = await deliveries();
  const [, ignored, , oldest] = log;
  assert.ok(ignored && oldest);
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
  assert.equal((await call('GET', `/deliveries/${skipped[0]?.delivery_id}`)).body.request_body, '');
  assert.ok((await read('/operator/health')).deliveries.skipped_today >= 2);
  assert.equal((await read(`/operator/deliveries?account=${account.id}&status=skipped`)).deliveries.length, 2);

  const full = await post('test');
  assert.deepEqual([full.status, /have 2 pending deliveries/.test(full.body.detail)], [409, true], full.body.detail);
  assert.equal((await post('replay', { since: ignored.created_at })).status, 409);
  await post('resume', { backlog: 'deliver' });
  await target.received(2);
  await service.observed('delivery_attempted', id, 2);

  const tooMany = await post('replay', { since: oldest.created_at });
  assert.deepEqual([tooMany.status, /more than 2 deliveries/.test(tooMany.body.detail)], [409, true]);
  assert.equal((await post('replay', { since: ignored.created_at })).body.count, 2);
  const requests = await target.received(4);
  assert.deepEqual(
    requests.map(({ body }) => JSON.parse(body).data.hooks[0].text),
    lines,
  );
  assert.deepEqual(
    requests.slice(2).map(({ headers }) => headers['webhook-id']),
    [ignored.message_id, skipped[0]?.message_id],
  );
  await service.observed('delivery_attempted', id, 4);
  const { body: second } = await post('replay', { delivery_id: oldest.delivery_id });
  await service.observed('delivery_attempted', id, 5);
  const again = (await call('GET', `/deliveries/${second.data[0].delivery_id}`)).body;
  assert.deepEqual([again.status, again.request_body], ['delivered', requests[0]?.body]);
  assert.equal((await post('replay', { status: 'failed' })).status, 202);
  const limited = await post('replay', { delivery_id: oldest.delivery_id });
  assert.deepEqual([limited.status, /3 replays per hour/.test(limited.body.detail)], [429, true], limited.body.detail);
  assert.ok(Number(limited.headers.get('retry-after')) > 3000);
});

/** Creates a webhook for the hooks of a niche, on a path that can be broken. */
async function nicheWebhook(niche: string) {
  const path = `/in/${niche}`;
  return { ...(await webhook(breakable.url.replace('/in', path), { niche })), path };
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

/** Creates one delivery that succeeded, one that failed and paused the webhook, and a pending one. */
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

test('an account replays only failed deliveries, once; pending ones stay', async () => {
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

test('replayed deliveries are not sent again when the webhook resumes with its backlog', async () => {
  const hook = await nicheWebhook('tech');
  broken.add(hook.path);
  const { delivery_id } = await announce(hook, 'tech');
  await until(hook.read, ({ status }) => status === 'paused');
  broken.delete(hook.path);
  await hook.post('replay', { delivery_id });
  await until(hook.read, ({ failed, backlog }) => failed + backlog === 0);
  const requests = () => breakable.requests.filter(({ path }) => path === hook.path).length;
  const sent = requests();
  assert.equal((await hook.post('resume', { backlog: 'deliver' })).body.backlog, 0);
  await announce(hook, 'tech');
  assert.equal(requests(), sent + 1);
});

test('an operator replays failed deliveries of a period over all accounts, and one account’s limits do not block others', async () => {
  const since = new Date().toISOString();
  const [one, two] = [await withFailure('finance'), await withFailure('health')];
  for (let n = 0; n < 3; n++) await two.post('replay', { status: 'failed', since: '2999-01-01T00:00:00Z' });
  const replay = (body: object) => service.operator('POST', '/operator/deliveries/replay', { since, ...body });
  const { body: counted } = await replay({ dry_run: true });
  assert.deepEqual([counted.deliveries, counted.webhooks.length], [2, 2]);
  assert.deepEqual((await replay({ dry_run: true, account: two.account.id })).body.deliveries, 1);
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

test('changes are announced once, however many processes announce them, and also if missed at first', async () => {
  const listener = await listen(['hooks.retired']);
  const id = await idOf('Announced once');
  const opened = Array.from({ length: 4 }, () => openDatabase(service.databaseUrl, () => {}, { connections: 1 }));
  await setState(id, 'retired');
  await Promise.all(opened.map(({ db }) => announceChanges(db, defaultLimits)));
  await announced();
  await listener.target.received(1);
  // Simulates that a process ended before it announced.
  await rows(`update announced_versions set version = version - 1 where name = 'hooks'`);
  await rows(`delete from webhook_deliveries`);
  await Promise.all(opened.map(({ db }) => announceChanges(db, defaultLimits)));
  await announced();
  await listener.target.received(2);
  const deliveries = await rows('select 1 from webhook_deliveries where endpoint_id = $1', [listener.id]);
  assert.equal(deliveries.length, 1);
  await Promise.all(opened.map(({ close }) => close()));
});

test('a long poll does not delay a service shutdown', async () => {
  const { key } = await service.account('enterprise');
  const poll = service.get('/webhooks/deliveries?wait=25', key).catch(() => undefined);
  await service.get('/webhooks/deliveries', key);
  const at = performance.now();
  await service.stop();
  await poll;
  assert.ok(performance.now() - at < 20_000);
});
