// Collections over several processes: share pages, revocation, takedowns, retired hooks, erasure.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { call, type Running, startProcess } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';

const directory = mkdtempSync(join(tmpdir(), 'hookline-collections-'));
let service: TestService;
let other: Running;
let urls: string[];

before(async () => {
  service = await testService();
  const env = { DATABASE_URL: service.databaseUrl, HOOKLINE_OPERATOR_KEY: operatorKey, HOOKLINE_SAMPLE: '0' };
  other = await startProcess(join(directory, 'other'), env);
  urls = [service.url, other.url];
});
after(async () => {
  other.child.kill('SIGTERM');
  await other.exit;
  await service.close();
  rmSync(directory, { recursive: true, force: true });
});

/** So different that no search for one finds another. */
const words = [
  'alpaca',
  'beluga',
  'cheetah',
  'dolphin',
  'elephant',
  'flamingo',
  'giraffe',
  'hedgehog',
  'iguana',
  'jaguar',
  'kangaroo',
];
let count = 0;

/** Of hooks of their own, the most viewed first. */
async function newCollection(plan = 'pro', texts = ['one', 'two', 'three'], name = 'Spring') {
  const account = await service.account(plan);
  const source = words[count++] ?? assert.fail('There are more collections than words.');
  const lines = texts.map((text, n) => {
    const line = hookLine(`${text} ${source}`, { views: 900_000 - n, id: `${source}-${n}` });
    return JSON.stringify({ ...JSON.parse(line), source_url: `https://www.tiktok.com/@ann/video/${count}000${n}` });
  });
  await service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=${source}`);
  const { body: found } = await service.get(`/hooks?q=${source}&limit=100`, account.key);
  const ids: string[] = found.data.map(({ id }: { id: string }) => id);
  const { body } = await service.send('POST', '/collections', account.key, { body: { name } });
  await service.send('POST', `/collections/${body.collection_id}/hooks`, account.key, { body: { ids } });
  const { body: shared } = await service.send('POST', `/collections/${body.collection_id}/share`, account.key);
  return { ...account, collection: body.collection_id as string, ids, page: new URL(shared.share_url).pathname };
}

async function open(path: string, headers: Record<string, string> = {}, url = service.url) {
  const response = await fetch(url + path, { headers: { accept: 'text/html', ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const statusesOf = async (path: string) => Promise.all(urls.map(async (url) => (await open(path, {}, url)).status));

test('the share page shows title, hooks, sources, notes and tags, escaped, and is not indexed unless allowed', async () => {
  const name = '<img src=x onerror=alert(1)> & "friends"';
  const { key, collection, ids, page } = await newCollection('pro', ['<b>bold</b> "line"', 'two'], name);
  await service.send('PUT', `/collections/${collection}/hooks/${ids[0]}`, key, {
    body: { note: '</p><script>alert(1)</script>', tags: ['<i>'] },
  });
  const { status, headers, text } = await open(page);
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/html/);
  assert.doesNotMatch(text, /<script|<img src=x|<b>|<i>/);
  assert.match(text, /<h1>&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;friends&quot;<\/h1>/);
  assert.match(text, /&lt;b&gt;bold&lt;\/b&gt; &quot;line&quot;/);
  assert.match(text, /<p class="note">&lt;\/p&gt;&lt;script&gt;/);
  assert.match(text, /<a href="https:\/\/www\.tiktok\.com\/@ann\/video\/\d+" rel="noopener nofollow">/);
  assert.match(text, /<meta name="robots" content="noindex" \/>/);
  assert.equal(headers.get('x-robots-tag'), 'noindex');
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/);
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  const etag = headers.get('etag') ?? '';
  assert.equal((await open(page, { 'if-none-match': etag })).status, 304);
  await service.send('DELETE', `/collections/${collection}/hooks/${ids[1]}`, key);
  assert.equal((await open(page, { 'if-none-match': etag })).status, 200);
  const { body } = await service.send('POST', `/collections/${collection}/share`, key, { body: { indexable: true } });
  const indexed = await open(new URL(body.share_url).pathname);
  assert.equal(indexed.headers.get('x-robots-tag'), null);
  assert.doesNotMatch(indexed.text, /noindex/);
  const hide = await service.send('PATCH', `/collections/${collection}`, key, { body: { indexable: false } });
  assert.deepEqual([hide.body.share_url, hide.body.indexable], [body.share_url, false]);
  const hidden = await open(new URL(body.share_url).pathname, { 'if-none-match': indexed.headers.get('etag') ?? '' });
  assert.deepEqual([hidden.status, hidden.headers.get('x-robots-tag')], [200, 'noindex']);
  await service.send('DELETE', `/collections/${collection}/share`, key);
  const refused = await service.send('PATCH', `/collections/${collection}`, key, { body: { indexable: true } });
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [409, '#/indexable']);
});

test('a plan without full hooks shares no sources', async () => {
  const { page } = await newCollection('free');
  const { text } = await open(page);
  assert.match(text, /one [a-z]+</);
  assert.doesNotMatch(text, /tiktok\.com/);
});

test('a collection stays whole on its page when the plan is a lower one', async () => {
  const texts = Array.from({ length: 105 }, (_, n) => `line${n}`);
  const { id, key, collection, page } = await newCollection('pro', texts);
  const { body: least } = await service.get(`/hooks?q=${words[count - 1]}&sort=views&limit=100`, key);
  const ids = least.data.map(({ id }: { id: string }) => id);
  const { body: saved } = await service.send('POST', `/collections/${collection}/hooks`, key, { body: { ids } });
  assert.equal(saved.hooks, 105);
  await service.operator('PATCH', `/operator/accounts/${id}`, { plan: 'free' });
  const { text } = await until(
    () => open(page),
    ({ text }) => !text.includes('tiktok.com'),
  );
  assert.match(text, /105 hooks/);
});

test('a page that is rotated or not shared any more fails in every process at the first request after the answer', async () => {
  const { key, collection, page } = await newCollection();
  const path = `/collections/${collection}/share`;
  await until(
    () => statusesOf(page),
    (statuses) => statuses.every((status) => status === 200),
  );
  const { body } = await call(other, key, 'POST', path);
  assert.deepEqual(await statusesOf(page), [404, 404]);
  const renewed = new URL(body.share_url).pathname;
  assert.deepEqual(await statusesOf(renewed), [200, 200]);
  await service.send('DELETE', path, key);
  assert.deepEqual(await statusesOf(renewed), [404, 404]);
});

test('a suspended and a deleted account share nothing', async () => {
  const { id, page } = await newCollection();
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: true });
  assert.deepEqual(await statusesOf(page), [404, 404]);
  await service.operator('PATCH', `/operator/accounts/${id}`, { suspended: false });
  assert.deepEqual(await statusesOf(page), [200, 200]);
});

test('a hook that is taken down vanishes from collections and share pages at once; a retired one stays as a line', async () => {
  const { key, collection, ids, page } = await newCollection();
  const [taken = '', retired = '', kept = ''] = ids;
  await service.operator('POST', `/operator/hooks/${taken}/takedown`, { reason: 'Request 7' });
  for (const url of urls) assert.doesNotMatch((await open(page, {}, url)).text, /one [a-z]+</);
  await service.operator('PATCH', `/operator/hooks/${retired}`, { state: 'retired' });
  const { body } = await service.get(`/collections/${collection}`, key);
  assert.deepEqual(
    body.data.map(({ hook, state }: { hook: { id: string }; state: string }) => [hook.id, state]),
    [
      [retired, 'retired'],
      [kept, 'published'],
    ],
  );
  assert.deepEqual(Object.keys(body.data[0].hook), ['id', 'text']);
  const { text } = await open(page);
  assert.match(text, new RegExp(`<li id="${retired}"><p class="retired">This hook was retired from the catalog`));
  assert.doesNotMatch(text, /two [a-z]+</);
  const again = await service.send('PUT', `/collections/${collection}/hooks/${retired}`, key, {
    body: { note: 'why' },
  });
  assert.equal(again.body.note, 'why');
  await service.send('DELETE', `/collections/${collection}/hooks/${retired}`, key);
  const gone = await service.send('PUT', `/collections/${collection}/hooks/${retired}`, key);
  assert.equal(gone.status, 410);
  assert.equal((await service.send('PUT', `/collections/${collection}/hooks/${taken}`, key)).status, 410);
});

test('while hooks are saved without a pause, none that is taken down is left in a collection', async () => {
  const texts = Array.from({ length: 6 }, (_, n) => `line${n}`);
  const { key, collection, ids } = await newCollection('pro', texts);
  let isDone = false;
  const saving = ids.map(async (id) => {
    const body = { tags: ['again'] };
    for (let n = 0; !isDone; n++) {
      if (n % 2) await service.send('DELETE', `/collections/${collection}/hooks/${id}`, key);
      const { status } = await service.send('PUT', `/collections/${collection}/hooks/${id}`, key, { body });
      assert.ok([200, 410, 429].includes(status), `${status}`);
    }
  });
  for (const id of ids.slice(0, 4))
    assert.equal((await service.operator('POST', `/operator/hooks/${id}/takedown`, { reason: 'x' })).status, 200);
  isDone = true;
  await Promise.all(saving);
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  const { rows } = await client.query(
    `select from collection_hooks c join hooks h on h.id = c.hook_id where h.retired_by = 'takedown'`,
  );
  await client.end();
  assert.equal(rows.length, 0);
});

test('a filter follows a collection that another process changes', async () => {
  const { key, collection, ids } = await newCollection();
  const total = async () => (await service.get(`/hooks?collection=${collection}`, key)).body.total;
  assert.equal(await total(), 3);
  await call(other, key, 'DELETE', `/collections/${collection}/hooks/${ids[0]}`);
  await until(total, (found) => found === 2);
  const { body: created } = await call(other, key, 'POST', '/collections', { name: 'Later' });
  // Not in memory here yet.
  assert.equal((await service.get(`/hooks?collection=${created.collection_id}`, key)).body.total, 0);
});

test('the data export of an account has its collections, and its erasure removes them', async () => {
  const { id, collection, ids, page } = await newCollection();
  const { body: data } = await service.operator('GET', `/operator/accounts/${id}/data`);
  assert.equal(data.collections[0].id, collection);
  assert.deepEqual(
    data.collection_hooks.map(({ hook_id }: { hook_id: string }) => hook_id),
    ids,
  );
  assert.ok(!JSON.stringify(data).includes(page.slice(3)));
  await service.operator('DELETE', `/operator/accounts/${id}`, {});
  assert.deepEqual(await statusesOf(page), [404, 404]);
  assert.equal((await service.operator('POST', `/operator/accounts/${id}/erase`, {})).status, 202);
});

// Last, since the address of all tests is refused then.
test('an unknown address is a page that says so to a browser, a problem to a program, and is refused after many guesses', async () => {
  const unknown = `/c/${'x'.repeat(26)}`;
  const { status, text } = await open(unknown);
  assert.deepEqual([status, /Page not found/.test(text)], [404, true]);
  const problem = await open(unknown, { accept: 'application/json' });
  assert.deepEqual([problem.status, JSON.parse(problem.text).code], [404, 'not_found']);
  const statuses: number[] = [];
  for (let n = 0; n < 70; n++) {
    statuses.push((await open(`/c/${String(n).padStart(26, 'y')}`)).status);
  }
  assert.equal(statuses.at(-1), 429);
});
