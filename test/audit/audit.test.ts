// Each change by an operator or an API key writes one audit record in its transaction, and no record contains a secret.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { findKeyRequests } from '../../src/accounts/queries.ts';
import { approveKeyRequest } from '../../src/accounts/request-actions.ts';
import { bySystem } from '../../src/audit/actor.ts';
import { runCommand } from '../../src/cli/run.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { NamedAuditRecord } from '../../src/http/operator/audit.ts';
import { defined } from '../setup/defined.ts';
import { endpointsOf } from '../setup/endpoints.ts';
import { startReceiver } from '../setup/receiver.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { signInAsOperator } from '../setup/session.ts';

let service: TestService;
/** Changing routes that were called, as registered. */
const walked = new Set<string>();
/** Everything that must never be in the log. */
const secrets = [operatorKey, 'token-in-a-path', 'token-in-a-query'];

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
});

after(() => service.close());

type Sent = { key?: string; params?: Record<string, string>; body?: unknown; query?: string };

/** Sends a change. Returns the response and the audit records that it wrote. */
async function change(route: string, { key = operatorKey, params = {}, body, query = '' }: Sent = {}) {
  walked.add(route);
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name) => defined(params[name]));
  const response = await fetch(service.url + path + query, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = JSON.parse((await response.text()).trim().split('\n').at(-1) ?? '');
  const records = (await recordsOf('')).filter(({ request_id }) => request_id === response.headers.get('x-request-id'));
  for (const secret of [answer.key, answer.secret]) if (secret) secrets.push(secret);
  return { status: response.status, answer, records };
}

async function recordsOf(query: string): Promise<NamedAuditRecord[]> {
  const { status, body } = await service.operator('GET', `/operator/audit?limit=200${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.records;
}

async function namesOf(query: string): Promise<(string | null)[]> {
  return (await recordsOf(query)).map(({ account_name }) => account_name);
}

/** A change that succeeds and writes exactly this record. */
async function expectRecord(
  action: string,
  route: string,
  sent: Sent & { subject?: (answer: Record<string, string>) => string | undefined; account?: string | null },
) {
  const { status, answer, records } = await change(route, sent);
  assert.ok(status < 300, `${route}: ${status} ${JSON.stringify(answer)}`);
  assert.equal(records.length, 1, `${route} wrote ${records.length} records`);
  const record = defined(records[0]);
  assert.equal(record.action, action, route);
  assert.equal(record.actor, sent.key ? 'key' : 'operator', route);
  assert.match(record.address ?? '', /127\.0\.0\.1$/, route);
  if (sent.subject) assert.equal(record.subject, sent.subject(answer), route);
  if (sent.account !== undefined) assert.equal(record.account_id, sent.account, route);
  return { answer, record };
}

const webhookUrl = 'http://127.0.0.1:1/token-in-a-path';

test('every change by the operator writes one record: accounts, keys, key requests', async () => {
  const account = { name: 'Ann', email: 'ann@example.com', plan: 'free' };
  const created = await expectRecord('account.created', 'POST /operator/accounts', { body: account });
  const id = String(created.answer.id);
  assert.deepEqual([created.record.subject, created.record.account_id], [id, id]);
  assert.deepEqual(await namesOf(`&account=${id}`), ['Ann'], 'records have the name of the account');
  const own = { params: { id }, account: id };
  const changed = await expectRecord('account.changed', 'PATCH /operator/accounts/:id', {
    ...own,
    body: { plan: 'enterprise', suspended: true, limits: { per_month: 9 } },
  });
  assert.deepEqual(changed.record.details, {
    plan: { from: 'free', to: 'enterprise' },
    limits: { from: { per_day: null, per_month: null }, to: { per_day: null, per_month: 9 } },
    suspended: { from: false, to: true },
  });
  const issued = await expectRecord('key.created', 'POST /operator/accounts/:id/keys', {
    ...own,
    body: {},
    subject: (key) => key.id,
  });
  const key = String(issued.answer.id);
  const ofKey = { params: { id, key }, account: id, subject: () => key };
  const renamed = await expectRecord('key.changed', 'PATCH /operator/accounts/:id/keys/:key', {
    ...ofKey,
    body: { name: 'site', scopes: ['usage', 'read'], allowed_ips: ['::ffff:203.0.113.9/120'] },
  });
  assert.deepEqual(renamed.record.details, {
    name: { from: 'default', to: 'site' },
    scopes: { from: ['read', 'export', 'webhooks', 'usage'], to: ['read', 'usage'] },
    allowed_ips: { from: null, to: ['203.0.113.0/24'] },
  });
  const again = await expectRecord('key.regenerated', 'POST /operator/accounts/:id/keys/:key/regenerate', {
    ...ofKey,
    body: {},
  });
  assert.equal(again.record.details.replaced_by, again.answer.id);
  await expectRecord('key.revoked', 'DELETE /operator/accounts/:id/keys/:key', ofKey);
  const twice = await change('DELETE /operator/accounts/:id/keys/:key', ofKey);
  assert.deepEqual([twice.status, twice.records.length], [200, 0], 'no change, no record');

  for (const [action, method, part] of [
    ['account.deleted', 'DELETE', ''],
    ['account.restored', 'POST', '/restore'],
    ['account.deleted', 'DELETE', ''],
    ['account.erasure_requested', 'POST', '/erase'],
  ] as const)
    await expectRecord(action, `${method} /operator/accounts/:id${part}`, { ...own, body: {}, subject: () => id });

  const link = await expectRecord('sign_in_link.created', 'POST /operator/sign-in-links', { account: null });
  secrets.push(defined(String(link.answer.url).split('token=')[1]));

  const ask = async (email: string): Promise<string> => {
    const wish = { name: 'Bo', email, use_case: 'A script generator', expected_calls_per_month: 10 };
    return (await service.send('POST', '/key-requests', undefined, { body: wish })).body.data.id;
  };
  const [good, bad] = [await ask('bo@example.com'), await ask('cy@example.com')];
  const approved = await expectRecord('key_request.approved', 'POST /operator/key-requests/:id/approve', {
    params: { id: good },
    body: { message: 'token-in-a-query' },
    subject: () => good,
  });
  assert.equal(approved.record.account_id, (approved.answer.account as { id: string }).id);
  const declined = { params: { id: bad }, body: { reason: 'token-in-a-query' }, subject: () => bad, account: null };
  await expectRecord('key_request.declined', 'POST /operator/key-requests/:id/decline', declined);
});

test('… hooks, imports, sources, exports', async () => {
  await expectRecord('sample.removed', 'DELETE /operator/sample', { subject: () => 'sample', account: null });
  const platform = { subject: () => 'Vimeo', account: null };
  await expectRecord('platform.approved', 'POST /operator/platforms', { ...platform, body: { name: 'Vimeo' } });
  await expectRecord('platform.withdrawn', 'DELETE /operator/platforms/:name', {
    ...platform,
    params: { name: 'Vimeo' },
  });
  const pending = (text: string) => JSON.stringify({ text, views: 500_000, platform: 'TikTok', language: 'en' });
  const lines = [hookLine('A line to edit'), pending('zxqv wvut'), pending('qxzv tvuw')].join('\n');
  const imported = await expectRecord('import.started', 'POST /operator/import', {
    body: lines,
    query: '?preset=hookline&format=jsonl&source=mine',
    subject: ({ import_id }) => import_id,
  });
  assert.equal(imported.record.details.source, 'mine');
  const { body } = await service.operator('GET', '/operator/hooks');
  const idOf = (text: string): string => body.hooks.find((hook: { text: string }) => hook.text === text).id;
  for (const [action, text, sent] of [
    ['hook.edited', 'A line to edit', { niche: 'food' }],
    ['hook.retired', 'A line to edit', { state: 'retired' }],
    ['hook.accepted', 'zxqv wvut', { state: 'published' }],
    ['hook.rejected', 'qxzv tvuw', { state: 'rejected' }],
    ['hook.reopened', 'qxzv tvuw', { state: 'pending' }],
  ] as const) {
    const id = idOf(text);
    const params = { params: { id }, subject: () => id, account: null };
    const { record } = await expectRecord(action, 'PATCH /operator/hooks/:id', { ...params, body: sent });
    const [field, to] = defined(Object.entries(sent)[0]);
    assert.deepEqual((record.details[field] as { to: string }).to, to);
  }
  const [merged, into] = [idOf('qxzv tvuw'), idOf('A line to edit')];
  const several = await expectRecord('hook.edited', 'PATCH /operator/hooks', {
    body: { ids: [merged, into], set: { niche: 'business' } },
    subject: ({ edit_id }) => edit_id,
    account: null,
  });
  const editId = String(several.answer.edit_id);
  const ofEdit = { params: { id: editId }, subject: () => editId, account: null };
  await expectRecord('edit.undone', 'POST /operator/edits/:id/undo', ofEdit);
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  const howTo = 'How to sharpen a knife in 5 minutes';
  await service.import(hookLine(howTo), 'preset=hookline&format=jsonl&source=guesses');
  await client.query(
    "update hooks set archetype = 'story', archetype_method = 'rules', archetype_confidence = 0.3 where text = $1",
    [howTo],
  );
  const run = { body: { source: 'guesses' }, subject: ({ edit_id }: Record<string, string>) => edit_id };
  await expectRecord('labels.run', 'POST /operator/labels/run', { ...run, account: null });
  // Just before, since the search that follows an import removes pairs that are not alike.
  await client.query('insert into near_duplicates values ($1, $2, 0.9)', [into.slice(5), merged.slice(5)]);
  await client.end();
  await expectRecord('hook.duplicate_dismissed', 'DELETE /operator/hooks/:id/near-duplicates/:other', {
    params: { id: merged, other: into },
    subject: () => merged,
    account: null,
  });
  const claimed = idOf('qxzv tvuw');
  await service.import(
    JSON.stringify({ text: 'qxzv tvuw', views: 9e15 }),
    'preset=hookline&format=jsonl&source=claiming',
  );
  for (const [action, decision] of [
    ['hook.views_rejected', 'reject'],
    ['hook.views_accepted', 'accept'],
  ] as const) {
    const body = { source: 'claiming', decision };
    const call = { params: { id: claimed }, body, subject: () => claimed, account: null };
    await expectRecord(action, 'POST /operator/hooks/:id/claims', call);
  }
  await expectRecord('hook.merged', 'POST /operator/hooks/:id/merge', {
    params: { id: merged },
    body: { into },
    subject: () => merged,
    account: null,
  });
  const trust = { body: { source: 'mine', trust: 7 }, subject: () => 'mine', account: null };
  await expectRecord('source.trusted', 'POST /operator/trust', trust);
  await expectRecord('labels.trained', 'POST /operator/labels/train', { subject: () => 'labels', account: null });
  const { import_id: undone } = await service.import(hookLine('A line to undo'), 'preset=hookline&source=undone');
  const ofImport = { params: { id: String(undone) }, subject: () => String(undone), account: null };
  await expectRecord('import.undone', 'POST /operator/imports/:id/undo', ofImport);
  const report = { hook_id: idOf('zxqv wvut'), reason: 'other', email: 'rae@example.com', details: 'It is mine.' };
  const { body: sent } = await service.send('POST', '/report', undefined, { body: report });
  const reportId = sent.data.report_id;
  const ofReport = { params: { id: reportId }, subject: () => reportId, account: null };
  await expectRecord('report.dismissed', 'POST /operator/reports/:id/dismiss', { ...ofReport, body: {} });
  const id = idOf('zxqv wvut');
  const taken = await expectRecord('hook.taken_down', 'POST /operator/hooks/:id/takedown', {
    params: { id },
    body: { reason: 'Request 7' },
    subject: () => id,
    account: null,
  });
  const lifted = { params: { id: String(taken.answer.id) }, subject: () => String(taken.answer.id), account: null };
  await expectRecord('takedown.lifted', 'DELETE /operator/takedowns/:id', lifted);

  const location = 'http://127.0.0.1:1/hooks.jsonl?t=token-in-a-query';
  const source = await expectRecord('source.created', 'POST /operator/sources', {
    body: { name: 'theirs', location, preset: 'hookline', enabled: false },
    subject: ({ id }) => id,
  });
  assert.equal(source.record.details.location, 'http://127.0.0.1:1');
  const params = { params: { id: 'theirs' }, subject: () => source.answer.id };
  const moved = { every: '1d', location: `${location}&more=1` };
  const changed = await expectRecord('source.changed', 'PATCH /operator/sources/:id', { ...params, body: moved });
  assert.deepEqual(Object.keys(changed.record.details).sort(), ['every', 'location']);
  await expectRecord('source.run', 'POST /operator/sources/:id/run', { ...params, body: {} });
  await expectRecord('source.deleted', 'DELETE /operator/sources/:id', params);

  const secret = { params: { name: 'apify' }, subject: () => 'apify', account: null };
  const set = { ...secret, body: { value: 'value-of-a-secret' } };
  secrets.push('value-of-a-secret');
  assert.deepEqual((await expectRecord('secret.set', 'PUT /operator/secrets/:name', set)).record.details, {});
  await expectRecord('secret.deleted', 'DELETE /operator/secrets/:name', secret);

  const { id: account, key } = await service.account('enterprise');
  secrets.push(key);
  for (const by of ['operator', 'key']) {
    const asked = await expectRecord('export.requested', 'POST /export', {
      key,
      account,
      body: { format: 'jsonl' },
      subject: ({ export_id }) => export_id,
    });
    const id = String(asked.answer.export_id);
    await service.observed('export_finished', id);
    const sent = { params: { id }, account, subject: () => id };
    if (by === 'operator') await expectRecord('export.canceled', 'DELETE /operator/exports/:id', sent);
    else await expectRecord('export.canceled', 'DELETE /export/:id', { ...sent, key });
  }
});

test('… weekly exports', async () => {
  const { id: account, key } = await service.account('enterprise');
  secrets.push(key);
  const body = { format: 'csv', day: 'monday', hour: 6 };
  const created = await expectRecord('export.schedule_created', 'POST /exports/schedules', {
    key,
    account,
    body,
    subject: ({ schedule_id }) => schedule_id,
  });
  const own = { key, account, params: { id: String(created.answer.schedule_id) } };
  const changed = await expectRecord('export.schedule_changed', 'PATCH /exports/schedules/:id', {
    ...own,
    body: { hour: 7, fields: ['id'] },
  });
  assert.deepEqual(changed.record.details, { hour: { from: 6, to: 7 }, fields: { from: null, to: ['id'] } });
  await expectRecord('export.schedule_deleted', 'DELETE /exports/schedules/:id', own);
});

test('… saved searches', async () => {
  const { id: account, key } = await service.account('enterprise');
  secrets.push(key);
  const created = await expectRecord('search.created', 'POST /searches', {
    key,
    account,
    body: { name: 'Food', filters: { niche: 'food' } },
    subject: ({ search_id }) => search_id,
  });
  assert.deepEqual(created.record.details, { name: 'Food', filters: { niche: ['food'] }, sort: null });
  const own = { key, account, params: { id: String(created.answer.search_id) } };
  const changed = await expectRecord('search.changed', 'PATCH /searches/:id', { ...own, body: { name: 'Meals' } });
  assert.deepEqual(changed.record.details, { name: { from: 'Food', to: 'Meals' } });
  const rotated = await expectRecord('search.rotated', 'POST /searches/:id/rotate', own);
  for (const { answer } of [created, rotated]) secrets.push(String(answer.feed_url).split('/f/')[1] ?? '');
  const daily = await expectRecord('search.changed', 'PATCH /searches/:id', { ...own, body: { digest: 'daily' } });
  assert.deepEqual(daily.record.details, { digest: { from: 'off', to: 'daily' } });
  await expectRecord('search.digest_tested', 'POST /searches/:id/digest/test', own);
  await expectRecord('search.deleted', 'DELETE /searches/:id', own);
});

test('… collections', async () => {
  const { id: account, key } = await service.account('pro');
  secrets.push(key);
  const created = await expectRecord('collection.created', 'POST /collections', {
    key,
    account,
    body: { name: 'Food' },
    subject: ({ collection_id }) => collection_id,
  });
  assert.deepEqual(created.record.details, { name: 'Food', description: null });
  const params = { id: String(created.answer.collection_id) };
  const own = { key, account, params, subject: () => params.id };
  const changed = await expectRecord('collection.changed', 'PATCH /collections/:id', {
    ...own,
    body: { name: 'Meals' },
  });
  assert.deepEqual(changed.record.details, { name: { from: 'Food', to: 'Meals' } });
  const [hook] = (await service.get('/hooks?limit=1', key)).body.data;
  const several = { ...own, body: { ids: [hook.id], tags: ['a'] } };
  const saved = await expectRecord('collection.hooks_saved', 'POST /collections/:id/hooks', several);
  assert.deepEqual(saved.record.details, { hooks: [hook.id], tags: ['a'] });
  const one = { ...own, params: { ...params, hook_id: hook.id } };
  const noted = { ...one, body: { note: 'Second cut' } };
  await expectRecord('collection.hooks_saved', 'PUT /collections/:id/hooks/:hook_id', noted);
  assert.equal((await change('PUT /collections/:id/hooks/:hook_id', noted)).records.length, 0);
  await expectRecord('collection.hooks_removed', 'DELETE /collections/:id/hooks/:hook_id', one);
  const gone = { ...own, body: { ids: [hook.id] } };
  assert.equal((await change('POST /collections/:id/hooks/remove', gone)).records.length, 0);
  const shared = await expectRecord('collection.shared', 'POST /collections/:id/share', own);
  secrets.push(String(shared.answer.share_url).split('/c/')[1] ?? '');
  await expectRecord('collection.unshared', 'DELETE /collections/:id/share', own);
  await expectRecord('collection.deleted', 'DELETE /collections/:id', own);
});

test('… trend alerts', async () => {
  const { id: account, key } = await service.account('scale');
  const created = await expectRecord('trend_alert.created', 'POST /trends/alerts', {
    key,
    account,
    body: { by: 'niche' },
    subject: ({ alert_id }) => alert_id,
  });
  const { details } = created.record;
  assert.deepEqual(details, {
    name: null,
    label: 'niche',
    filters: {},
    window: '7d',
    verdicts: ['heating'],
    notify: 'email',
  });
  const own = { key, account, params: { id: String(created.answer.alert_id) } };
  const paused = await expectRecord('trend_alert.changed', 'PATCH /trends/alerts/:id', {
    ...own,
    body: { status: 'paused' },
  });
  assert.deepEqual(paused.record.details, { status: { from: 'active', to: 'paused' } });
  await expectRecord('trend_alert.deleted', 'DELETE /trends/alerts/:id', own);
});

test('… webhooks, by the operator and by a key', async () => {
  const { id: account, key } = await service.account('enterprise');
  secrets.push(key);
  const { body: keys } = await service.operator('GET', `/operator/accounts/${account}/keys`);
  for (const by of [undefined, key]) {
    const base = by ? '/webhooks' : '/operator/webhooks';
    const asked = { body: { webhook_url: webhookUrl, filters: { niche: ['food'] } }, key: by, account };
    const route = by ? 'POST /webhooks' : 'POST /operator/accounts/:id/webhooks';
    const created = await expectRecord('webhook.created', route, {
      ...asked,
      params: { id: account },
      subject: ({ webhook_id }) => webhook_id,
    });
    assert.equal(created.record.key_id, by ? keys.keys[0].id : null);
    const id = String(created.answer.webhook_id);
    const sent = { key: by, params: { id }, account, subject: () => id };
    const patch = { ...sent, body: { description: 'mine', webhook_url: `${webhookUrl}/2` } };
    const changed = await expectRecord('webhook.changed', `PATCH ${base}/:id`, patch);
    assert.deepEqual(changed.record.details, {
      webhook_url: { from: 'http://127.0.0.1:1', to: 'http://127.0.0.1:1' },
      description: { from: null, to: 'mine' },
    });
    assert.equal((await change(`PATCH ${base}/:id`, patch)).records.length, 0);
    await expectRecord('webhook.tested', `POST ${base}/:id/test`, sent);
    await expectRecord('webhook.paused', `POST ${base}/:id/pause`, sent);
    await expectRecord('webhook.resumed', `POST ${base}/:id/resume`, { ...sent, body: { backlog: 'skip' } });
    await expectRecord('webhook.rotated', `POST ${base}/:id/rotate-secret`, sent);
    await expectRecord('webhook.replayed', `POST ${base}/:id/replay`, {
      ...sent,
      body: { since: '2026-01-01T00:00:00Z' },
    });
    await expectRecord('webhook.deleted', `DELETE ${base}/:id`, sent);
  }
  // Writes `webhook.replayed` for each webhook (test/webhooks/replay-failed.test.ts), and here nothing has failed.
  const none = await change('POST /operator/deliveries/replay', { body: { since: '2026-01-01T00:00:00Z' } });
  assert.deepEqual([none.status, none.records.length], [202, 0]);
});

test('… operators and their sessions', async () => {
  const body = { email: 'ops@example.com', role: 'support' };
  const added = await expectRecord('operator.added', 'POST /operator/operators', { body, subject: ({ id }) => id });
  assert.deepEqual(added.record.details, body);
  const changed = await expectRecord('operator.changed', 'POST /operator/operators', {
    body: { ...body, role: 'curator' },
  });
  assert.deepEqual(changed.record.details.role, { from: 'support', to: 'curator' });
  const params = { id: String(added.answer.id) };
  await expectRecord('operator.removed', 'DELETE /operator/operators/:id', { params, subject: ({ id }) => id });

  await signInAsOperator(service);
  const { body: page } = await service.operator('GET', '/operator/sessions');
  const { id } = page.sessions[0];
  await expectRecord('session.ended', 'DELETE /operator/sessions/:id', { params: { id }, subject: () => id });
  await signInAsOperator(service);
  const ended = await expectRecord('session.ended_everywhere', 'DELETE /operator/sessions', {});
  assert.deepEqual([ended.record.subject, ended.record.details], ['operators', { sessions: 1 }]);
});

test('… announcements and the setup checklist', async () => {
  const body = { kind: 'incident', title: 'Exports are slow', message: 'We look into it.', parts: ['exports'] };
  const subject = ({ id }: Record<string, string>) => id;
  const of = { account: null, subject };
  const created = await expectRecord('announcement.created', 'POST /operator/announcements', { ...of, body });
  const severity = 'minor';
  const { kind, title, parts } = body;
  assert.deepEqual(created.record.details, { kind, title, severity, parts, mail: true });
  const params = { id: String(created.answer.id) };
  const route = '/operator/announcements/:id';
  const corrected = { ...of, params, body: { title: 'Exports fail' } };
  const changed = await expectRecord('announcement.changed', `PATCH ${route}`, corrected);
  assert.deepEqual(changed.record.details, { title: { from: title, to: 'Exports fail' } });
  assert.equal((await change(`PATCH ${route}`, corrected)).records.length, 0);
  const resolved = { ...of, params, body: { state: 'resolved', message: 'It is over.', mail: false } };
  const updated = await expectRecord('announcement.updated', `POST ${route}/updates`, resolved);
  assert.deepEqual(updated.record.details, { state: 'resolved', mail: false });
  await expectRecord('announcement.deleted', `DELETE ${route}`, { ...of, params });
  const hide = { body: { hidden: true }, account: null, subject: () => 'setup' };
  const setup = await expectRecord('setup.changed', 'PATCH /operator/setup', hide);
  assert.deepEqual(setup.record.details, { hidden: true });
  assert.equal((await change('PATCH /operator/setup', hide)).records.length, 0);
});

test('every changing endpoint of keys and operators is called above', () => {
  const changes = endpointsOf('key', 'operator').filter(
    // What is answered from memory, such as a query in a body, changes nothing.
    // Those of views need a session: test/auth/view.test.ts.
    ({ method, path, isInMemory }) =>
      method !== 'GET' && !isInMemory && path !== '/operator/sources/preview' && !path.endsWith('/view'),
  );
  assert.ok(changes.length >= 28);
  assert.deepEqual([...walked].sort(), changes.map(({ method, path }) => `${method} ${path}`).sort());
});

test('a webhook paused by the service has the actor `system`', async () => {
  const receiver = await startReceiver((res) => res.writeHead(410).end());
  const { id: account, key } = await service.account('enterprise');
  secrets.push(key);
  const { body } = await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } });
  await service.import(hookLine('A line for a receiver that is gone'), 'preset=hookline&format=jsonl');
  await service.observed('webhook_paused', body.webhook_id);
  const record = defined((await recordsOf(`&subject=${body.webhook_id}&actor=system`))[0]);
  assert.deepEqual(
    [record.action, record.account_id, record.details, record.address],
    ['webhook.paused', account, { by: 'gone' }, null],
  );
  await receiver.close();
});

test('a rejected or rolled-back change writes no record', async () => {
  const account = { name: 'Dee', email: 'dee@example.com' };
  assert.equal((await change('POST /operator/accounts', { body: account })).records.length, 1);
  const taken = await change('POST /operator/accounts', { body: account });
  assert.deepEqual([taken.status, taken.records.length], [409, 0]);
  const unknown = await change('DELETE /operator/sources/:id', { params: { id: 'none' } });
  assert.deepEqual([unknown.status, unknown.records.length], [404, 0]);

  const wish = { ...account, email: 'eve@example.com', use_case: 'A script generator', expected_calls_per_month: 10 };
  const { body } = await service.send('POST', '/key-requests', undefined, { body: wish });
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  const jobs = { send: () => Promise.reject(new Error('the mail cannot be queued')) };
  const signIn = { createInvitation: async () => '', allow: async () => true };
  const deps = { ...bySystem(db), jobs, signIn, publicUrl: () => '' };
  await assert.rejects(approveKeyRequest(deps, body.data.id), /cannot be queued/);
  const [request] = (await findKeyRequests(db, { state: 'pending' })).key_requests;
  await close();
  assert.equal(request?.id, body.data.id);
  assert.deepEqual(await recordsOf(`&subject=${body.data.id}`), []);
});

test('GET /operator/audit filters, pages and rejects unknown parameters', async () => {
  const { body: first } = await service.operator('GET', '/operator/audit?limit=2&action=webhook.paused');
  assert.deepEqual(
    first.records.map(({ action }: NamedAuditRecord) => action),
    ['webhook.paused', 'webhook.paused'],
  );
  const { body: rest } = await service.operator('GET', `/operator/audit?action=webhook.paused&after=${first.next}`);
  assert.ok(rest.records[0].at <= first.records[1].at && rest.records[0].id !== first.records[1].id);
  for (const query of ['action=key.eaten', 'limit=0', 'subjekt=x', 'after=x'])
    assert.equal((await service.operator('GET', `/operator/audit?${query}`)).status, 400, query);
  assert.equal((await service.get('/operator/audit')).status, 401);
});

test('hookline admin audit prints the records', async (t) => {
  const lines: string[] = [];
  t.mock.method(console, 'log', (line: string) => lines.push(line));
  const args = ['--url', service.url, '--key', operatorKey];
  assert.equal(await runCommand(['audit', '--action', 'hook.retired', ...args]), 0);
  assert.match(defined(lines[0]), /^at +action +subject/);
  assert.match(defined(lines[0]), /hook\.retired +hook_\d+ +– +operator/);
  assert.equal(await runCommand(['audit', '--json', '--account', 'acc_none', ...args]), 0);
  assert.deepEqual(JSON.parse(defined(lines[1])), { records: [], next: null });
});

test('the audit log contains no key, secret, token or email text', async () => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ text: string }>('select audit_log::text as text from audit_log');
  await client.end();
  assert.ok(rows.length > 40 && secrets.length > 10, `${rows.length} records, ${secrets.length} secrets`);
  for (const secret of secrets)
    assert.ok(!rows.some(({ text }) => text.includes(secret)), `${secret.slice(0, 12)}… is in the log`);
});
