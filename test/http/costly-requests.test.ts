// Requests that cost a client nothing, others their turn, or the operator money: each is limited, and everybody else notices nothing.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { hashKey, newKey } from '../../src/auth/keys/key.ts';
import { insertKey } from '../../src/auth/keys/store.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/database.ts';
import { completion, type LlmEndpoint, startLlmEndpoint } from '../labels/llm-endpoint.ts';
import { faultPoint } from '../setup/fault-point.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';

const [atOnce, waiting, sessionReads] = [4, 5, 25];
const line = 'Stop buying an air fryer before you read this.';
const variants = { template: 'Stop buying [topic] before you read this.', topic: 'an air fryer', variants: 5 };
const good = ['Read this before you buy an air fryer', 'Thinking of an air fryer? Read this first'];
const answering = (texts: readonly string[]) => () => completion(JSON.stringify({ variants: texts }));

let service: TestService;
let database: OpenDatabase;
let endpoint: LlmEndpoint;

before(async () => {
  endpoint = await startLlmEndpoint();
  service = await testService({
    HOOKLINE_LLM_URL: endpoint.url,
    HOOKLINE_LLM_MODEL: 'writer',
    HOOKLINE_LIMIT_ACCOUNT_REQUESTS_WAITING: String(waiting),
    HOOKLINE_LIMIT_SESSION_READS_FREE: String(sessionReads),
    HOOKLINE_LIMIT_FILTER_VALUE_LENGTH: '40',
  });
  database = openDatabase(service.databaseUrl, () => {});
  const hooks = ['a juicer', 'a blender', 'an air fryer', 'knives', 'pans'].map((product) =>
    hookLine(`Read this before you buy ${product}`, { id: product }),
  );
  await service.import(hooks.join('\n'), 'preset=hookline&format=jsonl');
});

after(() => Promise.all([database.close(), service.close(), endpoint.close()]));

beforeEach(() => {
  endpoint.calls.length = 0;
  endpoint.respond(answering(good));
});

const requestExport = (key: string, filters = {}) =>
  service.send('POST', '/export', key, { body: { format: 'json', filters } });
const adapt = (key: string, body: object = variants) => service.send('POST', '/adapt', key, { body });
const usedBy = async (key: string): Promise<number> => (await service.get('/usage', key)).body.data.windows[0].used;

test('requests of an account that wait for the database leave it to others, and too many of them are refused', async () => {
  const [flooding, other] = [await service.account('enterprise'), await service.account('enterprise')];
  const session = await signIn(service, other.email);
  const point = await faultPoint(service.databaseUrl, 'before insert on exports', `new.account_id = '${flooding.id}'`);
  const refused = Promise.withResolvers<void>();
  let refusals = 0;
  const flood = Array.from({ length: atOnce + waiting + 3 }, async () => {
    const answer = await requestExport(flooding.key);
    if (answer.status === 429 && ++refusals === 3) refused.resolve();
    return answer;
  });
  await point.reached();
  await refused.promise;
  for (const path of ['/exports', '/usage', '/hooks'])
    assert.equal((await service.get(path, other.key)).status, 200, path);
  assert.equal((await session.send('GET', '/account')).status, 200);
  assert.equal((await service.get('/hooks', flooding.key)).status, 200, 'reads from memory do not wait');
  await point.release();
  const answers = await Promise.all(flood);
  assert.equal(answers.filter(({ status }) => status === 202).length, atOnce + waiting);
  for (const { headers } of answers.filter(({ status }) => status === 429))
    assert.equal(headers.get('retry-after'), '1');
});

test('429s count as refusals, so who repeats them is refused before the database is asked', async () => {
  const { key } = await service.account('scale');
  assert.equal((await requestExport(key)).status, 202);
  for (let n = 0; n < 60; n++) assert.equal((await requestExport(key)).body.code, 'export_quota_exceeded');
  assert.equal((await requestExport(key)).body.code, 'rate_limited');
});

test('a filter has at most 100 values of a limited length, in a query and in a body', async () => {
  const { key } = await service.account('enterprise');
  const letters = [...'abcdefghijk'];
  const tags = letters.flatMap((first) => letters.map((second) => `en-${first}${second}`)).slice(0, 101);
  for (const [values, fault] of [
    [tags, /`language` has 101 values\. Send at most 100\./],
    [[`en${'-abcdefgh'.repeat(5)}`], /A value of `language` has 47 characters\. Send at most 40\./],
  ] as const) {
    const queried = await service.get(`/hooks?language=${values.join()}`, key);
    assert.equal(queried.status, 400);
    assert.match(queried.body.errors[0].detail, fault);
    const sent = await requestExport(key, { language: values });
    assert.deepEqual([sent.status, sent.body.errors[0].pointer], [422, '#/filters/language']);
    assert.match(sent.body.errors[0].detail, fault);
  }
  assert.equal((await service.get(`/hooks?language=${tags.slice(1).join()}`, key)).status, 200);
});

test('only an ETag that was given gets a free 304, also when a proxy made it weak or strong', async () => {
  const { key } = await service.account('pro');
  const remaining = async () => Number((await service.get('/usage', key)).headers.get('x-ratelimit-remaining'));
  for (const path of [
    '/hooks?limit=1',
    '/hooks/hook_1',
    '/taxonomy',
    '/archetypes',
    '/changes?since=0',
    '/templates',
  ]) {
    const etag = (await service.get(path, key)).headers.get('etag') ?? '';
    assert.match(etag, /^W\/"/);
    const before = await remaining();
    for (const sent of [etag, etag.slice(2), `"other", ${etag}`]) {
      const again = await service.get(path, key, { 'if-none-match': sent });
      assert.deepEqual([again.status, again.headers.get('etag')], [304, etag], `${path} ${sent}`);
    }
    assert.equal(await remaining(), before, path);
    for (const guess of ['*', '"other"', etag.replace(/.{5}"$/, 'AAAAA"')])
      assert.equal((await service.get(path, key, { 'if-none-match': guess })).status, 200, `${path} ${guess}`);
    assert.equal(await remaining(), before - 3, path);
  }
  const { headers } = await service.get('/hooks?limit=1&sort=views', key);
  const taken = { 'if-none-match': headers.get('etag') ?? '' };
  assert.equal((await service.get('/hooks?limit=2&sort=views', key, taken)).status, 200, 'of another page');
});

test('a session reads the catalog so often a day; then it needs a key, and its other pages go on', async () => {
  const { email, key } = await service.account('free');
  const session = await signIn(service, email);
  const page = await session.send('GET', '/hooks?limit=1');
  const etag = { 'if-none-match': page.headers.get('etag') ?? '' };
  assert.equal((await session.send('GET', '/hooks?limit=1', undefined, etag)).status, 304);
  for (let count = 1; count < sessionReads; count++)
    assert.equal((await session.send('GET', '/hooks/random')).status, 200);
  for (const path of ['/hooks', '/hooks/random', '/meta', '/taxonomy']) {
    const { status, headers, body } = await session.send('GET', path);
    assert.deepEqual([status, body.code], [429, 'quota_exceeded'], path);
    assert.match(body.detail, /Use an API key/);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  for (const path of ['/account', '/usage', '/account/keys'])
    assert.equal((await session.send('GET', path)).status, 200, path);
  assert.equal((await service.get('/hooks', key)).status, 200);
});

test('a key works before the notification of its creation, for changes too', async () => {
  const { id } = await service.account('enterprise');
  // As in a process that has not heard of them yet: nothing announces these.
  const create = async () => {
    const key = newKey();
    const [hash, now] = [hashKey(key), new Date()];
    const row = { id: `key_${hash.slice(0, 16)}`, account_id: id, name: 'new', hash, hint: '', created_at: now };
    await insertKey(database.db, { ...row, expires_at: null });
    return key;
  };
  assert.equal((await service.get('/hooks', await create())).status, 200);
  assert.equal((await requestExport(await create())).status, 202);
  assert.equal((await service.get('/hooks', newKey())).status, 401);
});

test('variants follow the line, each checked as by POST /check; invalid ones are left out', async () => {
  const { key } = await service.account('scale');
  const spanish = 'Nunca compres una freidora de aire antes de leer esto, de verdad te lo digo';
  endpoint.respond(answering([...good, line.toUpperCase(), 'Stop buying [topic]', 'two\nlines', spanish]));
  const { status, body } = await adapt(key);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.count, body.total], [3, 3]);
  assert.deepEqual(
    body.data.map(({ text }: { text: string }) => text),
    [line, ...good],
  );
  assert.deepEqual(body.data[0].filled, { topic: 'an air fryer' });
  for (const { text, check } of body.data) {
    const { body: checked } = await service.send('POST', '/check', key, { body: { text } });
    assert.deepEqual(check, { ...checked.data, similar: checked.data.similar.slice(0, 3) });
  }
});

test('a request with variants counts as 10 calls wherever calls are shown', async () => {
  const { key } = await service.account('free');
  const one = await adapt(key, { ...variants, variants: undefined });
  assert.equal(one.headers.get('x-ratelimit-remaining'), '99');
  const { headers } = await adapt(key);
  assert.equal(headers.get('x-ratelimit-remaining'), '89');
  assert.match(headers.get('ratelimit') ?? '', /"day";r=89;/);
  assert.equal(await usedBy(key), 11);
  const { body: history } = await service.get('/usage/history?by=endpoint&endpoint=POST+/adapt', key);
  assert.deepEqual(history.data, [{ endpoint: 'POST /adapt', calls: 2, counted: 11 }]);
});

test('with fewer than 10 calls left it is refused, the model is not asked, and the rest stays for other calls', async () => {
  const { key } = await service.account('free', { per_day: 25 });
  const answers = await Promise.all([adapt(key), adapt(key), adapt(key)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 429]);
  const refused = answers.find(({ status }) => status === 429)?.body;
  assert.equal(refused.code, 'quota_exceeded');
  assert.match(refused.detail, /^This counts as 10 calls, and fewer are left of the 25 calls of this day\./);
  assert.deepEqual([endpoint.calls.length, await usedBy(key)], [2, 20]);
  const reads = await Promise.all(Array.from({ length: 7 }, () => service.get('/hooks', key)));
  assert.equal(reads.filter(({ status }) => status === 200).length, 5);
});

test('failures are free, but an account whose lines have no valid variants does not take the operator’s tokens for nothing', async () => {
  const [{ key }, other] = [await service.account('free'), await service.account('free')];
  const long = { topic: 'x '.repeat(90), template: '[topic] '.repeat(4) };
  for (const wrong of [{ variants: 6 }, { variants: 0 }, long, { topic: undefined }])
    assert.equal((await adapt(key, { ...variants, ...wrong })).body.code, 'invalid_body');
  assert.equal(endpoint.calls.length, 0);
  endpoint.respond(answering(['[topic]', line]));
  for (let count = 0; count < 11; count++) {
    const { status, headers, body } = await adapt(key);
    assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'unavailable', '1']);
  }
  assert.equal(await usedBy(key), 0);
  const { status, body } = await adapt(key);
  assert.deepEqual([status, body.code, endpoint.calls.length], [429, 'rate_limited', 11]);
  endpoint.respond(answering(good));
  assert.equal((await adapt(other.key)).status, 200);
});
