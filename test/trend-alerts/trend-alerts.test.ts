// Trend alerts: the API, what is notified by email and webhook, what is not, and a process that is killed while it evaluates.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openLiveCatalog } from '../../src/catalog/snapshot/live-catalog.ts';
import { openDatabase } from '../../src/db/database.ts';
import { evaluateTrendAlerts } from '../../src/trend-alerts/evaluate.ts';
import { readOutbox } from '../setup/outbox.ts';
import { startKilledProcess } from '../setup/processes/killed-process.ts';
import { startReceiver } from '../setup/receiver.ts';
import { query } from '../setup/refresh.ts';
import type { TestService } from '../setup/service.ts';
import { call, newKey, type Running } from '../setup/service-process.ts';
import { signIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';
import { dayBefore, dayNow, steadyLines, trendCsv, trendLines, trendQuery } from './trend-hooks.ts';

let service: TestService;

before(async () => {
  const killed = await startKilledProcess({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  await importTo(killed.running, steadyLines('tutorial'));
  const key = await newKey(killed.running, 'scale');
  await call(killed.running, key, 'POST', '/trends/alerts', { ...watch('tutorial'), name: 'Killed' });
  service = await killed.killAt('before insert on pgboss.job', "new.name = 'mail'", () =>
    importTo(killed.running, trendLines('tutorial', dayNow, { food: 60 })),
  );
});
after(() => service.close());

/** Each test has an archetype of its own, so that its hooks change no other test's trends. */
const watch = (archetype: string) => ({ by: 'niche', filters: { archetype } });

async function importTo({ url, operatorKey }: Running, lines: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${operatorKey}` };
  const sent = { method: 'POST', headers, body: trendCsv(lines) };
  assert.match(await (await fetch(`${url}/operator/import?${trendQuery}`, sent)).text(), /"report"/);
}

async function create(key: string, body: object) {
  const answer = await service.send('POST', '/trends/alerts', key, { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

const read = async (id: string, key: string) => (await service.get(`/trends/alerts/${id}`, key)).body;
const change = async (id: string, key: string, body: object) =>
  (await service.send('PATCH', `/trends/alerts/${id}`, key, { body })).body;

/** Imports hooks, and waits until every alert was evaluated with them. */
async function add(...lines: string[][]): Promise<number> {
  const { report } = await service.import(trendCsv(...lines), trendQuery);
  await until(
    () =>
      query(service, 'select 1 from trend_alerts where paused_at is null and evaluated_version < $1', [
        report.catalog_version,
      ]),
    (late) => late.length === 0,
  );
  return report.catalog_version;
}

const heat = (archetype: string, niche = 'food', hooks = 60) => add(trendLines(archetype, dayNow, { [niche]: hooks }));

/** Emails with the text, such as an address, when no job of them is left. */
async function mails(text: string): Promise<string[]> {
  await until(
    () => query(service, "select 1 from pgboss.job where name = 'mail' and state < 'completed'"),
    (left) => left.length === 0,
  );
  return readOutbox(service.dataDir, '/dashboard/trends').filter((mail) => mail.includes(text));
}

test('a process that is killed in the middle of an evaluation leaves it to the next one, which mails it once', async () => {
  await until(
    () => mails('“Killed'),
    ({ length }) => length > 0,
  );
  await heat('tutorial', 'food', 5);
  assert.equal((await mails('“Killed')).length, 1);
});

test('a trend alert is created with defaults, listed, changed, paused and deleted by a key, without counting', async () => {
  const { key } = await service.account('scale');
  const created = await create(key, {});
  assert.match(created.alert_id, /^alr_[0-9A-Za-z]{16}$/);
  assert.deepEqual(
    [created.name, created.by, created.filters, created.window, created.verdicts, created.notify, created.status],
    [null, 'archetype', {}, '7d', ['heating'], 'email', 'active'],
  );
  assert.deepEqual([created.last_told_at, created.last_told], [null, []]);
  assert.deepEqual((await service.get('/trends/alerts', key)).body.data, [created]);
  const id = created.alert_id;
  const given = { name: 'Money', by: 'format', filters: { niche: 'Finance' }, window: '30d', verdicts: ['cooling'] };
  const changed = await change(id, key, { ...given, status: 'paused' });
  assert.deepEqual(
    [changed.name, changed.by, changed.filters, changed.window, changed.verdicts, changed.status],
    ['Money', 'format', { niche: ['finance'] }, '30d', ['cooling'], 'paused'],
  );
  assert.deepEqual(await read(id, key), changed);
  assert.equal((await service.send('DELETE', `/trends/alerts/${id}`, key)).body.name, 'Money');
  assert.equal((await service.get(`/trends/alerts/${id}`, key)).status, 404);
  assert.equal((await service.get('/usage', key)).body.data.windows[0].used, 0);
});

test('the audit log has each change', async () => {
  const { email } = await service.account('scale');
  const session = await signIn(service, email);
  const { body } = await session.send('POST', '/trends/alerts', { by: 'niche' });
  await session.send('PATCH', `/trends/alerts/${body.alert_id}`, { by: 'format' });
  await session.send('DELETE', `/trends/alerts/${body.alert_id}`);
  const { data: records } = (await session.send('GET', '/account/audit?kind=trend_alert')).body;
  assert.deepEqual(
    records.map(({ action, subject }: Record<string, string>) => [action, subject]),
    ['deleted', 'changed', 'created'].map((done) => [`trend_alert.${done}`, body.alert_id]),
  );
  assert.deepEqual(records[1].details, { label: { from: 'niche', to: 'format' } });
});

test('a wrong field, a webhook without the plan, another plan and the 21st alert are refused with what to do', async () => {
  const { key } = await service.account('scale');
  const wrong = {
    by: 'language',
    window: '90d',
    verdicts: ['steady'],
    notify: 'sms',
    name: '',
    filters: { niche: 'x' },
  };
  for (const [field, value] of Object.entries(wrong)) {
    const { status, body } = await service.send('POST', '/trends/alerts', key, { body: { [field]: value } });
    assert.equal(status, 422, field);
    assert.match(body.errors[0].pointer, new RegExp(`^#/${field}`));
  }
  const { status, body } = await service.send('POST', '/trends/alerts', key, { body: { notify: 'webhook' } });
  assert.deepEqual([status, body.code, body.required_plan], [403, 'plan_required', 'enterprise']);
  assert.match(body.detail, /Set `notify` to email/);
  const starter = await service.account('starter');
  assert.equal((await service.get('/trends/alerts', starter.key)).body.required_plan, 'scale');
  const all = Array.from({ length: 22 }, () => service.send('POST', '/trends/alerts', key, { body: {} }));
  const answers = (await Promise.all(all)).sort((a, b) => a.status - b.status);
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [...Array(20).fill(201), 409, 409],
  );
  assert.match(answers[20]?.body.detail, /at most 20 trend alerts\. Delete one/);
});

test('a value that heats up is mailed once, with the figures of GET /trends and links; others are not', async () => {
  const { key, email } = await service.account('scale');
  await add(steadyLines('story'));
  const both = await create(key, { ...watch('story'), name: 'Food & co', verdicts: ['cooling', 'heating'] });
  await create(key, watch('question'));
  assert.deepEqual(both.verdicts, ['heating', 'cooling']);
  const version = await heat('story');
  const { body: trends } = await service.get('/trends?by=niche&archetype=story', key);
  const [food, tech] = trends.data;
  assert.deepEqual([trends.catalog_version, food.verdict, tech.verdict], [version, 'heating', 'cooling']);
  const [mail = '', ...others] = await mails(`To: ${email}`);
  assert.equal(others.length, 0);
  assert.match(mail, /^Subject: Food is heating up, and 1 more$/m);
  const percent = (share: number) => `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
  for (const { share, share_before, change: relative, n } of [food, tech])
    assert.ok(
      mail.includes(
        `${percent(share)} of new hooks, was ${percent(share_before)} (${relative > 0 ? '+' : ''}${percent(relative)}), n = ${n}; it was steady`,
      ),
      mail,
    );
  assert.ok(mail.includes(`${service.url}/dashboard/trends?by=niche&window=7d&archetype=story&value=food`), mail);
  assert.ok(mail.includes(`${service.url}/dashboard/trends?alerts=${both.alert_id}`));
  const told = await read(both.alert_id, key);
  assert.deepEqual(
    [told.catalog_version, told.last_told.map(({ value, verdict }: Record<string, string>) => [value, verdict])],
    [
      version,
      [
        ['food', 'heating'],
        ['tech', 'cooling'],
      ],
    ],
  );
  await heat('story', 'food', 5);
  assert.equal((await mails(`To: ${email}`)).length, 1, 'a value that stays hot is not mailed again');

  // Several processes evaluate a version at once.
  await query(service, "update trend_alerts set evaluated_version = 0, verdicts = '{}', told = '{}' where id = $1", [
    both.alert_id,
  ]);
  const sent: unknown[] = [];
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  const catalog = await openLiveCatalog(service.databaseUrl, db, () => {});
  const deps = {
    db,
    jobs: { send: async (_trx: unknown, _queue: unknown, data: unknown) => sent.push(data) > 0 },
    catalog: catalog.current,
    emit: async () => 0,
    publicUrl: () => service.url,
  };
  await Promise.all([1, 2, 3].map(() => evaluateTrendAlerts(deps)));
  assert.ok(sent.length <= 1, `${sent.length} emails of one change`);
  await catalog.close();
  await close();
});

test('a value that is heating when an alert is created, or its filters change, is not mailed', async () => {
  const { key, email } = await service.account('scale');
  await add(steadyLines('bold_claim'));
  const early = await create(key, { by: 'niche', filters: { archetype: 'question' } });
  await heat('bold_claim');
  const late = await create(key, watch('bold_claim'));
  await change(early.alert_id, key, { filters: { archetype: 'bold_claim' } });
  await heat('bold_claim', 'food', 5);
  assert.deepEqual(await mails(`To: ${email}`), []);
  assert.equal((await read(late.alert_id, key)).last_told_at, null);
});

test('a webhook that asks for trends.changed receives it with the same figures, and no email is sent', async () => {
  const { key, email } = await service.account('enterprise');
  const target = await startReceiver();
  await service.send('POST', '/webhooks', key, { body: { webhook_url: target.url, events: ['trends.changed'] } });
  await add(steadyLines('mistake'));
  const { alert_id } = await create(key, { ...watch('mistake'), name: 'Mistakes', notify: 'webhook' });
  const version = await heat('mistake');
  const [request] = await target.received(1);
  const { event, data } = JSON.parse(request?.body ?? '');
  const [food] = (await service.get('/trends?by=niche&archetype=mistake', key)).body.data;
  const { value, verdict, n, share, share_before: previous_share, change: relative } = food;
  assert.deepEqual(
    [event, data],
    [
      'trends.changed',
      {
        alert_id,
        name: 'Mistakes',
        by: 'niche',
        window: '7d',
        filters: { archetype: ['mistake_callout'] },
        catalog_version: version,
        changes: [{ value, verdict, previous_verdict: 'steady', n, share, previous_share, change: relative }],
      },
    ],
  );
  assert.deepEqual(await mails(`To: ${email}`), []);
  await target.close();
});

test('suspended accounts, those of a lower plan and paused alerts get nothing, also later; without a receiving webhook it is mailed', async () => {
  const plans = ['scale', 'scale', 'scale', 'enterprise', 'enterprise'];
  const [suspended, lower, paused, downgraded, unheard] = await Promise.all(plans.map((plan) => service.account(plan)));
  assert.ok(suspended && lower && paused && downgraded && unheard);
  await add(steadyLines('listicle'));
  const ids = [];
  for (const { key } of [suspended, lower, paused]) ids.push((await create(key, watch('listicle'))).alert_id);
  for (const [{ key }, event] of [
    [downgraded, 'trends.changed'],
    [unheard, 'hooks.retired'],
  ] as const) {
    await create(key, { ...watch('listicle'), notify: 'webhook' });
    await service.send('POST', '/webhooks', key, { body: { webhook_url: 'http://127.0.0.1:9/', events: [event] } });
  }
  const setAccount = ({ id }: { id: string }, set: object) =>
    service.operator('PATCH', `/operator/accounts/${id}`, set);
  await setAccount(suspended, { suspended: true });
  await setAccount(lower, { plan: 'starter' });
  await setAccount(downgraded, { plan: 'scale' });
  await change(ids[2] ?? '', paused.key, { status: 'paused' });
  await heat('listicle');
  await setAccount(suspended, { suspended: false });
  await setAccount(lower, { plan: 'scale' });
  await change(ids[2] ?? '', paused.key, { status: 'active' });
  await heat('listicle', 'food', 5);
  const counts = async () => {
    const each = [suspended, lower, paused, downgraded, unheard].map(({ email }) => mails(`To: ${email}`));
    return (await Promise.all(each)).map(({ length }) => length);
  };
  assert.deepEqual(await counts(), [0, 0, 0, 1, 1]);
  await heat('listicle', 'tech');
  await heat('listicle', 'food', 300);
  assert.deepEqual(await counts(), [1, 1, 1, 1, 1]);
});

test('with too few hooks nothing is mailed', async () => {
  const { key, email } = await service.account('scale');
  const { alert_id } = await create(key, { ...watch('warning'), verdicts: ['heating', 'cooling'] });
  await add(trendLines('warning', dayBefore, { tech: 14 }), trendLines('warning', dayNow, { food: 14 }));
  const { body } = await service.get('/trends?by=niche&archetype=warning', key);
  assert.deepEqual(
    body.data.map(({ verdict }: { verdict: string }) => verdict),
    ['insufficient_data', 'insufficient_data'],
  );
  assert.deepEqual(await mails(`To: ${email}`), []);
  assert.equal((await read(alert_id, key)).last_told_at, null);
});
