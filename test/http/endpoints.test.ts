// Walks over the endpoint table: who may call an endpoint, whose records it returns, its parameters, rate limits and responses; clients
// that leave early; and the audit record that each change by an operator or a key writes in its transaction, without secrets.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { approveKeyRequest } from '../../src/accounts/key-request-actions.ts';
import { findKeyRequests } from '../../src/accounts/queries.ts';
import { bySystem } from '../../src/audit/actor.ts';
import type { AuditAction } from '../../src/audit/audit.ts';
import { newKey } from '../../src/auth/keys/key.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { NamedAuditRecord } from '../../src/http/operator/audit.ts';
import type { Endpoint } from '../../src/http/pipeline/endpoint.ts';
import { errorTable } from '../../src/lib/errors.ts';
import { defined } from '../setup/defined.ts';
import { endpoints, endpointsOf } from '../setup/endpoints.ts';
import { endEarly } from '../setup/network/end-early.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { query } from '../setup/refresh.ts';
import { type Answer, hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../setup/session.ts';

let service: TestService;
let receiver: Receiver;

type Client = { id: string; key: string; email: string; session: SignedIn };
/** This account has a record of every kind. */
let owner: Client;
let stranger: Client;

async function newClient(): Promise<Client> {
  const account = await service.account('enterprise');
  return { ...account, session: await signIn(service, account.email) };
}

before(async () => {
  const env = { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_TRUSTED_PROXIES: 'loopback', HOOKLINE_SIGNUP: 'open' };
  service = await testService(env);
  receiver = await startReceiver();
  owner = await newClient();
  stranger = await newClient();
  const { body: webhook } = await service.send('POST', '/webhooks', owner.key, { body: { webhook_url: receiver.url } });
  const pending = JSON.stringify({ text: 'zxqv wvut', views: 500_000, platform: 'TikTok', language: 'en' });
  const lines = ['A line', 'Another line', 'One more'].map((text) => hookLine(text));
  await service.import([...lines, pending, '{'].join('\n'), 'preset=hookline&format=jsonl&source=file');
  await service.observed('delivery_attempted', webhook.webhook_id);
  for (const endpoint of endpointsOf('key', 'session').filter(
    ({ method, path }) => method === 'POST' && !path.includes(':'),
  ))
    if (bodies[nameOf(endpoint)] && endpoint.path !== '/webhooks')
      await owner.session.send('POST', endpoint.path, bodies[nameOf(endpoint)]);
});

after(async () => {
  await receiver.close();
  await service.close();
});

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;
const sampleUrl = (path: string) => path.replace(/:\w+/g, 'hook_1');
/** The address is separate, so that refused requests of others do not count. */
const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });
const withoutParams = (path: string) => !path.includes(':');

/** Bodies of requests that are only accepted with one. Others send an empty object. */
const bodies: Readonly<Record<string, unknown>> = {
  'POST /adapt': { template: 'Stop buying [topic] now', topic: 'coffee' },
  'POST /check': { text: 'Nobody tells you this' },
  'POST /similar': { text: 'Nobody tells you this' },
  'POST /export': { format: 'json' },
  'POST /exports/schedules': { format: 'json', day: 'monday', hour: 6 },
  'PATCH /exports/schedules/:id': { hour: 7 },
  'POST /searches': { name: 'Finance' },
  'PATCH /searches/:id': { name: 'taken' },
  'POST /collections': { name: 'Spring' },
  'PATCH /collections/:id': { name: 'taken' },
  'POST /collections/:id/hooks': { ids: ['hook_1'] },
  'POST /collections/:id/hooks/remove': { ids: ['hook_1'] },
  'POST /trends/alerts': { by: 'niche' },
  'PATCH /trends/alerts/:id': { name: 'taken' },
  'PATCH /webhooks/:id': { description: 'taken' },
  'POST /webhooks/:id/replay': { since: '2026-01-01T00:00:00Z' },
  'POST /webhooks/:id/resume': { backlog: 'skip' },
  'POST /account/keys': { name: 'walk' },
  'PATCH /account/keys/:id': { name: 'taken' },
  'POST /members': { email: 'invited@example.com', role: 'viewer' },
  'PATCH /members/:id': { role: 'billing' },
  'POST /account/requests': { plan: 'scale' },
  'POST /keys/revoke': { key: newKey() },
  'POST /demo/check': { text: 'Nobody tells you this' },
  'POST /report': { hook_id: 'hook_1', reason: 'other', email: 'rae@example.com', details: 'It is mine.' },
  'POST /sign-ups': { email: 'newcomer@example.com' },
  'POST /operator/operators': { email: 'ops@example.com', role: 'curator' },
  'POST /operator/accounts': { name: 'Bo', email: 'walker@example.com', plan: 'free' },
  'POST /operator/announcements': { kind: 'incident', title: 'Slow', message: 'We look into it.' },
  'POST /operator/announcements/:id/updates': { state: 'resolved', message: 'It is over.' },
  'PATCH /operator/hooks': { ids: ['hook_2'], set: { niche: 'food' } },
  'POST /operator/hooks/:id/takedown': { reason: 'Request 7' },
  'PUT /operator/secrets/:name': { value: 'value' },
};
const bodyOf = (endpoint: Endpoint) => bodies[nameOf(endpoint)] ?? (endpoint.body ? {} : undefined);

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;
type Row = Record<string, unknown>;

/** Replaces each path parameter with the id of the first record in the list of the path before it, if any. */
function createResolver(ask: Ask) {
  const lists = new Map<string, Promise<Row | undefined>>();
  async function firstOf(list: string): Promise<Row | undefined> {
    const { status, body } = await ask('GET', list === '/export' ? '/exports' : list);
    return status === 200 ? Object.values<Row[]>(body).find(Array.isArray)?.[0] : undefined;
  }
  async function firstId(name: string, list: string): Promise<unknown> {
    if (name === 'hook_id') return 'hook_1';
    if (!lists.has(list)) lists.set(list, firstOf(list));
    const record = (await lists.get(list)) ?? {};
    return record[name] ?? record[Object.keys(record).find((field) => /(^|_)id$/.test(field)) ?? ''];
  }
  return async (path: string): Promise<string | undefined> => {
    let url = '';
    for (const segment of path.split('/').slice(1)) {
      const part = segment.startsWith(':') ? await firstId(segment.slice(1), url) : segment;
      if (part === undefined) return undefined;
      url += `/${part}`;
    }
    return url;
  };
}

/** Endpoints that change records and were called. */
const walked = new Set<string>();
/** Values that must never be in the log. */
const secrets = [operatorKey, 'token-in-a-path', 'token-in-a-query', 'value-of-a-secret'];

type Change = {
  /** Key of an account. Default: the operator key. */
  key?: string | undefined;
  params?: Record<string, string>;
  body?: unknown;
  /** ID of the record. Default: an ID in the path or in the response. */
  subject?: string;
  account?: string | null;
  details?: object;
};

async function change(endpoint: string, { key = operatorKey, params = {}, body }: Change = {}) {
  walked.add(endpoint);
  const [method = '', pattern = ''] = endpoint.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name) => defined(params[name]));
  const { status, headers, body: answer } = await service.send(method, path, key, body === undefined ? {} : { body });
  const records = (await recordsOf('')).filter(({ request_id }) => request_id === headers.get('x-request-id'));
  const urls = [answer.url, answer.feed_url, answer.share_url].map((url) => url?.split(/#token=|\/[fc]\//)[1]);
  secrets.push(...[answer.key, answer.secret, ...urls].filter(Boolean));
  return { status, answer, records };
}

async function recordsOf(filter: string): Promise<NamedAuditRecord[]> {
  const { status, body } = await service.operator('GET', `/operator/audit?limit=20${filter}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.records;
}

/** Makes a change that succeeds and writes exactly one audit record, with this action. Resolves with the response. */
async function recorded(action: AuditAction, endpoint: string, sent: Change = {}): Promise<Answer['body']> {
  const { key, params = {}, subject, account = null, details } = sent;
  const { status, answer, records } = await change(endpoint, sent);
  assert.ok(status < 300, `${endpoint}: ${status} ${JSON.stringify(answer)}`);
  assert.equal(records.length, 1, `${endpoint} wrote ${records.length} records`);
  const record = defined(records[0]);
  assert.deepEqual([record.action, record.actor, record.account_id], [action, key ? 'key' : 'operator', account]);
  assert.match(record.address ?? '', /127\.0\.0\.1$/);
  const subjects = subject ? [subject] : [...Object.values(params), ...Object.values(answer)];
  assert.ok(subjects.includes(record.subject), `${action}: ${record.subject}`);
  if (details) assert.deepEqual(record.details, details, action);
  return answer;
}

/** Makes a request that changes nothing, and so writes no audit record. */
async function unrecorded(endpoint: string, sent: Change = {}): Promise<number> {
  const { status, records } = await change(endpoint, sent);
  assert.equal(records.length, 0, endpoint);
  return status;
}

async function keyRequestOf(email: string): Promise<string> {
  const body = { name: 'Bo', email, use_case: 'A script generator', expected_calls_per_month: 10 };
  return (await service.send('POST', '/key-requests', undefined, { body })).body.data.id;
}

async function newAccount() {
  const { id, key } = await service.account('enterprise');
  secrets.push(key);
  return { account: id, key };
}

test('changes of accounts, keys and key requests by the operator are recorded', async () => {
  const { body: made } = await service.operator('POST', '/operator/accounts', {
    name: 'Ann',
    email: 'ann@example.com',
  });
  const id = String(made.id);
  const [created] = await recordsOf(`&account=${id}`);
  assert.deepEqual([created?.action, created?.subject, created?.account_name], ['account.created', id, 'Ann']);
  const own = { params: { id }, account: id, subject: id };
  await recorded('account.changed', 'PATCH /operator/accounts/:id', {
    ...own,
    body: { plan: 'enterprise', suspended: true, limits: { per_month: 9 } },
    details: {
      plan: { from: 'free', to: 'enterprise' },
      limits: { from: { per_day: null, per_month: null }, to: { per_day: null, per_month: 9 } },
      suspended: { from: false, to: true },
    },
  });
  const keys = '/operator/accounts/:id/keys';
  const { id: key } = await recorded('key.created', `POST ${keys}`, { params: { id }, account: id, body: {} });
  const ofKey = { params: { id, key }, account: id, subject: key };
  // test/auth/keys.test.ts tests its details.
  await recorded('key.changed', `PATCH ${keys}/:key`, { ...ofKey, body: { name: 'site' } });
  const { id: next } = await recorded('key.regenerated', `POST ${keys}/:key/regenerate`, { ...ofKey, body: {} });
  const [regenerated] = await recordsOf('&action=key.regenerated');
  assert.equal(regenerated?.details.replaced_by, next);
  await recorded('key.revoked', `DELETE ${keys}/:key`, ofKey);
  assert.equal(await unrecorded(`DELETE ${keys}/:key`, ofKey), 200);

  await recorded('sign_in_link.created', 'POST /operator/accounts/:id/sign-in-links', own);

  const emptyBody = { ...own, body: {} };
  await recorded('account.deleted', 'DELETE /operator/accounts/:id', emptyBody);
  await recorded('account.restored', 'POST /operator/accounts/:id/restore', emptyBody);
  await recorded('account.deleted', 'DELETE /operator/accounts/:id', emptyBody);
  await recorded('account.erasure_requested', 'POST /operator/accounts/:id/erase', emptyBody);
  await recorded('sign_in_link.created', 'POST /operator/sign-in-links', { subject: 'operator' });

  const [good, bad] = [await keyRequestOf('bo@example.com'), await keyRequestOf('cy@example.com')];
  const approved = await change('POST /operator/key-requests/:id/approve', {
    params: { id: good },
    body: { message: 'token-in-a-query' },
  });
  assert.deepEqual(
    approved.records.map(({ action, subject, account_id }) => [action, subject, account_id]),
    [['key_request.approved', good, approved.answer.account.id]],
  );
  const declined = { params: { id: bad }, body: { reason: 'token-in-a-query' }, subject: bad };
  await recorded('key_request.declined', 'POST /operator/key-requests/:id/decline', declined);
});

test('changes of hooks, reports and takedowns are recorded', async () => {
  await recorded('sample.removed', 'DELETE /operator/sample', { subject: 'sample' });
  await recorded('platform.approved', 'POST /operator/platforms', { body: { name: 'Vimeo' }, subject: 'Vimeo' });
  await recorded('platform.withdrawn', 'DELETE /operator/platforms/:name', { params: { name: 'Vimeo' } });
  const mapped = { field: 'niche', value: 'Fitnes', becomes: 'fitness' };
  await recorded('value.mapped', 'PUT /operator/values', { body: mapped, subject: 'Fitnes' });
  const pottery = { kind: 'niche', name: 'Pottery' };
  await recorded('value.set', 'PUT /operator/taxonomy', { body: pottery, subject: 'pottery' });
  const params = { kind: 'niche', id: 'pottery' };
  await recorded('value.removed', 'DELETE /operator/taxonomy/:kind/:id', { params, subject: 'pottery' });
  const pending = (text: string) => JSON.stringify({ text, views: 500_000, platform: 'TikTok', language: 'en' });
  const [edit, accept, reject] = ['A line to edit', 'zxqv wvut', 'qxzv tvuw'] as const;
  const lines = [hookLine(edit), pending(accept), pending(reject), pending('zzqv gone')];
  walked.add('POST /operator/import');
  const { import_id: importId } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=mine');
  const [started] = await recordsOf(`&action=import.started&subject=${importId}`);
  assert.deepEqual([started?.actor, started?.details.source], ['operator', 'mine']);
  const { body } = await service.operator('GET', '/operator/hooks');
  const idOf = (text: string): string => body.hooks.find((hook: { text: string }) => hook.text === text).id;
  for (const [action, text, set] of [
    ['hook.edited', edit, { niche: 'food' }],
    ['hook.retired', edit, { state: 'retired' }],
    ['hook.accepted', accept, { state: 'published' }],
    ['hook.rejected', reject, { state: 'rejected' }],
    ['hook.reopened', reject, { state: 'pending' }],
  ] as const) {
    await recorded(action, 'PATCH /operator/hooks/:id', { params: { id: idOf(text) }, subject: idOf(text), body: set });
    const [field, to] = defined(Object.entries(set)[0]);
    const record = defined((await recordsOf(`&action=${action}`))[0]);
    assert.equal((record.details[field] as { to: string }).to, to);
  }
  const [merged, into] = [idOf(reject), idOf(edit)];
  const several = { body: { ids: [merged, into], set: { niche: 'business' } } };
  const { edit_id: editId } = await recorded('hook.edited', 'PATCH /operator/hooks', several);
  await recorded('edit.undone', 'POST /operator/edits/:id/undo', { params: { id: editId }, subject: editId });
  // The pair is inserted just before, since the search after an import removes pairs that are not similar.
  await query(service, 'insert into near_duplicates values ($1, $2, 0.9)', [into.slice(5), merged.slice(5)]);
  const pair = { params: { id: merged, other: into }, subject: merged };
  await recorded('hook.duplicate_dismissed', 'DELETE /operator/hooks/:id/near-duplicates/:other', pair);
  const claimed = [JSON.stringify({ text: reject, views: 9e15 }), hookLine('A line to undo')];
  const { import_id: undone } = await service.import(
    claimed.join('\n'),
    'preset=hookline&format=jsonl&source=claiming',
  );
  const ofMerged = { params: { id: merged }, subject: merged };
  const claim = (decision: string) => ({ ...ofMerged, body: { source: 'claiming', decision } });
  await recorded('hook.views_rejected', 'POST /operator/hooks/:id/claims', claim('reject'));
  await recorded('hook.views_accepted', 'POST /operator/hooks/:id/claims', claim('accept'));
  await recorded('hook.merged', 'POST /operator/hooks/:id/merge', { ...ofMerged, body: { into } });
  await recorded('source.trusted', 'POST /operator/trust', { body: { source: 'mine', trust: 7 }, subject: 'mine' });
  await recorded('import.undone', 'POST /operator/imports/:id/undo', { params: { id: undone }, subject: undone });
  const id = idOf(accept);
  const report = { hook_id: id, reason: 'other', email: 'rae@example.com', details: 'It is mine.' };
  const { body: sent } = await service.send('POST', '/report', undefined, { body: report });
  const reported = { params: { id: sent.data.report_id }, body: {}, subject: sent.data.report_id };
  await recorded('report.dismissed', 'POST /operator/reports/:id/dismiss', reported);
  const takedown = { params: { id }, body: { reason: 'Request 7' }, subject: id };
  const { id: takenDown } = await recorded('hook.taken_down', 'POST /operator/hooks/:id/takedown', takedown);
  const lifted = { params: { id: String(takenDown) }, subject: String(takenDown) };
  await recorded('takedown.lifted', 'DELETE /operator/takedowns/:id', lifted);
});

test('changes of sources and their secrets are recorded, with only the origin of a URL', async () => {
  const location = 'http://127.0.0.1:1/hooks.jsonl?t=token-in-a-query';
  const { id: subject } = await recorded('source.created', 'POST /operator/sources', {
    body: { name: 'theirs', location, preset: 'hookline', enabled: false },
  });
  const [created] = await recordsOf('&action=source.created');
  assert.equal(created?.details.location, 'http://127.0.0.1:1');
  const own = { params: { id: 'theirs' }, subject };
  const moved = { every: '1d', location: `${location}&more=1` };
  await recorded('source.changed', 'PATCH /operator/sources/:id', { ...own, body: moved });
  const [changed] = await recordsOf('&action=source.changed');
  assert.deepEqual(Object.keys(changed?.details ?? {}).sort(), ['every', 'location']);
  await recorded('source.run', 'POST /operator/sources/:id/run', { ...own, body: {} });
  await recorded('source.deleted', 'DELETE /operator/sources/:id', own);
  const secret = { params: { name: 'apify' }, details: {} };
  await recorded('secret.set', 'PUT /operator/secrets/:name', { ...secret, body: { value: 'value-of-a-secret' } });
  await recorded('secret.deleted', 'DELETE /operator/secrets/:name', secret);
});

test('source requests are recorded, with only the origin of a URL', async () => {
  const by = await newAccount();
  for (const [decision, state] of [
    ['approve', 'approved'],
    ['decline', 'declined'],
  ] as const) {
    const { request_id: id } = await recorded('source_request.submitted', 'POST /source-requests', {
      ...by,
      body: { location: 'https://a.example/list?t=token-in-a-query' },
      details: { name: 'https://a.example' },
    });
    if (decision === 'approve') await service.operator('POST', '/operator/sources', asked);
    await recorded(`source_request.${state}`, `POST /operator/source-requests/:id/${decision}`, {
      ...{ params: { id }, subject: id, account: by.account, body: {} },
      details: decision === 'approve' ? { source: asked.name } : {},
    });
  }
});

/** This source already reads the location. */
const asked = { name: 'asked for', location: 'yt-dlp:https://a.example/list?t=token-in-a-query', enabled: false };

test('exports and weekly exports are recorded, by the operator and by a key', async () => {
  const by = await newAccount();
  for (const canceler of ['operator', 'key']) {
    const { export_id: id } = await recorded('export.requested', 'POST /export', { ...by, body: { format: 'jsonl' } });
    await service.observed('export_finished', id);
    const own = { params: { id }, account: by.account, subject: id };
    if (canceler === 'operator') await recorded('export.canceled', 'DELETE /operator/exports/:id', own);
    else await recorded('export.canceled', 'DELETE /export/:id', { ...own, key: by.key });
  }
  const weekly = { ...by, body: { format: 'csv', day: 'monday', hour: 6 } };
  const { schedule_id: id } = await recorded('export.schedule_created', 'POST /exports/schedules', weekly);
  const own = { ...by, params: { id }, subject: id };
  await recorded('export.schedule_changed', 'PATCH /exports/schedules/:id', {
    ...own,
    body: { hour: 7, fields: ['id'] },
  });
  await recorded('export.schedule_deleted', 'DELETE /exports/schedules/:id', own);
});

test('changes of saved searches, collections and trend alerts are recorded', async () => {
  const by = await newAccount();
  const { search_id } = await recorded('search.created', 'POST /searches', {
    ...by,
    body: { name: 'Food', filters: { niche: 'food' } },
    details: { name: 'Food', filters: { niche: ['food'] }, sort: null },
  });
  const search = { ...by, params: { id: search_id }, subject: search_id };
  await recorded('search.changed', 'PATCH /searches/:id', {
    ...search,
    body: { digest: 'daily' },
    details: { digest: { from: 'off', to: 'daily' } },
  });
  await recorded('search.rotated', 'POST /searches/:id/rotate', search);
  await recorded('search.digest_tested', 'POST /searches/:id/digest/test', search);
  await recorded('search.deleted', 'DELETE /searches/:id', search);

  const { collection_id: id } = await recorded('collection.created', 'POST /collections', {
    ...by,
    body: { name: 'Food' },
    details: { name: 'Food', description: null },
  });
  const own = { ...by, params: { id }, subject: id };
  await recorded('collection.changed', 'PATCH /collections/:id', {
    ...own,
    body: { name: 'Meals' },
  });
  const [hook] = (await service.get('/hooks?limit=1', by.key)).body.data;
  const several = { ...own, body: { ids: [hook.id], tags: ['a'] } };
  const details = { hooks: [hook.id], tags: ['a'] };
  await recorded('collection.hooks_saved', 'POST /collections/:id/hooks', { ...several, details });
  const one = { ...own, params: { id, hook_id: hook.id } };
  const noted = { ...one, body: { note: 'Second cut' } };
  await recorded('collection.hooks_saved', 'PUT /collections/:id/hooks/:hook_id', noted);
  await unrecorded('PUT /collections/:id/hooks/:hook_id', noted);
  await recorded('collection.hooks_removed', 'DELETE /collections/:id/hooks/:hook_id', one);
  await unrecorded('POST /collections/:id/hooks/remove', { ...own, body: { ids: [hook.id] } });
  await recorded('collection.shared', 'POST /collections/:id/share', own);
  await recorded('collection.unshared', 'DELETE /collections/:id/share', own);
  await recorded('collection.deleted', 'DELETE /collections/:id', own);

  const { alert_id } = await recorded('trend_alert.created', 'POST /trends/alerts', {
    ...by,
    body: { by: 'niche' },
  });
  const alert = { ...by, params: { id: alert_id } };
  await recorded('trend_alert.changed', 'PATCH /trends/alerts/:id', {
    ...alert,
    body: { status: 'paused' },
  });
  await recorded('trend_alert.deleted', 'DELETE /trends/alerts/:id', alert);
});

test('changes of webhooks are recorded, by the operator and by a key', async () => {
  const { account, key: accountKey } = await newAccount();
  const webhookUrl = 'http://127.0.0.1:1/token-in-a-path';
  const asked = { account, body: { webhook_url: webhookUrl, filters: { niche: ['food'] } } };
  for (const key of [undefined, accountKey]) {
    const base = key ? '/webhooks' : '/operator/webhooks';
    const { webhook_id: id } = key
      ? await recorded('webhook.created', 'POST /webhooks', { ...asked, key })
      : await recorded('webhook.created', 'POST /operator/accounts/:id/webhooks', {
          ...asked,
          params: { id: account },
        });
    const own = { key, params: { id }, account, subject: id };
    const patch = { ...own, body: { description: 'mine', webhook_url: `${webhookUrl}/2` } };
    await recorded('webhook.changed', `PATCH ${base}/:id`, {
      ...patch,
      details: {
        webhook_url: { from: 'http://127.0.0.1:1', to: 'http://127.0.0.1:1' },
        description: { from: null, to: 'mine' },
      },
    });
    await unrecorded(`PATCH ${base}/:id`, patch);
    await recorded('webhook.tested', `POST ${base}/:id/test`, own);
    const delivery = `dlv_${key ? 'key' : 'operator'}`;
    await query(
      service,
      `insert into webhook_deliveries (id, endpoint_id, kind, message_id, batch_index, batch_of, hooks, body, status, next_attempt_at, created_at)
       values ($1, $2, 'event', $1, 1, 1, 1, '{}', 'pending', now() + interval '1 day', now())`,
      [delivery, id],
    );
    const param = key ? 'delivery_id' : 'delivery';
    const { next_attempt_at: at } = await recorded(
      'webhook.delivery_sent',
      `POST ${base}/:id/deliveries/:${param}/send`,
      { ...own, params: { id, [param]: delivery }, details: { delivery } },
    );
    assert.ok(Date.parse(at) <= Date.now() + 1000, at);
    await recorded('webhook.paused', `POST ${base}/:id/pause`, own);
    await recorded('webhook.resumed', `POST ${base}/:id/resume`, { ...own, body: { backlog: 'skip' } });
    await recorded('webhook.rotated', `POST ${base}/:id/rotate-secret`, own);
    await recorded('webhook.replayed', `POST ${base}/:id/replay`, { ...own, body: { since: '2026-01-01T00:00:00Z' } });
    await recorded('webhook.deleted', `DELETE ${base}/:id`, own);
  }
  const { body: keys } = await service.operator('GET', `/operator/accounts/${account}/keys`);
  const created = await recordsOf(`&account=${account}&action=webhook.created`);
  assert.deepEqual(
    created.map(({ key_id }) => key_id),
    [keys.keys[0].id, null],
  );
  // The endpoint writes `webhook.replayed` for each webhook (test/webhooks), and here nothing has failed.
  await unrecorded('POST /operator/deliveries/replay', { body: { since: '2026-01-01T00:00:00Z' } });
});

test('changes of operators, their sessions, announcements and the setup checklist are recorded', async () => {
  const body = { email: 'ops@example.com', role: 'support' };
  const { id } = await recorded('operator.added', 'POST /operator/operators', { body, details: body });
  const changed = { body: { ...body, role: 'curator' }, subject: id };
  await recorded('operator.changed', 'POST /operator/operators', changed);
  await recorded('operator.removed', 'DELETE /operator/operators/:id', { params: { id } });

  await signInAsOperator(service);
  const { body: page } = await service.operator('GET', '/operator/sessions');
  await recorded('session.ended', 'DELETE /operator/sessions/:id', { params: { id: page.sessions[0].id } });
  await signInAsOperator(service);
  const ended = { subject: 'operators', details: { sessions: 1 } };
  await recorded('session.ended_everywhere', 'DELETE /operator/sessions', ended);

  const incident = { kind: 'incident', title: 'Exports are slow', message: 'We look into it.', parts: ['exports'] };
  const { kind, title, parts } = incident;
  const created = await recorded('announcement.created', 'POST /operator/announcements', {
    body: incident,
    details: { kind, title, severity: 'minor', parts, mail: true, mail_owners: false },
  });
  const own = { params: { id: String(created.id) } };
  const corrected = { ...own, body: { title: 'Exports fail' } };
  await recorded('announcement.changed', 'PATCH /operator/announcements/:id', {
    ...corrected,
    details: { title: { from: title, to: 'Exports fail' } },
  });
  await unrecorded('PATCH /operator/announcements/:id', corrected);
  await recorded('announcement.updated', 'POST /operator/announcements/:id/updates', {
    ...own,
    body: { state: 'resolved', message: 'It is over.', mail: false },
    details: { state: 'resolved', mail: false, mail_owners: false },
  });
  await recorded('announcement.deleted', 'DELETE /operator/announcements/:id', own);
  const hide = { body: { hidden: true }, subject: 'setup', details: { hidden: true } };
  await recorded('setup.changed', 'PATCH /operator/setup', hide);
  await unrecorded('PATCH /operator/setup', hide);
});

test('a rejected or rolled-back change writes no record', async () => {
  const account = { name: 'Dee', email: 'dee@example.com' };
  assert.equal((await change('POST /operator/accounts', { body: account })).records.length, 1);
  assert.equal(await unrecorded('POST /operator/accounts', { body: account }), 409);
  assert.equal(await unrecorded('DELETE /operator/sources/:id', { params: { id: 'none' } }), 404);

  const id = await keyRequestOf('eve@example.com');
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  const jobs = { send: () => Promise.reject(new Error('the mail cannot be queued')) };
  const signIn = { createInvitation: async () => '', allow: async () => true };
  const deps = { ...bySystem(db), jobs, signIn, publicUrl: () => '' };
  await assert.rejects(approveKeyRequest(deps, { id }), /cannot be queued/);
  const { key_requests: pending } = await findKeyRequests(db, { state: 'pending' });
  await close();
  assert.ok(pending.some((request) => request.id === id));
  assert.deepEqual(await recordsOf(`&subject=${id}`), []);
});

test('the tests above call every changing endpoint of keys and operators', () => {
  const changes = endpointsOf('key', 'operator').filter(
    // Requests that are answered from memory, such as a query in a body, change nothing. Views need a session: test/auth/sign-in.test.ts.
    // Labels: test/labels/relabel.test.ts and training.test.ts.
    ({ method, path, isInMemory }) =>
      method !== 'GET' &&
      !isInMemory &&
      path !== '/operator/sources/preview' &&
      !/\/view$|^\/operator\/labels\//.test(path),
  );
  assert.ok(changes.length >= 28);
  assert.deepEqual([...walked].sort(), changes.map(({ method, path }) => `${method} ${path}`).sort());
});

test('a webhook paused by the service has the actor `system`', async () => {
  const receiver = await startReceiver((res) => res.writeHead(410).end());
  const { account, key } = await newAccount();
  const { body } = await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } });
  const { body: waiting } = await service.operator('GET', '/operator/hooks?text=zzqv%20gone');
  await service.operator('PATCH', `/operator/hooks/${waiting.hooks[0].id}`, { state: 'published' });
  await service.observed('webhook_paused', body.webhook_id);
  const record = defined((await recordsOf(`&subject=${body.webhook_id}&actor=system`))[0]);
  assert.deepEqual(
    [record.action, record.account_id, record.details, record.address],
    ['webhook.paused', account, { by: 'gone' }, null],
  );
  await receiver.close();
});

test('the audit log contains no key, secret, token or email text', async () => {
  const rows: { text: string }[] = await query(service, 'select audit_log::text as text from audit_log');
  assert.ok(rows.length > 40 && secrets.length > 10, `${rows.length} records, ${secrets.length} secrets`);
  for (const secret of secrets)
    assert.ok(!rows.some(({ text }) => text.includes(secret)), `${secret.slice(0, 12)}… is in the log`);
});

test('endpoints of keys return 401 without a key and 403 to a lower plan', async () => {
  const { key: free } = await service.account('free');
  for (const [n, endpoint] of endpointsOf('key').entries()) {
    const { method, path } = endpoint;
    const sent = { body: bodyOf(endpoint), headers: from(n) };
    assert.equal((await service.send(method, sampleUrl(path), undefined, sent)).status, 401, nameOf(endpoint));
    if (!('feature' in endpoint) || endpoint.feature === 'read') continue;
    const lesser = await service.send(method, sampleUrl(path), free, sent);
    assert.deepEqual([lesser.status, lesser.body.code], [403, 'plan_required'], nameOf(endpoint));
  }
});

test('endpoints of sessions return 403 to a key', async () => {
  for (const endpoint of endpointsOf('session')) {
    const sent = { body: bodyOf(endpoint) };
    const { status, body } = await service.send(endpoint.method, sampleUrl(endpoint.path), owner.key, sent);
    assert.deepEqual([status, body.code], [403, 'session_required'], nameOf(endpoint));
  }
});

test('endpoints of the operator return 401 without the operator key or with an account key, and 403 to a session of an account', async () => {
  for (const [n, endpoint] of endpointsOf('operator').entries()) {
    const { method, path } = endpoint;
    const sent = { body: bodyOf(endpoint), headers: from(n) };
    const answers = [
      await service.send(method, sampleUrl(path), undefined, sent),
      await service.send(method, sampleUrl(path), owner.key, sent),
      await owner.session.send(method, sampleUrl(path), bodyOf(endpoint), from(n)),
    ];
    const codes = answers.map(({ status, body }) => `${status} ${body.code}`);
    assert.deepEqual(codes, ['401 missing_key', '401 invalid_key', '403 operator_required'], nameOf(endpoint));
  }
});

test('an unknown parameter returns a 400 that names it', async () => {
  // A download checks its token before its parameters.
  const strict = endpoints.filter(
    ({ ignoresQuery, path }, n) => n % 3 === 0 && !ignoresQuery && !path.endsWith('/download'),
  );
  let key = '';
  for (const [n, endpoint] of strict.entries()) {
    // Refused requests are limited per key.
    if (n % 50 === 0) key = (await service.account('enterprise')).key;
    const { method, path, audience } = endpoint;
    const url = `${sampleUrl(path)}?nonsense=1`;
    const { status, body } =
      audience === 'operator'
        ? await service.operator(method, url, bodyOf(endpoint))
        : audience === 'session'
          ? await stranger.session.send(method, url, bodyOf(endpoint))
          : await service.send(method, url, audience === 'key' ? key : undefined, {
              body: bodyOf(endpoint),
              headers: from(n),
            });
    assert.deepEqual([status, body.errors?.[0].parameter], [400, 'nonsense'], nameOf(endpoint));
  }
});

test('after 60 refused requests endpoints of keys and of the operator return 429', async () => {
  const { key } = await service.account('enterprise');
  const headers = from(250);
  for (let n = 0; n < 61; n++) {
    await service.get('/hooks?limit=x', key);
    await service.get('/operator/stats', undefined, headers);
  }
  for (const endpoint of endpointsOf('key', 'operator').filter((_, n) => n % 5 === 0)) {
    const refused = endpoint.audience === 'key' ? key : undefined;
    const answer = await service.send(endpoint.method, sampleUrl(endpoint.path), refused, { headers });
    assert.equal(answer.status, 429, nameOf(endpoint));
    assert.ok(Number(answer.headers.get('retry-after')) > 0, nameOf(endpoint));
  }
});

/** Returns the endpoints of one record, with the URL of a record of the owner. */
async function urlsOfRecords(): Promise<[Endpoint, string][]> {
  const byKey = createResolver((method, path) => service.send(method, path, owner.key));
  const bySession = createResolver(owner.session.send);
  const urls: [Endpoint, string][] = [];
  for (const endpoint of endpointsOf('key', 'session').filter(
    ({ path }) => path.includes(':') && !path.startsWith('/hooks/'),
  )) {
    const url = await (endpoint.audience === 'key' ? byKey : bySession)(endpoint.path);
    if (url) urls.push([endpoint, url]);
  }
  return urls;
}

test('an id of another account returns 404, by key and by session, and changes nothing; no list shows its record', async () => {
  const attacked = await urlsOfRecords();
  assert.ok(attacked.length >= 40, `${attacked.length} endpoints`);
  const byKey: Ask = (method, path, body) => service.send(method, path, stranger.key, { body });
  for (const [endpoint, url] of attacked)
    for (const ask of endpoint.audience === 'session' ? [stranger.session.send] : [byKey, stranger.session.send]) {
      const { status, body } = await ask(endpoint.method, url, bodyOf(endpoint));
      assert.equal(status, 404, `${endpoint.method} ${url}: ${JSON.stringify(body)}`);
    }
  // The request log also contains the requests of this test.
  const records = (urls: typeof attacked) => urls.flatMap(([, url]) => (url.startsWith('/requests/') ? [] : [url]));
  assert.deepEqual(records(await urlsOfRecords()), records(attacked));
  for (const [{ method }, url] of attacked)
    if (method === 'GET')
      assert.doesNotMatch(JSON.stringify((await owner.session.send('GET', url)).body), /"(taken|paused)"/);

  const ids = attacked.flatMap(([, url]) => url.match(/\w+_\w{8,}/g) ?? []);
  assert.ok(new Set(ids).size >= 9, ids.join());
  // The request log, which is also part of the account's data, contains the attempted paths.
  const lists = endpointsOf('key', 'session').filter(
    ({ method, path }) => method === 'GET' && withoutParams(path) && !['/requests', '/account/data'].includes(path),
  );
  for (const { path, audience } of lists) {
    const answers = [await stranger.session.send('GET', path)];
    if (audience === 'key') answers.push(await service.get(path, stranger.key));
    for (const { body } of answers)
      for (const id of ids) assert.ok(!JSON.stringify(body).includes(id), `GET ${path} shows ${id}`);
  }
});

test('every endpoint returns its documented status and only fields of its schema, or a problem document', async () => {
  const asks: Record<Endpoint['audience'], Ask> = {
    key: (method, path, body) => service.send(method, path, owner.key, { body }),
    session: owner.session.send,
    operator: service.operator,
    public: (method, path, body) => service.send(method, path, undefined, { body, headers: from(251) }),
  };
  // Endpoints that create records come first, those that delete them last, and the operator's changes after all of the account.
  const orderOf = ({ method, path, audience }: Endpoint) =>
    (audience === 'operator' ? 3 : 0) + (method === 'DELETE' ? 2 : method !== 'GET' && withoutParams(path) ? 0 : 1);
  const resolve = {
    key: createResolver(asks.key),
    session: createResolver(asks.session),
    operator: createResolver(asks.operator),
    public: async () => undefined,
  };
  let conforming = 0;
  for (const endpoint of endpoints.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const { method, path, audience, status: expected = 200, response } = endpoint;
    const name = nameOf(endpoint);
    // These take seconds; test/labels covers their responses.
    if (/^POST \/operator\/labels\/(run|train)$/.test(name)) continue;
    const ask = asks[audience];
    const url = await resolve[audience](path);
    const { status, headers, body } = await ask(method, url ?? sampleUrl(path), bodyOf(endpoint));
    if (method === 'GET' && url !== undefined) assert.equal(status, expected, `${name}: ${JSON.stringify(body)}`);
    if (status >= 400) {
      assert.equal(
        errorTable[body.code as keyof typeof errorTable]?.status,
        status,
        `${name}: ${JSON.stringify(body)}`,
      );
      continue;
    }
    assert.equal(status, expected, name);
    if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) continue;
    const parsed = response.safeParse(body);
    assert.ok(parsed.success, `${name}: ${parsed.error && z.prettifyError(parsed.error)}`);
    assert.deepEqual(parsed.data, body, name);
    conforming += 1;
  }
  assert.ok(conforming >= 100, `${conforming} endpoints`);
});

test('every route survives clients that disconnect early, in the middle of a request or of a response', async () => {
  const port = Number(new URL(service.url).port);
  const authorizationOf = (audience: string) =>
    audience === 'public' ? '' : `authorization: Bearer ${audience === 'operator' ? operatorKey : owner.key}\r\n`;
  const heads = endpoints.map(
    ({ method, path, audience }) =>
      `${method} ${path.replace(/:\w+/g, 'x')} HTTP/1.1\r\nhost: hookline\r\n${authorizationOf(audience)}content-type: application/json\r\n`,
  );
  const leave = (socket: Socket) => void socket.destroy();
  const reset = (socket: Socket) => void socket.resetAndDestroy();
  const halfClose = (socket: Socket) => void socket.end();
  /** The bytes after the headers, and how the client ends the connection: at once, or at the first bytes of the response. */
  const moments: readonly (readonly [rest: string, end: (socket: Socket) => void, isAnswered?: true])[] = [
    ['', reset],
    ['content-length: 1000\r\n\r\n{"a', leave],
    ['content-length: 1000\r\n\r\n{"a', halfClose],
    ['transfer-encoding: chunked\r\n\r\n3\r\n{"a\r\nz', leave],
    ['content-length: 2\r\n\r\n{}', reset],
    ['content-length: 2\r\n\r\n{}', reset, true],
    ['content-length: 2\r\n\r\n{}', halfClose],
  ];
  // Tests each route at two of the moments; test/endurance/http/early-ends.test.ts tests all of them.
  for (const [at, [rest, end, isAnswered]] of moments.entries()) {
    const chosen = heads.filter((_, n) => [at, (at + 4) % moments.length].includes(n % moments.length));
    await Promise.all(chosen.map((head) => endEarly(port, head + rest, { end, isAnswered })));
    assert.equal((await service.get('/health/ready')).status, 200);
  }
});
