// GET /trends over counts of several days; trend alerts, and changes that send no notification; label values that are not in the taxonomy.
// The arithmetic is tested in src/trends/trends.test.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { openLiveCatalog } from '../../src/catalog/live-catalog.ts';
import { openDatabase } from '../../src/db/database.ts';
import { evaluateTrendAlerts } from '../../src/trend-alerts/evaluate.ts';
import { readOutbox } from '../setup/outbox.ts';
import { startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';
import { dayNow, steadyLines, trendCsv, trendLines, trendQuery } from '../trend-alerts/trend-hooks.ts';

let service: TestService;
let key: string;
let client: pg.Client;

before(async () => {
  service = await testService({
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_LIMIT_PLATFORMS: '14',
    HOOKLINE_LIMIT_LANGUAGES: '3',
  });
  key = (await service.account('scale')).key;
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  // Each version is evaluated without the schedule.
  await client.query("delete from pgboss.schedule where name = 'trend_alerts'");
});
after(async () => {
  await client.end();
  await service.close();
});

const rows = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows;

const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();

test('hooks count on the day of their first view count, views on the days between two counts', async () => {
  // Days 1 to 7 have 20 hooks of food and 20 of tech each, days 8 to 14 have 30 of food and 10 of tech.
  const lines = Array.from({ length: 14 }, (_, n) =>
    trendLines('bold_claim', n + 1, n < 7 ? { food: 20, tech: 20 } : { food: 30, tech: 10 }),
  );
  const [first = ''] = lines[0] ?? [];
  const [id, text] = first.split(',');
  const later = [id, text, Number(first.split(',')[2]) + 13_000, at(14), ...first.split(',').slice(4)].join();
  const { report } = await service.import(trendCsv(...lines, [later]), trendQuery);
  assert.deepEqual([report.added, report.duplicates], [560, 1]);
  const { body } = await service.get('/trends?by=niche&window=7d', key);
  assert.deepEqual([body.by, body.window, body.until, body.from], ['niche', '7d', at(14), at(7)]);
  const [food, tech] = body.data;
  assert.deepEqual([food.value, food.hooks_added, food.hooks_added_before, food.n], ['food', 210, 140, 350]);
  assert.deepEqual([food.share, food.share_before, food.change, food.verdict], [0.75, 0.5, 0.5, 'heating']);
  assert.deepEqual([tech.value, tech.hooks_added, tech.verdict], ['tech', 70, 'cooling']);
  assert.deepEqual([food.views_gained, food.views_gained_before], [7_000, 6_000]);
  assert.equal(food.series.length, 14);
  assert.deepEqual(food.series.at(-1), { until: at(14), hooks_added: 30, views_gained: 1_000 });
  assert.equal(food.top_hooks[0].text, text);
  const { body: meta } = await service.get('/meta', key);
  assert.equal(meta.data.data_through, at(14));
});

test('trends accept a filter, a window and every label; anything else returns 400', async () => {
  for (const by of ['archetype', 'niche', 'emotional_trigger', 'platform', 'format'])
    for (const window of ['24h', '30d']) {
      const { status, body } = await service.get(`/trends?by=${by}&window=${window}`, key);
      assert.equal(status, 200);
      const filtered = await service.get(`/trends?by=${by}&window=${window}&min_views=0`, key);
      assert.deepEqual(filtered.body.data, body.data, 'a filter that selects everything changes nothing');
    }
  const { body } = await service.get('/trends?by=platform&niche=tech', key);
  assert.deepEqual([body.data.length, body.data[0].hooks_added, body.data[0].share], [1, 70, 1]);
  for (const bad of ['by=language', 'window=90d', 'by=nich', 'niche=nosuchniche', 'limit=3'])
    assert.equal((await service.get(`/trends?${bad}`, key)).status, 400, bad);
});

const stories = { by: 'niche', filters: { archetype: 'story' } };

async function create(key: string, body: object = stories) {
  const answer = await service.send('POST', '/trends/alerts', key, { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

const read = async (id: string, key: string) => (await service.get(`/trends/alerts/${id}`, key)).body;
const change = async (id: string, key: string, body: object) =>
  (await service.send('PATCH', `/trends/alerts/${id}`, key, { body })).body;

/** Publishes a version with more stories of a niche, and waits until every trend alert is evaluated with it. */
async function heat(niche: string, hooks: number): Promise<number> {
  const [{ version }] = await rows(
    `with next as (update catalog set version = version + 1, updated_at = clock_timestamp() returning version),
      spare as (select id from hooks where archetype = 'how_to' and niche = $1 limit $2),
      moved as (update hooks h set archetype = 'story', version = n.version from next n where h.id in (select id from spare))
    select version, pg_notify('hookline_catalog', '') from next`,
    [niche, hooks],
  );
  await until(
    () => rows('select 1 from trend_alerts where paused_at is null and evaluated_version < $1', [version]),
    (late) => late.length === 0,
  );
  return version;
}

/** Returns the emails to the address, when none of their jobs is left. */
async function mails(email: string): Promise<string[]> {
  await until(
    () => rows("select 1 from pgboss.job where name = 'mail' and state < 'completed'"),
    (left) => left.length === 0,
  );
  return readOutbox(service.dataDir, '/dashboard/trends').filter((mail) => mail.includes(`To: ${email}`));
}

test('a trend alert is created with defaults, listed, changed, paused and deleted, outside the quota, audited', async () => {
  const { key, email } = await service.account('scale');
  const created = await create(key, {});
  assert.match(created.alert_id, /^alr_[0-9A-Za-z]{16}$/);
  assert.deepEqual(
    [created.name, created.by, created.filters, created.window, created.verdicts, created.notify, created.status],
    [null, 'archetype', {}, '7d', ['heating'], 'email', 'active'],
  );
  assert.deepEqual((await service.get('/trends/alerts', key)).body.data, [created]);
  const id = created.alert_id;
  const given = { name: 'Money', by: 'format', filters: { niche: 'Finance' }, window: '30d', verdicts: ['cooling'] };
  const changed = await change(id, key, { ...given, status: 'paused' });
  assert.deepEqual(
    [changed.name, changed.by, changed.filters, changed.window, changed.verdicts, changed.status],
    ['Money', 'format', { niche: ['finance'] }, '30d', ['cooling'], 'paused'],
  );
  assert.deepEqual(await read(id, key), changed);
  const session = await signIn(service, email);
  await session.send('PATCH', `/trends/alerts/${id}`, { by: 'niche' });
  assert.equal((await service.send('DELETE', `/trends/alerts/${id}`, key)).body.name, 'Money');
  assert.equal((await service.get(`/trends/alerts/${id}`, key)).status, 404);
  assert.equal((await service.get('/usage', key)).body.data.windows[0].used, 0);
  const { data: records } = (await session.send('GET', '/account/audit?kind=trend_alert')).body;
  const actions = records.map(({ action }: { action: string }) => action.replace('trend_alert.', ''));
  assert.deepEqual(actions, ['deleted', 'changed', 'changed', 'created']);
  assert.deepEqual(records[1].details, { label: { from: 'format', to: 'niche' } });
});

test('a wrong field, a webhook without the plan, another plan and the 21st alert are rejected with a remedy', async () => {
  const { key } = await service.account('scale');
  const wrong = { by: 'language', window: '90d', verdicts: ['steady'], notify: 'sms', filters: { niche: 'x' } };
  for (const [field, value] of Object.entries(wrong)) {
    const { status, body } = await service.send('POST', '/trends/alerts', key, { body: { [field]: value } });
    assert.equal(status, 422, field);
    assert.match(body.errors[0].pointer, new RegExp(`^#/${field}`));
  }
  const { status, body } = await service.send('POST', '/trends/alerts', key, { body: { notify: 'webhook' } });
  assert.deepEqual([status, body.code, body.required_plan], [403, 'plan_required', 'enterprise']);
  assert.match(body.detail, /Set `notify` to email/);
  const all = Array.from({ length: 22 }, () => service.send('POST', '/trends/alerts', key, { body: {} }));
  const answers = (await Promise.all(all)).sort((a, b) => a.status - b.status);
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [...Array(20).fill(201), 409, 409],
  );
  assert.match(answers[20]?.body.detail, /at most 20 trend alerts\. Delete one/);
});

test('a heating value is notified once, by email or webhook; not to suspended accounts, lower plans, paused and later alerts', async () => {
  // Stories are steady. The others are spare hooks, which `heat` turns into stories.
  const spare = trendLines('how_to', dayNow, { food: 65, tech: 300 });
  await service.import(trendCsv(steadyLines('story'), spare), trendQuery);
  const plans = ['scale', 'enterprise', 'scale', 'scale', 'scale', 'enterprise', 'enterprise', 'scale'];
  const accounts = await Promise.all(plans.map((plan) => service.account(plan)));
  const [mailed, posted, suspended, lower, paused, downgraded, unheard, later] = accounts;
  assert.ok(mailed && posted && suspended && lower && paused && downgraded && unheard && later);
  const target = await startReceiver();
  const both = await create(mailed.key, { ...stories, name: 'Food & co', verdicts: ['cooling', 'heating'] });
  assert.deepEqual(both.verdicts, ['heating', 'cooling']);
  for (const { key } of [suspended, lower]) await create(key);
  const pausedId = (await create(paused.key)).alert_id;
  const questions = { ...stories, filters: { archetype: 'question' } };
  const changedId = (await create(later.key, questions)).alert_id;
  for (const [{ key }, url, event] of [
    [posted, target.url, 'trends.changed'],
    [downgraded, 'http://127.0.0.1:9/', 'trends.changed'],
    [unheard, 'http://127.0.0.1:9/', 'hooks.retired'],
  ] as const) {
    await create(key, { ...stories, notify: 'webhook' });
    await service.send('POST', '/webhooks', key, { body: { webhook_url: url, events: [event] } });
  }
  const setAccount = ({ id }: { id: string }, set: object) =>
    service.operator('PATCH', `/operator/accounts/${id}`, set);
  await setAccount(suspended, { suspended: true });
  await setAccount(lower, { plan: 'starter' });
  await setAccount(downgraded, { plan: 'scale' });
  await change(pausedId, paused.key, { status: 'paused' });

  const version = await heat('food', 60);
  const { body: trends } = await service.get('/trends?by=niche&archetype=story', mailed.key);
  const [food, tech] = trends.data;
  assert.deepEqual([trends.catalog_version, food.verdict, tech.verdict], [version, 'heating', 'cooling']);
  const [mail = ''] = await mails(mailed.email);
  assert.match(mail, /^Subject: Food is heating up, and 1 more$/m);
  const percent = `${(food.share * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
  assert.ok(
    mail.includes(`${percent} of new hooks, was `) && mail.includes(`, from ${food.n} hooks. Before, it was steady.`),
    mail,
  );
  assert.ok(mail.includes(`${service.url}/dashboard/trends?by=niche&window=7d&archetype=story&value=food`), mail);
  const notified = await read(both.alert_id, mailed.key);
  const told = notified.last_told.map(({ value, verdict }: Record<string, string>) => `${value} ${verdict}`);
  assert.deepEqual([notified.catalog_version, ...told], [version, 'food heating', 'tech cooling']);
  const [request] = await target.received(1);
  const { event, data } = JSON.parse(request?.body ?? '');
  const { value, verdict, n, share, share_before: previous_share, change: relative } = food;
  assert.deepEqual(
    [event, data.filters, data.catalog_version, data.changes],
    [
      'trends.changed',
      { archetype: ['story'] },
      version,
      [{ value, verdict, previous_verdict: 'steady', n, share, previous_share, change: relative }],
    ],
  );

  const counts = async () => {
    const each = [mailed, posted, suspended, lower, paused, downgraded, unheard, later].map(({ email }) =>
      mails(email),
    );
    return (await Promise.all(each)).map(({ length }) => length);
  };
  assert.deepEqual(await counts(), [1, 0, 0, 0, 0, 1, 1, 0]);
  await setAccount(suspended, { suspended: false });
  await setAccount(lower, { plan: 'scale' });
  await change(pausedId, paused.key, { status: 'active' });
  // Food is heating when this trend alert is created, and when the filters of the changed one change.
  await create(later.key);
  await change(changedId, later.key, stories);
  await heat('food', 5);
  assert.deepEqual(await counts(), [1, 0, 0, 0, 0, 1, 1, 0], 'a change that lasts is not notified again');
  await heat('tech', 300);
  assert.deepEqual(await counts(), [1, 0, 1, 1, 1, 2, 2, 2], 'a value has one notification a day');
  assert.equal((await target.received(2)).length, 2);
  await target.close();

  // Several processes evaluate a version at once, and one of them ends before it commits.
  await rows('update trend_alerts set paused_at = now() where id <> $1', [both.alert_id]);
  await rows("update trend_alerts set verdicts = '{}', told = '{}' where id = $1", [both.alert_id]);
  const sent: unknown[] = [];
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  const catalog = await openLiveCatalog(service.databaseUrl, db, () => {});
  // The service does not have this version, so only these processes evaluate it.
  const { snapshot, ...current } = catalog.current();
  const next = { ...current, snapshot: { ...snapshot, version: snapshot.version + 1 } };
  const evaluate = (send: () => Promise<boolean>) => {
    const deps = { db, jobs: { send }, catalog: () => next, emit: async () => 0, publicUrl: () => service.url };
    return evaluateTrendAlerts(deps);
  };
  await assert.rejects(
    evaluate(() => Promise.reject(new Error('The process ends here.'))),
    /ends here/,
  );
  await Promise.all([1, 2, 3].map(() => evaluate(async () => sent.push(1) > 0)));
  assert.equal(sent.length, 1);
  await catalog.close();
  await close();
});

const platformOf = async (text: string) =>
  (await service.get(`/hooks?q=${encodeURIComponent(text)}&fields=platform`, key)).body.data[0]?.platform;

test('unapproved platforms are shown as Other, keep their name, and show it once approved', async () => {
  const lines = Array.from({ length: 30 }, (_, at) =>
    hookLine(`An opening line of place number ${at}`, { id: `p${at}`, platform: `Platform ${at % 10}` }),
  );
  const spelt = ['Vine-App', 'vine app', 'VINE_APP'].map((platform, at) =>
    hookLine(`A line whose platform is spelt ${at}`, { id: `v${at}`, platform }),
  );
  const tags = ['en-US', 'pt-BR', 'xx-abcdefgh', 'pt-PT', 'pt', 'fr-CA'];
  const spoken = tags.map((language, at) =>
    hookLine(`A line whose language is ${tags[at]}`, { id: `l${at}`, language }),
  );
  await service.import([...lines, ...spelt, ...spoken].join('\n'), 'preset=hookline');
  const { body: meta } = await service.get('/meta', key);
  assert.deepEqual(Object.keys(meta.data.values.platform).sort(), ['Other', 'TikTok']);
  const languages = Object.keys(meta.data.values.language);
  assert.ok(languages.length <= 3, `languages beyond the limit: ${languages}`);
  const { body: listed } = await service.operator('GET', '/operator/platforms');
  const found = listed.platforms.find(({ name }: { name: string }) => name === 'Platform 0');
  assert.deepEqual(found, { name: 'Platform 0', is_approved: false, hooks: 3 });
  assert.equal((await service.operator('POST', '/operator/platforms', { name: 'platform 7' })).status, 201);
  assert.equal(await platformOf('place number 27'), 'platform 7');
  const { body: full } = await service.operator('POST', '/operator/platforms', { name: 'Platform 8' });
  assert.match(full.detail, /HOOKLINE_LIMIT_PLATFORMS/);
  const after = hookLine('An opening line after the approval', { id: 'p-after', platform: 'PLATFORM-7' });
  await service.import(after, 'preset=hookline');
  assert.equal(await platformOf('after the approval'), 'platform 7');
  assert.equal((await service.operator('DELETE', '/operator/platforms/platform 7')).status, 200);
  assert.equal(await platformOf('place number 27'), 'Other');

  // Approval and withdrawal apply to every spelling, but not to a curator's decision.
  const { body } = await service.operator('GET', '/operator/hooks?text=platform is spelt 0');
  await service.operator('PATCH', `/operator/hooks/${body.hooks[0].id}`, { platform: 'TikTok' });
  const platforms = () => Promise.all(spelt.map((_, at) => platformOf(`platform is spelt ${at}`)));
  await service.operator('POST', '/operator/platforms', { name: 'Vine App' });
  assert.deepEqual(await platforms(), ['TikTok', 'Vine App', 'Vine App']);
  await service.operator('DELETE', '/operator/platforms/Vine App');
  assert.deepEqual(await platforms(), ['TikTok', 'Other', 'Other']);

  // A curator can set only approved platforms and real languages.
  const { body: any } = await service.operator('GET', '/operator/hooks?limit=1');
  const edit = (change: object) => service.operator('PATCH', `/operator/hooks/${any.hooks[0].id}`, change);
  const { body: refused } = await edit({ platform: 'Nowhere' });
  assert.equal(refused.errors[0].pointer, '#/platform');
  assert.equal((await edit({ platform: 'tik tok' })).body.platform, 'TikTok');
  assert.equal((await edit({ language: 'xx' })).body.errors[0].pointer, '#/language');
});
