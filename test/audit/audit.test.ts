// Whatever the operator or a customer's key changes leaves one record, with the change or not at all, and no secret in it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { approveKeyRequest } from '../../src/accounts/actions.ts';
import { findKeyRequests } from '../../src/accounts/queries.ts';
import { bySystem } from '../../src/audit/actor.ts';
import { runCommand } from '../../src/cli/run.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { NamedAuditRecord } from '../../src/http/operator/audit.ts';
import { operatorRoutes } from '../setup/operator-routes.ts';
import { startReceiver } from '../setup/receiver.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';

let service: TestService;
/** Routes that were asked to change something, as they are registered. */
const walked = new Set<string>();
/** Everything that must never be in the log. */
const secrets = [operatorKey, 'token-in-a-path', 'token-in-a-query'];

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
});

after(() => service.close());

type Sent = { key?: string; params?: Record<string, string>; body?: unknown; query?: string };

/** Sends a change; the answer and the records that it left. */
async function change(route: string, { key = operatorKey, params = {}, body, query = '' }: Sent = {}) {
  walked.add(route);
  const [method, pattern] = route.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name) => params[name]);
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

/** A change that succeeds and leaves exactly this record. */
async function leaves(
  action: string,
  route: string,
  sent: Sent & { subject?: (answer: Record<string, never>) => string; account?: string | null },
) {
  const { status, answer, records } = await change(route, sent);
  assert.ok(status < 300, `${route}: ${status} ${JSON.stringify(answer)}`);
  assert.equal(records.length, 1, `${route} left ${records.length} records`);
  const [one] = records;
  assert.equal(one.action, action, route);
  assert.equal(one.actor, sent.key ? 'key' : 'operator', route);
  assert.match(one.address ?? '', /127\.0\.0\.1$/, route);
  if (sent.subject) assert.equal(one.subject, sent.subject(answer), route);
  if (sent.account !== undefined) assert.equal(one.account_id, sent.account, route);
  return { answer, record: one };
}

const webhookUrl = 'http://127.0.0.1:1/token-in-a-path';

test('every change by the operator leaves one record that names it: accounts, keys, key requests', async () => {
  const account = { name: 'Ann', email: 'ann@example.com', plan: 'free' };
  const created = await leaves('account.created', 'POST /operator/accounts', { body: account });
  const id = String(created.answer.id);
  assert.deepEqual([created.record.subject, created.record.account_id], [id, id]);
  assert.deepEqual(await namesOf(`&account=${id}`), ['Ann'], 'the account is told by name too');
  const own = { params: { id }, account: id };
  const changed = await leaves('account.changed', 'PATCH /operator/accounts/:id', {
    ...own,
    body: { plan: 'enterprise', suspended: true, limits: { per_month: 9 } },
  });
  assert.deepEqual(changed.record.details, {
    plan: { from: 'free', to: 'enterprise' },
    limits: { from: { per_day: null, per_month: null }, to: { per_day: null, per_month: 9 } },
    suspended: { from: false, to: true },
  });
  const issued = await leaves('key.created', 'POST /operator/accounts/:id/keys', {
    ...own,
    body: {},
    subject: (key) => key.id,
  });
  const key = String(issued.answer.id);
  const ofKey = { params: { id, key }, account: id, subject: () => key };
  const again = await leaves('key.regenerated', 'POST /operator/accounts/:id/keys/:key/regenerate', {
    ...ofKey,
    body: {},
  });
  assert.equal(again.record.details.replaced_by, again.answer.id);
  await leaves('key.revoked', 'DELETE /operator/accounts/:id/keys/:key', ofKey);
  const twice = await change('DELETE /operator/accounts/:id/keys/:key', ofKey);
  assert.deepEqual([twice.status, twice.records.length], [200, 0], 'what changes nothing leaves nothing');

  const link = await leaves('sign_in_link.created', 'POST /operator/sign-in-links', { account: null });
  secrets.push(String(link.answer.url).split('token=')[1]);

  const ask = async (email: string): Promise<string> => {
    const wish = { name: 'Bo', email, use_case: 'A script generator', expected_calls_per_month: 10 };
    return (await service.send('POST', '/key-requests', undefined, { body: wish })).body.data.id;
  };
  const [good, bad] = [await ask('bo@example.com'), await ask('cy@example.com')];
  const approved = await leaves('key_request.approved', 'POST /operator/key-requests/:id/approve', {
    params: { id: good },
    body: { message: 'token-in-a-query' },
    subject: () => good,
  });
  assert.equal(approved.record.account_id, (approved.answer.account as { id: string }).id);
  const declined = { params: { id: bad }, body: { reason: 'token-in-a-query' }, subject: () => bad, account: null };
  await leaves('key_request.declined', 'POST /operator/key-requests/:id/decline', declined);
});

test('… hooks, imports, sources, exports', async () => {
  const pending = (text: string) => JSON.stringify({ text, views: 500_000, platform: 'TikTok', language: 'en' });
  const lines = [hookLine('A line to edit'), pending('zxqv wvut'), pending('qxzv tvuw')].join('\n');
  const imported = await leaves('import.started', 'POST /operator/import', {
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
    const { record } = await leaves(action, 'PATCH /operator/hooks/:id', { ...params, body: sent });
    const [field, to] = Object.entries(sent)[0];
    assert.deepEqual((record.details[field] as { to: string }).to, to);
  }

  const location = 'http://127.0.0.1:1/hooks.jsonl?t=token-in-a-query';
  const source = await leaves('source.created', 'POST /operator/sources', {
    body: { name: 'theirs', location, preset: 'hookline', enabled: false },
    subject: ({ id }) => id,
  });
  assert.equal(source.record.details.location, 'http://127.0.0.1:1');
  const params = { params: { id: 'theirs' }, subject: () => source.answer.id };
  const moved = { every: '1d', location: `${location}&more=1` };
  const changed = await leaves('source.changed', 'PATCH /operator/sources/:id', { ...params, body: moved });
  assert.deepEqual(Object.keys(changed.record.details).sort(), ['every', 'location']);
  await leaves('source.run', 'POST /operator/sources/:id/run', { ...params, body: {} });
  await leaves('source.deleted', 'DELETE /operator/sources/:id', params);

  const { id: account, key } = await service.account('enterprise');
  secrets.push(key);
  for (const by of ['operator', 'key']) {
    const asked = await leaves('export.requested', 'POST /export', {
      key,
      account,
      body: { format: 'jsonl' },
      subject: ({ export_id }) => export_id,
    });
    const id = String(asked.answer.export_id);
    await service.observed('export_finished', id);
    const sent = { params: { id }, account, subject: () => id };
    if (by === 'operator') await leaves('export.canceled', 'DELETE /operator/exports/:id', sent);
    else await leaves('export.canceled', 'DELETE /export/:id', { ...sent, key });
  }
});

test('… webhooks, by the operator and by a key', async () => {
  const { id: account, key } = await service.account('enterprise');
  secrets.push(key);
  const { body: keys } = await service.operator('GET', `/operator/accounts/${account}/keys`);
  for (const by of [undefined, key]) {
    const base = by ? '/webhooks' : '/operator/webhooks';
    const asked = { body: { webhook_url: webhookUrl, filters: { niche: ['food'] } }, key: by, account };
    const route = by ? 'POST /webhooks' : 'POST /operator/accounts/:id/webhooks';
    const created = await leaves('webhook.created', route, {
      ...asked,
      params: { id: account },
      subject: ({ webhook_id }) => webhook_id,
    });
    assert.equal(created.record.key_id, by ? keys.keys[0].id : null);
    const id = String(created.answer.webhook_id);
    const sent = { key: by, params: { id }, account, subject: () => id };
    const patch = { ...sent, body: { description: 'mine', webhook_url: `${webhookUrl}/2` } };
    const changed = await leaves('webhook.changed', `PATCH ${base}/:id`, patch);
    assert.deepEqual(changed.record.details, {
      webhook_url: { from: 'http://127.0.0.1:1', to: 'http://127.0.0.1:1' },
      description: { from: null, to: 'mine' },
    });
    assert.equal((await change(`PATCH ${base}/:id`, patch)).records.length, 0);
    await leaves('webhook.tested', `POST ${base}/:id/test`, sent);
    await leaves('webhook.paused', `POST ${base}/:id/pause`, sent);
    await leaves('webhook.resumed', `POST ${base}/:id/resume`, { ...sent, body: { backlog: 'skip' } });
    await leaves('webhook.rotated', `POST ${base}/:id/rotate-secret`, sent);
    await leaves('webhook.replayed', `POST ${base}/:id/replay`, { ...sent, body: { since: '2026-01-01T00:00:00Z' } });
    await leaves('webhook.deleted', `DELETE ${base}/:id`, sent);
  }
});

test('no route that changes something is left out above', async () => {
  const { body } = await service.get('/openapi.json');
  type Operations = Record<string, { security?: unknown }>;
  const ofKeys = Object.entries<Operations>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { security }]) => security && method !== 'get')
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const ofOperator = operatorRoutes().flatMap(({ method, path }) => (method === 'GET' ? [] : `${method} ${path}`));
  assert.ok(ofOperator.length >= 20);
  assert.deepEqual([...walked].sort(), [...ofOperator, ...ofKeys].sort());
});

test('a webhook that the service pauses is recorded as its own doing', async () => {
  const receiver = await startReceiver((res) => res.writeHead(410).end());
  const { id: account, key } = await service.account('enterprise');
  secrets.push(key);
  const { body } = await service.send('POST', '/webhooks', key, { body: { webhook_url: receiver.url } });
  await service.import(hookLine('A line for a receiver that is gone'), 'preset=hookline&format=jsonl');
  await service.observed('webhook_paused', body.webhook_id);
  const [one] = await recordsOf(`&subject=${body.webhook_id}&actor=system`);
  assert.deepEqual(
    [one.action, one.account_id, one.details, one.address],
    ['webhook.paused', account, { by: 'gone' }, null],
  );
  await receiver.close();
});

test('what is refused or rolled back leaves no record', async () => {
  const account = { name: 'Dee', email: 'dee@example.com' };
  assert.equal((await change('POST /operator/accounts', { body: account })).records.length, 1);
  const taken = await change('POST /operator/accounts', { body: account });
  assert.deepEqual([taken.status, taken.records.length], [409, 0]);
  const unknown = await change('DELETE /operator/sources/:id', { params: { id: 'none' } });
  assert.deepEqual([unknown.status, unknown.records.length], [404, 0]);

  const wish = { ...account, email: 'eve@example.com', use_case: 'A script generator', expected_calls_per_month: 10 };
  const { body } = await service.send('POST', '/key-requests', undefined, { body: wish });
  const { db, close } = await openDatabase(service.databaseUrl, () => {});
  const jobs = { send: () => Promise.reject(new Error('the mail cannot be queued')) };
  const signIn = { createInvitation: async () => '', allow: async () => true };
  const deps = { ...bySystem(db), jobs, signIn, publicUrl: () => '' };
  await assert.rejects(approveKeyRequest(deps, body.data.id), /cannot be queued/);
  const [request] = (await findKeyRequests(db, { state: 'pending' })).key_requests;
  await close();
  assert.equal(request.id, body.data.id);
  assert.deepEqual(await recordsOf(`&subject=${body.data.id}`), []);
});

test('the list is filtered and paged, and refuses what it does not know', async () => {
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

test('hookline audit shows it', async (t) => {
  const lines: string[] = [];
  t.mock.method(console, 'log', (line: string) => lines.push(line));
  const args = ['--url', service.url, '--key', operatorKey];
  assert.equal(await runCommand(['audit', '--action', 'hook.retired', ...args]), 0);
  assert.match(lines[0], /^at +action +subject/);
  assert.match(lines[0], /hook\.retired +hook_\d+ +– +operator/);
  assert.equal(await runCommand(['audit', '--json', '--account', 'acc_none', ...args]), 0);
  assert.deepEqual(JSON.parse(lines[1]), { records: [], next: null });
});

test('no key, secret, token or word of a mail is in the log', async () => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ text: string }>('select audit_log::text as text from audit_log');
  await client.end();
  assert.ok(rows.length > 40 && secrets.length > 10, `${rows.length} records, ${secrets.length} secrets`);
  for (const secret of secrets)
    assert.ok(!rows.some(({ text }) => text.includes(secret)), `${secret.slice(0, 12)}… is in the log`);
});
