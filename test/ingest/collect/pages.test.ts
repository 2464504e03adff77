// JSON APIs as sources: secrets in headers, POST, and pages, through the real service. The shapes are those of Apify, TikTok and Hookline.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { defined } from '../../setup/defined.ts';
import { type ApiAnswer, type ApiCall, type JsonApi, startJsonApi } from '../../setup/json-api.ts';
import { hookLine, type LineOptions, type TestService, testService } from '../../setup/service.ts';

const token = 'apify_api_token-of-the-tests';
let service: TestService;
let api: JsonApi;
let other: JsonApi;
let key: string;

before(async () => {
  [service, api, other] = await Promise.all([
    testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' }),
    startJsonApi(),
    startJsonApi(),
  ]);
  key = (await service.account('scale')).key;
  await service.operator('PUT', '/operator/secrets/apify', { value: token });
});

after(async () => {
  await service.close();
  await Promise.all([api.close(), other.close()]);
});

const authorization = { Authorization: 'Bearer $secret:apify' };
const item = (text: string, options: LineOptions = {}) => JSON.parse(hookLine(text, options));
const items = (from: number, to: number, word: string) =>
  Array.from({ length: to - from }, (_, n) => item(`${word} number ${from + n} of it`, { id: `${word}${from + n}` }));
const found = async (word: string) => (await service.get(`/hooks?q=${word}&limit=1`, key)).body.total;

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
type Body = any;

/** Creates a source and waits for its first run. */
async function run(name: string, more: object, outcome: 'finished' | 'failed' = 'finished'): Promise<Body> {
  const body = { name, location: api.url(`/${name}`), preset: 'hookline', every: '1d', ...more };
  const created = await service.operator('POST', '/operator/sources', body);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  await service.observed(`source_run_${outcome}`, created.body.id);
  return sourceOf(created.body.id);
}

async function runAgain(id: string, nth: number, outcome: 'finished' | 'failed' = 'finished'): Promise<Body> {
  const answer = await service.operator('POST', `/operator/sources/${id}/run`, {});
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  await service.observed(`source_run_${outcome}`, id, nth);
  return sourceOf(id);
}

const sourceOf = async (id: string): Promise<Body> => (await service.operator('GET', `/operator/sources/${id}`)).body;
const messagesOf = (source: Body): string[] => source.notices.map(({ message }: { message: string }) => message);

/** A list in pages of two, with a cursor. */
function cursorPages(all: readonly unknown[], { head = '' } = {}): (call: ApiCall) => ApiAnswer {
  return ({ query }) => {
    const from = Number(query.get('cursor') ?? 0);
    const next_cursor = from + 2 < all.length ? String(from + 2) : null;
    return { body: { data: all.slice(from, from + 2), next_cursor, head } };
  };
}

test('a dataset of Apify is downloaded with the secret in a header, and is not downloaded again while it is unchanged', async () => {
  // https://docs.apify.com/api/v2/dataset-items-get: without `limit`, all items are one array.
  const dataset = readFileSync(join(import.meta.dirname, '../../fixtures/tools/tiktok-scraper.json'), 'utf8');
  const etag = '"dataset-1"';
  api.api('/v2/datasets/abc/items', ({ headers }) => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: {} };
    return headers['if-none-match'] === etag ? { status: 304, body: '' } : { body: dataset, headers: { etag } };
  });
  const location = `${api.url('/v2/datasets/abc/items')}?format=json&clean=1`;
  const source = await run('dataset', { location, preset: 'apify-tiktok', request: { headers: authorization } });
  assert.deepEqual([source.last_runs[0].report.read, source.last_runs[0].report.rejected], [2, 0]);
  const again = await runAgain(source.id, 2);
  assert.equal(again.last_runs[0].state, 'unchanged');
});

test('headers are sent to the origin of the location only, not where it redirects to', async () => {
  other.api('/file', () => ({ body: [item('Redirected hook of another origin')] }));
  api.put('/moved', (res) => res.writeHead(302, { location: other.url('/file') }).end());
  await run('moved', { request: { headers: { ...authorization, 'X-Team': 'growth' } } });
  assert.equal(await found('redirected'), 1);
  assert.equal(api.requests('/moved')[0]?.headers.authorization, `Bearer ${token}`);
  const [call] = other.calls('/file');
  assert.deepEqual([call?.headers.authorization, call?.headers['x-team']], [undefined, undefined]);
});

test('a body is sent by POST, as to an actor of Apify that runs for each run of the source', async () => {
  api.api('/run-sync', () => ({ body: [item('Posted hook of an actor')] }));
  const body = '{"hashtags":["budget"],"since":"$date:-7d"}';
  await run('run-sync', { request: { headers: authorization, body } });
  const call = defined(api.calls('/run-sync')[0]);
  assert.deepEqual([call.method, call.headers['content-type']], ['POST', 'application/json']);
  assert.match(call.body, /^\{"hashtags":\["budget"\],"since":"\d{4}-\d\d-\d\d"\}$/);
  assert.equal(await found('posted'), 1);
});

test("a team's own Hookline is read to its last page, by next_cursor sent as cursor", async () => {
  api.api('/hooks', cursorPages(items(0, 5, 'Teamwork')));
  const location = `${api.url('/hooks')}?limit=2`;
  const source = await run('team', { location, request: { headers: authorization, next: 'next_cursor' } });
  assert.equal(await found('teamwork'), 5);
  assert.deepEqual(
    api.calls('/hooks').map(({ query }) => query.toString()),
    ['limit=2', 'limit=2&cursor=2', 'limit=2&cursor=4'],
  );
  assert.deepEqual(source.notices, []);
  await runAgain(source.id, 2);
  assert.equal(api.calls('/hooks').length, 6, 'a later run begins at the first page');
});

test("TikTok's Research API: cursor and search_id in the body, until has_more is false", async () => {
  // https://developers.tiktok.com/doc/research-api-specs-query-videos
  const { data, error } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../fixtures/tools/tiktok-research.json'), 'utf8'),
  );
  api.api('/v2/research/video/query/', ({ body }) => {
    const { cursor = 0 } = JSON.parse(body);
    const page = {
      videos: data.videos.slice(cursor, cursor + 1),
      cursor: cursor + 1,
      search_id: '7201388525814961198',
    };
    return { body: { data: { ...page, has_more: cursor === 0 }, error } };
  });
  const body = JSON.stringify({
    query: { and: [{ operation: 'IN', field_name: 'region_code', field_values: ['US'] }] },
    start_date: '$yyyymmdd:-7d',
    end_date: '$yyyymmdd:0d',
    max_count: 1,
  });
  const location = `${api.url('/v2/research/video/query/')}?fields=id,video_description,voice_to_text`;
  const request = { headers: authorization, body, next: 'data.cursor,data.search_id' };
  await run('research', { location, preset: 'tiktok-research', request });
  const sent = api.calls('/v2/research/video/query/').map((call) => JSON.parse(call.body));
  assert.equal(sent.length, 2);
  assert.deepEqual([sent[0].cursor, sent[1].cursor, sent[1].search_id], [undefined, 1, '7201388525814961198']);
  assert.match(sent[0].start_date, /^\d{8}$/);
  const { body: page } = await service.operator('GET', '/operator/hooks?source=research&sort=views');
  assert.equal(page.hooks[0].text, 'I stopped buying coffee for a year.');
});

test('pages are followed by a counted parameter, by the Link header and by URLs', async () => {
  const all = items(0, 5, 'Counted');
  api.api('/counted', ({ query }) => {
    const from = (Number(query.get('page')) - 1) * 2;
    return { body: all.slice(from, from + 2) };
  });
  await run('counted', { request: { page: 'page' } });
  assert.deepEqual(
    api.calls('/counted').map(({ query }) => query.get('page')),
    ['1', '2', '3', '4'],
  );
  assert.equal(await found('counted'), 5);
  const linked = items(0, 4, 'Linked');
  api.api('/linked', ({ query }): ApiAnswer => {
    const from = Number(query.get('from') ?? 0);
    const link = `<${api.url('/linked')}?from=${from + 2}>; rel="next"`;
    return { body: linked.slice(from, from + 2), headers: from + 2 < 4 ? { link } : {} };
  });
  await run('linked', { request: { next: 'link' } });
  assert.equal(await found('linked'), 4);
  const chained = items(0, 4, 'Chained');
  api.api('/chained', ({ query }) => {
    const from = Number(query.get('from') ?? 0);
    return { body: { results: chained.slice(from, from + 2), next: from === 0 ? '/chained?from=2' : null } };
  });
  await run('chained', { request: { next: 'next' } });
  assert.equal(await found('chained'), 4);
});

test('an empty first page is no error; a URL at another origin is not asked', async () => {
  api.api('/empty', () => ({ body: { items: [], next_cursor: null } }));
  const empty = await run('empty', { request: { next: 'next_cursor' } });
  assert.deepEqual([empty.state, empty.last_error, empty.last_runs[0].state], ['waiting', null, 'unchanged']);
  api.api('/leading-away', () => ({ body: { data: [item('Kept hook before the trap')], next: other.url('/trap') } }));
  const source = await run('leading-away', { request: { headers: authorization, next: 'next' } });
  assert.match(messagesOf(source).join(), /another origin/);
  assert.equal(await found('trap'), 1, 'what was read is imported');
  assert.equal(other.requests('/trap').length, 0);
});

test('a cursor or a page that repeats ends the walk with what to check', async () => {
  api.api('/looping', ({ query }) => {
    const at = query.get('cursor') ?? 'a';
    return { body: { data: [item(`Looping hook at ${at} again`)], next_cursor: at === 'a' ? 'b' : 'b' } };
  });
  const looping = await run('looping', { request: { next: 'next_cursor' } });
  assert.match(messagesOf(looping).join(), /The next page is that of page 1 again/);
  assert.equal(api.calls('/looping').length, 2);
  api.api('/deaf', () => ({ body: [item('Deaf to its parameter')] }));
  const deaf = await run('deaf', { request: { page: 'page' } });
  assert.match(deaf.notices[0].message, /Page 2 is the same as page 1/);
  assert.match(deaf.notices[0].remedy, /--page: the API does not read page/);
  assert.equal(await found('deaf'), 1);
});

test('100 pages are read at most, which a notice says; such a snapshot retires nothing', async () => {
  let word = 'Endless';
  api.api('/endless', ({ query }) => {
    const n = Number(query.get('cursor') ?? 0);
    return { body: { data: items(n, n + 1, word), next_cursor: String(n + 1) } };
  });
  const source = await run('endless', { snapshot: true, request: { next: 'next_cursor' } });
  assert.equal(api.calls('/endless').length, 100);
  assert.deepEqual(messagesOf(source), ['Only the first 100 pages were read.']);
  word = 'Different';
  await runAgain(source.id, 2);
  assert.deepEqual([await found('endless'), await found('different')], [100, 100]);
});

test('a snapshot of pages retires what is missing after a complete walk, and nothing after an interrupted one', async () => {
  const all = items(0, 6, 'Snapped');
  api.api('/snapped', cursorPages(all));
  const source = await run('snapped', { snapshot: true, request: { next: 'next_cursor' } });
  assert.equal(await found('snapped'), 6);
  const fewer = cursorPages(all.slice(0, 5));
  let broken = true;
  api.api('/snapped', (call) =>
    broken && call.query.get('cursor') === '4' ? { status: 400, body: { message: 'try later' } } : fewer(call),
  );
  const failed = await runAgain(source.id, 1, 'failed');
  assert.match(failed.last_error, /answered 400: try later\./);
  assert.equal(await found('snapped'), 6);
  broken = false;
  const asked = api.calls('/snapped').length;
  await runAgain(source.id, 2);
  assert.equal(await found('snapped'), 5);
  assert.equal(api.calls('/snapped').length, asked + 1, 'the next run continues at the page that failed');
});

test('ids above 2^53 keep their digits', async () => {
  const text = JSON.stringify({ data: [item('Digits of a large number', { id: 'ID' })], next_cursor: null });
  api.api('/digits', () => ({ body: text.replace('"ID"', '7213456789012345678') }));
  await run('digits', { request: { next: 'next_cursor' }, map: ['source_id=source_id'] });
  const { body } = await service.operator('GET', '/operator/hooks?source=digits');
  assert.equal(body.hooks[0].source_id, '7213456789012345678');
});

test('errors name the secret and what to do; a missing secret too', async () => {
  const cases = [
    [401, /answered 401: bad \$secret:apify\. Check the secret apify: .*hookline admin secrets set apify/],
    [403, /answered 403: .*secret apify/],
    [404, /answered 404: .*Check the location/],
  ] as const;
  for (const [status, expected] of cases)
    for (const request of [{ next: 'next_cursor', headers: authorization }]) {
      // An API that repeats the token it was sent.
      api.api(`/answers-${status}`, ({ headers }) => ({
        status,
        body: { error: { message: `bad ${headers.authorization?.slice('Bearer '.length)}` } },
      }));
      const source = await run(`answers-${status}`, { request }, 'failed');
      assert.match(source.last_error, expected);
      assert.ok(!JSON.stringify(source).includes(token));
    }
  api.put('/refused', (res) => res.writeHead(401).end());
  const refused = await run('refused', { request: { headers: authorization } }, 'failed');
  assert.match(refused.last_error, /answered 401\. Check the secret apify/);
  for (const [name, request] of [
    ['no-secret', { headers: { Authorization: '$secret:absent' } }],
    ['no-secret-of-pages', { headers: { Authorization: '$secret:absent' }, page: 'page' }],
  ] as const) {
    const source = await run(name, { request }, 'failed');
    assert.match(source.last_error, /^There is no secret absent\. Set it with `hookline admin secrets set absent`\.$/);
  }
});

test('an API that limits requests pauses the source until it allows them', async () => {
  api.api('/limited', () => ({ status: 429, headers: { 'retry-after': '3600' }, body: {} }));
  const source = await run('limited', { request: { next: 'next_cursor' } });
  const waitMs = Date.parse(source.next_run_at) - Date.now();
  assert.ok(waitMs > 3_000_000 && waitMs <= 3_600_000, `${waitMs} ms`);
  assert.equal(source.notices[0].until, source.next_run_at);
});

test('a preview asks for one page and stores nothing', async () => {
  api.api('/previewed', cursorPages(items(0, 40, 'Previewed')));
  const body = { location: api.url('/previewed'), preset: 'hookline', request: { next: 'next_cursor' } };
  const { status, body: preview } = await service.operator('POST', '/operator/sources/preview', body);
  assert.equal(status, 200, JSON.stringify(preview));
  assert.equal(preview.preview.counts?.read ?? 10, 10);
  assert.equal(api.calls('/previewed').length, 5);
  assert.equal(await found('previewed'), 0);
});

test('no value of a secret is in the database, an answer of the API or the audit log', async () => {
  const answers = await Promise.all(
    ['/operator/sources', '/operator/imports', '/operator/audit?limit=200', '/operator/health'].map((path) =>
      service.operator('GET', path),
    ),
  );
  for (const { body } of answers) assert.ok(!JSON.stringify(body).includes(token));
});
