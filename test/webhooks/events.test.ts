// Events beside hooks.new: who receives them, when they are sent, and that each is sent once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultLimits } from '../../src/config/limits.ts';
import { openDatabase } from '../../src/db/database.ts';
import { announceChanges } from '../../src/webhooks/events/announce-changes.ts';
import { webhookEvents } from '../../src/webhooks/events/event.ts';
import { sampleOf } from '../../src/webhooks/events/samples.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { query } from '../setup/refresh.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
const receivers: Receiver[] = [];

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  const waiting = (text: string, views = 200_000) =>
    JSON.stringify({ text, views, platform: 'TikTok', language: 'en', niche: 'finance' });
  await publish([
    ...['Comes and goes', 'A line that grows', 'Dropped by its source', 'Taken down soon', 'Announced once'].map(
      (text) => hookLine(text, { views: 900_000 }),
    ),
    ...['zzqv comes', 'zzqv late', 'zzqv undone'].map((text) => waiting(text)),
    waiting('zzqv millions', 50_000_000),
  ]);
});

after(async () => {
  await service.close();
  await Promise.all(receivers.map((receiver) => receiver.close()));
});

async function listen(events?: readonly string[], filters?: object, account = service.account('enterprise')) {
  const target = await startReceiver();
  receivers.push(target);
  const { id: accountId, key } = await account;
  const sent = { webhook_url: target.url, events, filters };
  const { status, body } = await service.send('POST', '/webhooks', key, { body: sent });
  assert.equal(status, 201, JSON.stringify(body));
  const bodies = () => target.requests.map((request) => JSON.parse(request.body));
  const call = (method: string, path: string, input?: unknown) =>
    service.send(method, `/webhooks/${body.webhook_id}${path}`, key, { body: input });
  return { accountId, key, target, bodies, call, webhook: body };
}

/** The changes up to the current version of the catalog are announced. */
const announced = () =>
  until(
    async () =>
      query(service, 'select 1 from announced_versions a, catalog c where a.name = $1 and a.version = c.version', [
        'hooks',
      ]),
    (rows) => rows.length === 1,
  );

const publish = (lines: readonly string[], source = 'events', more = '') =>
  service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${source}${more}`);

async function idOf(text: string): Promise<string> {
  const { body } = await service.operator('GET', `/operator/hooks?text=${encodeURIComponent(text)}`);
  return body.hooks[0].id;
}

const setState = (id: string, state: string) => service.operator('PATCH', `/operator/hooks/${id}`, { state });

/** Publishes a version with a change of one hook, as an import does, and waits until it is announced. */
async function change(text: string, set: string): Promise<void> {
  await query(
    service,
    `with next as (update catalog set version = version + 1, updated_at = clock_timestamp() returning version),
      changed as (update hooks h set ${set}, version = n.version, updated_at = now() from next n where text = $1 returning h.id, views)
    insert into view_history (hook_id, captured_at, views) select id, clock_timestamp(), views from changed`,
    [text],
  );
  await query(service, 'notify hookline_catalog');
  await announced();
}

test('a webhook receives hooks.new unless it says otherwise, and others only where it asks for them', async () => {
  const usual = await listen();
  const all = await listen(['trends.changed', 'hooks.retired', 'hooks.new']);
  assert.deepEqual(usual.webhook.events, ['hooks.new']);
  assert.deepEqual(all.webhook.events, ['hooks.new', 'hooks.retired', 'trends.changed']);
  const id = await idOf('zzqv comes');
  for (const state of ['published', 'retired']) await setState(id, state);
  await all.target.received(2);
  assert.deepEqual(
    all.bodies().map(({ event }) => event),
    ['hooks.new', 'hooks.retired'],
  );
  assert.deepEqual(
    usual.bodies().map(({ event }) => event),
    ['hooks.new'],
  );
  const { body: changed } = await usual.call('PATCH', '', { events: ['quota.reached'] });
  assert.deepEqual(changed.events, ['quota.reached']);
  for (const events of [[], ['hooks.old'], 'hooks.new']) {
    const { status, body: problem } = await usual.call('PATCH', '', { events });
    assert.deepEqual([status, /must be one or several of hooks\.new/.test(problem.detail)], [422, true]);
  }
});

test('hooks.updated tells each threshold of views that a hook reaches, once, with the views before', async () => {
  const listener = await listen(['hooks.updated'], { niche: ['finance'] });
  const other = await listen(['hooks.updated'], { niche: ['food'] });
  const steps: [number, number | undefined][] = [
    [900_000, undefined],
    [1_200_000, 1_000_000],
    [1_900_000, undefined],
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
  await setState(await idOf('zzqv millions'), 'published');
  await announced();
  assert.equal(listener.bodies().length, expected, 'not for hooks that are new, nor twice');
  assert.deepEqual(other.bodies(), []);
});

test('hooks.retired says why; a taken-down hook is told to everyone, by its id only', async () => {
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

test('what an undo takes from clients is retired, and what it gives back is sent again to those who were told that it was gone', async () => {
  const told = await listen(['hooks.new', 'hooks.retired']);
  const untold = await listen(['hooks.new']);
  const growing = await listen(['hooks.updated'], { niche: ['food'] });
  const source = 'undone';
  const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
  const typo = (views: number, n: number) =>
    JSON.stringify({
      ...JSON.parse(hookLine('A line with a typing error', { views, niche: 'food', id: 'typo' })),
      views_captured_at: day(n),
    });
  const [stays, returns] = [hookLine('Always there', { id: 'a' }), hookLine('Gone and back', { id: 'b' })];
  await publish([stays, returns, typo(900_000, 1)], source);
  await announced();
  const { import_id } = await publish([stays, typo(90_000_000, 2)], source, '&snapshot=1');
  await told.target.received(2);
  await growing.target.received(1);
  await service.operator('POST', `/operator/imports/${import_id}/undo`);
  await told.target.received(3);
  const events = told.bodies().map(({ event, data }) => [event, ...data.hooks.map(({ id }: { id: string }) => id)]);
  const gone = await idOf('Gone and back');
  assert.deepEqual(events.slice(1), [
    ['hooks.retired', gone],
    ['hooks.new', gone],
  ]);
  await announced();
  await publish([typo(1_100_000, 3)], source);
  await growing.target.received(2);
  assert.deepEqual(
    growing.bodies().map(({ data }) => data.hooks[0].crossed),
    [10_000_000, 1_000_000],
    'a threshold that only the undone import reached is reached again',
  );

  // An accepted hook waits again, and an import gives it another version meanwhile.
  const id = await idOf('zzqv undone');
  const { body: edit } = await service.operator('PATCH', '/operator/hooks', { ids: [id], state: 'published' });
  await told.target.received(4);
  await untold.target.received(2);
  await service.operator('POST', `/operator/edits/${edit.edit_id}/undo`);
  await told.target.received(5);
  const { event, data } = told.bodies()[4];
  assert.deepEqual([event, data.hooks[0].id, data.hooks[0].reason], ['hooks.retired', id, 'undo']);
  for (const table of ['edits', 'imports'])
    await query(service, `update ${table} set undone_at = undone_at - interval '1 hour'`);
  await query(service, "update announced_versions set at = now() where name = 'hooks'");
  await change('zzqv undone', 'views = 300_000');

  // A hook that was retired while it waited is new when a curator publishes it.
  const late = await idOf('zzqv late');
  const before = Date.now();
  for (const state of ['retired', 'published']) await setState(late, state);
  await told.target.received(6);
  assert.deepEqual(
    told
      .bodies()
      .slice(5)
      .map(({ event, data }) => [event, data.hooks[0].id]),
    [['hooks.new', late]],
  );
  assert.equal(untold.bodies().length, 3);
  const { body: hook } = await service.get(`/hooks/${late}`, told.key);
  assert.ok(Date.parse(hook.data.added_at) >= before - 1000, hook.data.added_at);
});

test('export.completed has the record of the export with a link that downloads it', async () => {
  const listener = await listen(['export.completed']);
  const { body: requested } = await service.send('POST', '/export', listener.key, { body: { format: 'jsonl' } });
  await listener.target.received(1);
  const [{ event, data }] = listener.bodies();
  assert.deepEqual([event, data.export_id, data.status], ['export.completed', requested.export_id, 'complete']);
  const { body: polled } = await service.get(`/export/${requested.export_id}`, listener.key);
  assert.deepEqual({ ...data, download_url: '' }, { ...polled, download_url: '' });
  const sample = JSON.parse(sampleOf('export.completed', new Date()).body).data;
  assert.deepEqual(Object.keys(sample).sort(), Object.keys(data).sort());
  const file = await fetch(data.download_url);
  assert.equal(file.status, 200);
  assert.equal((await file.text()).trim().split('\n').length, data.records);
});

test('quota.reached is sent at 80 and at 100 per cent of a limit', async () => {
  const listener = await listen(['quota.reached'], undefined, service.account('enterprise', { per_day: 10 }));
  const used = async (calls: number) => {
    for (let call = 0; call < calls; call++) assert.equal((await service.get('/hooks', listener.key)).status, 200);
  };
  // Creating the webhook was the first call.
  await used(7);
  await listener.target.received(1);
  await used(2);
  await listener.target.received(2);
  assert.deepEqual(
    listener.bodies().map(({ event, data }) => [event, data.window, data.limit, data.percent]),
    [
      ['quota.reached', 'day', 10, 80],
      ['quota.reached', 'day', 10, 100],
    ],
  );
});

test('every event can be tested; events without hooks are logged and replayed as they were', async () => {
  const listener = await listen(['export.completed']);
  for (const [at, event] of webhookEvents.entries()) {
    const { status, body } = await listener.call('POST', '/test', { event });
    assert.deepEqual([status, body.event, body.kind], [202, event, 'test']);
    await listener.target.received(at + 1);
    assert.equal(listener.bodies()[at].event, event);
    assert.equal(listener.bodies()[at].event_id, null);
  }
  assert.equal((await listener.call('POST', '/test', { event: 'hooks.old' })).status, 422);
  await service.send('POST', '/export', listener.key, { body: { format: 'json' } });
  await listener.target.received(webhookEvents.length + 1);
  const original = listener.target.requests.at(-1);
  const { body: log } = await until(
    () => listener.call('GET', '/deliveries'),
    ({ body }) => body.data[0].status === 'delivered',
  );
  assert.deepEqual([log.data[0].event, log.data[0].hooks], ['export.completed', 0]);
  const { status } = await listener.call('POST', '/replay', { delivery_id: log.data[0].delivery_id });
  assert.equal(status, 202);
  await listener.target.received(webhookEvents.length + 2);
  const replayed = listener.target.requests.at(-1);
  assert.equal(replayed?.body, original?.body);
  assert.equal(replayed?.headers['webhook-id'], original?.headers['webhook-id']);
});

test('changes are announced once, however many processes announce at once, and also if none did at the time', async () => {
  const listener = await listen(['hooks.retired']);
  const id = await idOf('Announced once');
  const opened = Array.from({ length: 4 }, () => openDatabase(service.databaseUrl, () => {}, { connections: 1 }));
  await setState(id, 'retired');
  await Promise.all(opened.map(({ db }) => announceChanges(db, defaultLimits)));
  await announced();
  await listener.target.received(1);
  // A process ended before it announced.
  await query(service, `update announced_versions set version = version - 1 where name = 'hooks'`);
  await query(service, `delete from webhook_deliveries`);
  await Promise.all(opened.map(({ db }) => announceChanges(db, defaultLimits)));
  await announced();
  await listener.target.received(2);
  const deliveries = await query(service, 'select 1 from webhook_deliveries where endpoint_id = $1', [
    listener.webhook.webhook_id,
  ]);
  assert.equal(deliveries.length, 1);
  await Promise.all(opened.map(({ close }) => close()));
});
