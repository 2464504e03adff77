// JSON APIs as sources: secrets in headers, POST, pages, and responses of any kind. The shapes are those of Apify, TikTok and Hookline.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { requestJson } from '../../../src/ingest/collect/request.ts';
import { type ApiAnswer, type ApiCall, type JsonApi, startJsonApi } from '../../setup/json-api.ts';
import { hookLine } from '../../setup/service.ts';
import { type Body, type IngestService, ingestService, itemsOf, type Outcome } from '../ingest-service.ts';

/** The token is longer than the part of a response that an error may quote. */
const token = `apify_${'x1y2'.repeat(150)}`;
let service: IngestService;
let api: JsonApi;
let other: JsonApi;

before(async () => {
  [service, other] = await Promise.all([ingestService(), startJsonApi()]);
  api = service.upstream;
  await service.operator('PUT', '/operator/secrets/apify', { value: token });
});

after(() => other.close());

const authorization = { Authorization: 'Bearer $secret:apify' };
const item = (text: string) => JSON.parse(hookLine(text));
const found = async (word: string) => (await service.found(word)).total;
const messagesOf = (source: Body): string[] => source.notices.map(({ message }: { message: string }) => message);

const run = async (name: string, more: object, outcome?: Outcome) =>
  service.sourceOf(await service.newSource(name, more, outcome));

async function runAgain(id: string, nth: number, outcome?: Outcome): Promise<Body> {
  await service.runAgain(id, nth, outcome);
  return service.sourceOf(id);
}

/** A list in pages of two, with a cursor. */
function cursorPages(all: readonly unknown[]): (call: ApiCall) => ApiAnswer {
  return ({ query }) => {
    const from = Number(query.get('cursor') ?? 0);
    const next_cursor = from + 2 < all.length ? String(from + 2) : null;
    return { body: { data: all.slice(from, from + 2), next_cursor } };
  };
}

test('headers are sent to the origin of the location only, not to redirect targets', async () => {
  other.api('/file', () => ({ body: [item('Redirected hook of another origin')] }));
  api.put('/moved', (res) => res.writeHead(302, { location: other.url('/file') }).end());
  await run('moved', { request: { headers: { ...authorization, 'X-Team': 'growth' } } });
  assert.equal(await found('redirected'), 1);
  assert.equal(api.requests('/moved')[0]?.headers.authorization, `Bearer ${token}`);
  const [call] = other.calls('/file');
  assert.deepEqual([call?.headers.authorization, call?.headers['x-team']], [undefined, undefined]);
});

test('an empty first page is not an error; a URL at another origin is not requested; a repeated cursor ends paging', async () => {
  api.api('/empty', () => ({ body: { items: [], next_cursor: null } }));
  const empty = await run('empty', { request: { next: 'next_cursor' } });
  assert.deepEqual([empty.state, empty.last_error, empty.last_runs[0].state], ['waiting', null, 'unchanged']);
  api.api('/leading-away', () => ({ body: { data: [item('Kept hook before the trap')], next: other.url('/trap') } }));
  const source = await run('leading-away', { request: { headers: authorization, next: 'next' } });
  assert.match(messagesOf(source).join(), /another origin/);
  assert.equal(await found('trap'), 1, 'what was read is imported');
  assert.equal(other.requests('/trap').length, 0);
  api.api('/looping', ({ query }) => {
    const at = query.get('cursor') ?? 'a';
    return { body: { data: [item(`Looping hook at ${at} again`)], next_cursor: 'b' } };
  });
  const looping = await run('looping', { request: { next: 'next_cursor' } });
  assert.match(messagesOf(looping).join(), /Page 1 has the same next page/);
  assert.equal(api.calls('/looping').length, 2);
});

test('at most 100 pages are read, with a notice; such a snapshot retires nothing', async () => {
  await service.import(hookLine('Known before the endless walk'), 'preset=hookline&format=jsonl&source=endless');
  api.api('/endless', ({ query }) => {
    const n = Number(query.get('cursor') ?? 0);
    return { body: { data: itemsOf(1, 'Endless', n), next_cursor: String(n + 1) } };
  });
  const source = await run('endless', { snapshot: true, request: { next: 'next_cursor' } });
  assert.equal(api.calls('/endless').length, 100);
  assert.deepEqual(messagesOf(source), ['Only the first 100 pages were read.']);
  assert.equal(await found('endless'), 101);
});

test('a snapshot of pages retires missing hooks after all pages are read, and nothing after an interruption', async () => {
  const all = itemsOf(6, 'Snapped');
  api.api('/snapped', cursorPages(all));
  const source = await run('snapped', { snapshot: true, request: { next: 'next_cursor' } });
  assert.equal(await found('snapped'), 6);
  const fewer = cursorPages(all.slice(0, 5));
  let broken = true;
  api.api('/snapped', (call) =>
    broken && call.query.get('cursor') === '4' ? { status: 400, body: { message: 'try later' } } : fewer(call),
  );
  const failed = await runAgain(source.id, 1, 'failed');
  assert.match(failed.last_error, /responded with 400: try later\./);
  assert.equal(await found('snapped'), 6);
  broken = false;
  const asked = api.calls('/snapped').length;
  await runAgain(source.id, 2);
  assert.equal(await found('snapped'), 5);
  assert.equal(api.calls('/snapped').length, asked + 1, 'the next run continues at the page that failed');
});

test('a secret that an API repeats in a record is redacted in previews and hooks', async () => {
  const redacted = 'A line that repeats $secret:apify as it is';
  api.api('/repeated', () => ({ body: [item(`A line that repeats ${token} as it is`)] }));
  const request = { headers: authorization };
  const location = api.url('/repeated');
  const preview = await service.operator('POST', '/operator/sources/preview', { location, request });
  assert.equal(preview.body.preview.records[0].text, redacted);
  await run('repeated', { request });
  const { data } = await service.found('repeats');
  assert.equal(data[0]?.text, redacted);
});

test('errors name the secret and what to do, and never show its value; neither do lists of the console', async () => {
  // This API repeats the token from the request.
  api.api('/repeats', ({ headers }) => ({
    status: 401,
    body: { error: { message: `bad ${headers.authorization?.slice('Bearer '.length)} was sent` } },
  }));
  api.put('/refused', (res) => res.writeHead(401).end());
  const repeated = /responded with 401: bad \$secret:apify was sent\. Check the secret apify/;
  const absent = { Authorization: '$secret:absent' };
  for (const [name, request, expected] of [
    ['repeats', { headers: authorization, next: 'next' }, repeated],
    ['refused', { headers: authorization }, /responded with 401\. Check the secret apify/],
    ['no-secret', { headers: absent }, /^There is no secret absent\. Set it with/],
  ] as const) {
    const source = await run(name, { request }, 'failed');
    assert.match(source.last_error, expected);
    assert.ok(!JSON.stringify(source).includes(token.slice(0, 20)));
  }
  for (const path of ['sources', 'imports', 'audit?limit=200', 'health'])
    assert.ok(!JSON.stringify((await service.operator('GET', `/operator/${path}`)).body).includes(token), path);
});

const url = (path: string) => new URL(api.url(path));
const request = { allowPrivate: true, signal: new AbortController().signal, retryMs: 1 };

test('compressed responses are read; the limit applies to the decompressed size', async () => {
  const coding = { 'content-encoding': 'gzip' };
  api.put('/gzip', (res) => res.writeHead(200, coding).end(gzipSync('[{"a":1}]')));
  assert.equal((await requestJson({ ...request, url: url('/gzip') })).text, '[{"a":1}]');
  const bomb = Buffer.concat(Array(65).fill(gzipSync(Buffer.alloc(1024 ** 2))));
  api.put('/bomb', (res) => res.writeHead(200, coding).end(bomb));
  await assert.rejects(requestJson({ ...request, url: url('/bomb') }), /sends more than 64 MiB/);
  api.put('/cut', (res) => res.writeHead(200, coding).end(gzipSync('[{"a":1}]').subarray(0, 15)));
  await assert.rejects(requestJson({ ...request, url: url('/cut') }), Error);
  api.put('/brotli', (res) => res.writeHead(200, { 'content-encoding': 'br' }).end('x'));
  await assert.rejects(requestJson({ ...request, url: url('/brotli') }), /Content-Encoding br/);
});

test('a response that arrives byte by byte ends at a time limit', async () => {
  api.put('/drip', (res) => {
    res.writeHead(200);
    const timer = setInterval(() => res.write(' '), 10);
    res.on('close', () => clearInterval(timer));
  });
  await assert.rejects(requestJson({ ...request, url: url('/drip'), totalMs: 300 }), /did not arrive within 0\.3 s/);
  assert.equal(api.requests('/drip').length, 1);
});
