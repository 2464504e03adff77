// JSON APIs that respond in unexpected ways: other statuses and codings, repeated secrets, pages that never end, changes between runs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { requestJson } from '../../../src/ingest/collect/request-json.ts';
import { type JsonApi, startJsonApi } from '../../setup/json-api.ts';
import { hookLine, type TestService, testService } from '../../setup/service.ts';

const token = `token-${'x1y2'.repeat(150)}`;
let service: TestService;
let api: JsonApi;
let key: string;

before(async () => {
  [service, api] = await Promise.all([testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' }), startJsonApi()]);
  key = (await service.account('scale')).key;
  await service.operator('PUT', '/operator/secrets/long', { value: token });
});

after(async () => {
  await service.close();
  await api.close();
});

const items = (from: number, to: number, word: string) =>
  Array.from({ length: to - from }, (_, n) =>
    JSON.parse(hookLine(`${word} number ${from + n} of it`, { id: `${word}${from + n}` })),
  );
const found = async (word: string) => (await service.get(`/hooks?q=${word}&limit=1`, key)).body.total;

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
type Body = any;

const sourceOf = async (id: string): Promise<Body> => (await service.operator('GET', `/operator/sources/${id}`)).body;

/** Creates a source and waits for its first run. */
async function run(name: string, request: object, outcome: 'finished' | 'failed' = 'finished'): Promise<Body> {
  const source = { name, location: api.url(`/${name}`), preset: 'hookline', every: '1d', request };
  const created = await service.operator('POST', '/operator/sources', source);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  await service.observed(`source_run_${outcome}`, created.body.id);
  return sourceOf(created.body.id);
}

const headers = { Authorization: 'Bearer $secret:long' };

test('201 with the results is a success, as of Apify after it ran a scraper', async () => {
  api.api('/created', () => ({ status: 201, body: items(0, 3, 'teapot') }));
  const source = await run('created', { headers, body: '{}' });
  assert.equal(source.last_runs[0].report.added, 3);
  api.api('/created-pages', () => ({ status: 201, body: items(0, 3, 'samovar') }));
  const paged = await run('created-pages', { body: '{}', next: 'next' });
  assert.equal(paged.last_runs[0].report.added, 3);
});

test('a long token that an API repeats is in no error, not even its beginning', async () => {
  api.api('/repeats', () => ({ status: 401, body: { message: `Invalid token: ${token} was revoked` } }));
  const source = await run('repeats', { headers, next: 'next' }, 'failed');
  assert.match(source.last_error, /Invalid token: \$secret:long was revoked/);
  assert.ok(!JSON.stringify(source).includes(token.slice(0, 20)));
});

test('an API that ignores the page is read twice, even if each response has another id', async () => {
  let n = 0;
  api.api('/ignores', () => ({ body: { request_id: ++n, data: items(0, 2, 'spoon') } }));
  const source = await run('ignores', { page: 'page' });
  assert.match(source.notices[0].message, /Page 2 is the same as page 1/);
  assert.equal(api.calls('/ignores').length, 2);
});

test('a source that becomes a full snapshot in the middle of its pages begins again, and retires nothing of them', async () => {
  let isBroken = true;
  api.api('/toggled', ({ query }) => {
    const from = Number(query.get('cursor') ?? 0);
    if (from === 4 && isBroken) return { status: 400, body: { error: 'no' } };
    return { body: { data: items(from, from + 2, 'ladle'), next_cursor: from < 8 ? from + 2 : null } };
  });
  const { id } = await run('toggled', { next: 'next_cursor' });
  assert.equal(await found('ladle'), 4);
  isBroken = false;
  await service.operator('PATCH', `/operator/sources/${id}`, { snapshot: true });
  await service.operator('POST', `/operator/sources/${id}/run`, {});
  await service.observed('source_run_finished', id, 2);
  assert.equal(await found('ladle'), 10);
});

test('a secret in a location is refused with what to do', async () => {
  const source = { name: 'in-location', location: `${api.url('/x')}?key=$secret:long`, preset: 'hookline' };
  const { status, body } = await service.operator('POST', '/operator/sources', source);
  assert.equal(status, 422);
  assert.match(body.errors[0].detail, /Send it in a header/);
});

test('members that the database cannot store fail the run once, with an error', async () => {
  api.api('/nul', () => ({ body: '{"a\\u0000b": 1, "c\\ud800": 2}' }));
  const source = await run('nul', { next: 'next' }, 'failed');
  assert.match(source.last_error, /it has: a b, c/);
  assert.equal(source.last_runs.length, 1);
});

const url = (path: string) => new URL(api.url(path));
const request = { allowPrivate: true, signal: new AbortController().signal, retryMs: 1 };

test('compressed responses are read; the limit counts what they expand to', async () => {
  const coding = { 'content-encoding': 'gzip' };
  api.put('/gzip', (res) => res.writeHead(200, coding).end(gzipSync('[{"a":1}]')));
  assert.equal((await requestJson({ ...request, url: url('/gzip') })).text, '[{"a":1}]');
  const bomb = gzipSync(Buffer.alloc(65 * 1024 ** 2));
  api.put('/bomb', (res) => res.writeHead(200, coding).end(bomb));
  await assert.rejects(requestJson({ ...request, url: url('/bomb') }), /sends more than 64 MiB/);
  api.put('/cut', (res) => res.writeHead(200, coding).end(gzipSync('[{"a":1}]').subarray(0, 15)));
  await assert.rejects(requestJson({ ...request, url: url('/cut') }), Error);
  api.put('/brotli', (res) => res.writeHead(200, { 'content-encoding': 'br' }).end('x'));
  await assert.rejects(requestJson({ ...request, url: url('/brotli') }), /Content-Encoding br/);
});

test('a response that arrives byte by byte ends at a limit', async () => {
  api.put('/drip', (res) => {
    res.writeHead(200);
    const timer = setInterval(() => res.write(' '), 10);
    res.on('close', () => clearInterval(timer));
  });
  await assert.rejects(requestJson({ ...request, url: url('/drip'), totalMs: 300 }), /did not arrive within 0\.3 s/);
  assert.equal(api.requests('/drip').length, 1);
});
