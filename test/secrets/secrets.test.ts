// Named secrets: set, list and delete by the API and the command line. No response contains their values.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { before, test } from 'node:test';
import { readHidden } from '../../src/cli/sources/read-hidden.ts';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/database.ts';
import { listSecrets, readSecrets } from '../../src/secrets/actions.ts';
import { type Body, type IngestService, ingestService, ownerEmail } from '../ingest/ingest-service.ts';
import { query } from '../setup/refresh.ts';
import { operatorKey } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';

const value = 'scraper_api_0123456789';
let service: IngestService;

before(async () => {
  service = await ingestService();
});

const put = (name: string, body: unknown) => service.operator('PUT', `/operator/secrets/${name}`, body);
/** Secrets of this file and of the environment. */
const list = async (): Promise<Body[]> =>
  (await service.operator('GET', '/operator/secrets')).body.secrets.filter(({ name }: Body) =>
    /^(?:scraper|team_feed)$/.test(name),
  );

const rowsOf = async (text: string) => JSON.stringify(await query(service, text));

test('a secret is set, replaced, listed without its value, and deleted', async () => {
  const set = await put('scraper', { value });
  const { name, from, is_readable } = set.body;
  assert.deepEqual([set.status, name, from, is_readable], [200, 'scraper', 'database', true]);
  const replaced = await put('scraper', { value: `${value}-2` });
  assert.equal(replaced.body.created_at, set.body.created_at);
  assert.ok(replaced.body.updated_at >= set.body.updated_at);
  const source = { name: 'items', location: 'http://127.0.0.1:1/items', enabled: false };
  const request = { headers: { 'X-Api-Key': 'Bearer $secret:scraper' } };
  assert.equal((await service.operator('POST', '/operator/sources', { ...source, request })).status, 201);
  assert.deepEqual(
    (await list()).map((secret) => [secret.name, secret.from, secret.sources]),
    [
      ['scraper', 'database', ['items']],
      ['team_feed', 'environment', []],
    ],
  );
  assert.ok(!(await rowsOf('select * from named_secrets')).includes(value), 'it is encrypted');
  const answers = [set, replaced, await service.operator('DELETE', '/operator/secrets/scraper')];
  assert.ok(!JSON.stringify(answers).includes(value));
  assert.equal((await list()).map((secret) => secret.name).join(), 'team_feed');
  assert.equal((await service.operator('DELETE', '/operator/secrets/scraper')).status, 404);
});

test('a secret in the environment takes precedence: setting or deleting it is a conflict that names the variable', async () => {
  const deleted = await service.operator('DELETE', '/operator/secrets/team_feed');
  for (const { status, body } of [await put('team_feed', { value }), deleted]) {
    assert.equal(status, 409);
    assert.match(body.detail, /HOOKLINE_SECRET_TEAM_FEED/);
  }
});

test('invalid names and values are refused without repeating the value', async () => {
  assert.equal((await put('Apify', { value })).status, 400);
  assert.equal((await put('x'.repeat(51), { value })).status, 400);
  for (const body of [{}, { value: '' }, { value: `${value}\nx` }, { value: [value] }, { value, more: value }]) {
    const refused = await put('scraper', body);
    assert.equal(refused.status, 422, JSON.stringify(refused.body));
    assert.ok(!JSON.stringify(refused.body).includes(value), JSON.stringify(refused.body));
  }
  assert.equal((await list()).length, 1);
});

test('only owners see and change secrets; curators cannot make a source send one', async () => {
  for (const [email, role, status] of [
    ['cy@example.com', 'curator', 403],
    [ownerEmail, 'owner', 200],
  ] as const) {
    if (role === 'curator') await service.operator('POST', '/operator/operators', { email, role });
    const { send } = await signIn(service, email);
    assert.equal((await send('GET', '/operator/secrets')).status, status, role);
    assert.equal((await send('PUT', '/operator/secrets/scraper', { value })).status, status, role);
    const headers = { Authorization: 'Bearer $secret:scraper' };
    const source = { name: `of-${role}`, location: 'http://127.0.0.1:1/items', enabled: false, request: { headers } };
    const created = await send('POST', '/operator/sources', source);
    assert.deepEqual([created.status, created.body.code], role === 'owner' ? [201, undefined] : [403, 'role_required']);
  }
  const { send } = await signIn(service, 'cy@example.com', 2);
  const moved = await send('PATCH', '/operator/sources/of-owner', { location: 'http://127.0.0.1:2/' });
  assert.deepEqual([moved.status, moved.body.code], [403, 'role_required']);
  assert.equal((await send('PATCH', '/operator/sources/of-owner', { enabled: false })).status, 200);
});

test('after a change of the operator key, a secret is listed as unreadable and no run gets it', async () => {
  await put('scraper', { value });
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  const former = { db, config: readConfig({}), operatorKey };
  const changed = { ...former, operatorKey: 'another-operator-key' };
  assert.equal((await readSecrets(former)).get('scraper'), value);
  assert.equal((await readSecrets(changed)).has('scraper'), false);
  const listed = (await listSecrets(changed)).find(({ name }) => name === 'scraper');
  assert.equal(listed?.is_readable, false);
  await close();
});

test('a typed value is not echoed, and Ctrl-C enters none', async () => {
  for (const [typed, expected] of [
    [`${value}\r`, value],
    ['abc\u0003', ''],
  ] as const) {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    const shown: string[] = [];
    output.setEncoding('utf8').on('data', (text) => shown.push(text));
    const read = readHidden('Value of scraper: ', { input, output });
    input.write(typed);
    assert.equal(await read, expected);
    assert.equal(shown.join(''), 'Value of scraper: \n');
  }
});

test('the audit log and the import log contain no value', async () => {
  for (const table of ['audit_log', 'imports', 'sources'])
    assert.ok(!(await rowsOf(`select ${table}::text from ${table}`)).includes(value), table);
  const { body } = await service.operator('GET', '/operator/audit?action=secret.set');
  assert.deepEqual(body.records.at(-1).details, {});
});
