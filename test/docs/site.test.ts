// The served docs: pages, Markdown for agents, the Postman collection, caching, and links without broken targets.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { toBody } from '../../src/webhooks/events/announce.ts';
import { sampleOf } from '../../src/webhooks/events/samples.ts';
import { groups } from '../../web/docs/build/navigation.ts';
import { type OpenApi, readOperations } from '../../web/docs/reference/document.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';

const root = join(import.meta.dirname, '../..');
const built = join(root, 'web/dist/docs');
const pages = globSync('**/*.html', { cwd: built }).map((file) => file.replace(/\.html$/, ''));
const guides = groups.flatMap(({ entries }) => entries);
const pathOf = (page: string) => (page === 'index' ? '/docs' : `/docs/${page}`);
const readPage = (page: string) => readFileSync(join(built, `${page}.html`), 'utf8');
/** Guides for contributors, which the site does not include. */
const offSite = ['decisions.md', 'glossary.md', 'security-review.md', 'testing.md'];

let service: TestService;
let document: OpenApi;

before(async () => {
  service = await sharedService();
  ({ body: document } = await service.get('/openapi.json'));
});

test('every guide is on the site, and every page in the navigation is a file', () => {
  const listed = new Set(guides.map(({ file }) => file));
  for (const file of globSync('docs/*.md', { cwd: root }))
    assert.ok(listed.has(file) !== offSite.includes(file.slice(5)), `${file} is in no group of navigation.ts`);
  for (const { file, name } of guides) {
    assert.ok(existsSync(join(root, file)), `${file} of navigation.ts does not exist`);
    assert.ok(pages.includes(name), `${name} is not built`);
  }
});

test('pages have unique titles, and no inline script or style that the content policy would block', () => {
  const titles = new Set(pages.map((page) => /<title>(.+?)<\/title>/.exec(readPage(page))?.[1]));
  assert.equal(titles.size, pages.length);
  for (const page of pages) {
    assert.doesNotMatch(readPage(page), /<script(?! (type="module" )?src=)|<style|\sstyle="|\son\w+=/, page);
    assert.match(readPage(page), /<meta name="description" content=".{20,250}?">/, page);
  }
});

test('pages are served as HTML and as Markdown, with the public URL in their examples', async () => {
  for (const page of ['index', 'quick-start', 'webhooks', 'api/exports']) {
    const html = await service.get(pathOf(page));
    assert.deepEqual([html.status, html.headers.get('content-type')], [200, 'text/html; charset=utf-8'], page);
    const policy = html.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.ok(html.body.includes(`<link rel="canonical" href="${service.url}${pathOf(page)}">`), page);
    const { status, headers, body } = await service.get(`/docs/${page}.md`);
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/markdown; charset=utf-8'], page);
    for (const text of [html.body, body]) assert.doesNotMatch(text, /hookline\.invalid/, page);
    // A copied page has no neighbours, so it may not contain relative links.
    assert.doesNotMatch(body, /\]\((?!https?:|mailto:|#)[\w./-]+\.\w+(#[\w-]+)?\)/, page);
  }
  const agent = await service.get('/docs/filtering', undefined, { accept: 'text/markdown, text/html;q=0.5' });
  assert.match(agent.body, /^# Filter/);
  assert.match(agent.headers.get('vary') ?? '', /accept/);
  for (const path of ['/docs/pagination/', '/docs/pagination.html', '/docs/Pagination']) {
    const response = await fetch(`${service.url}${path}`, { redirect: 'manual' });
    assert.deepEqual([response.status, response.headers.get('location')], [301, '/docs/pagination'], path);
  }
  for (const path of ['/docs/none', '/docs/none.md', '/docs/assets/none.js', '/docs/..%2f..%2fpackage.json'])
    assert.equal((await service.get(path)).status, 404, path);
});

test('llms.txt links every guide as Markdown, and llms-full.txt has their text', async () => {
  const { body: index } = await service.get('/llms.txt');
  const { body: full } = await service.get('/llms-full.txt');
  for (const { name } of guides) {
    assert.ok(index.includes(`](${service.url}/docs/${name}.md)`), name);
    assert.ok(full.includes(`/docs/${name}.md -->`), name);
  }
});

test('every link between pages leads to a page, and every anchor to an existing id', () => {
  const idsOf = (page: string) => new Set([...readPage(page).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const ids = new Map(pages.map((page) => [pathOf(page), idsOf(page)]));
  const assets = new Set(globSync('**/*.*', { cwd: built }).map((file) => `/docs/${file}`));
  for (const page of pages)
    for (const [, href = ''] of readPage(page).matchAll(/ (?:href|src)="([^"]+)"/g)) {
      const [path = '', id] = href.startsWith('#') ? [pathOf(page), href.slice(1)] : href.split('#');
      if (!path.startsWith('/docs')) continue;
      if (id !== undefined) assert.ok(ids.get(path)?.has(id), `${page} links to ${href}`);
      else assert.ok(ids.has(path) || assets.has(path), `${page} links to ${href}`);
    }
});

test('files are compressed, validated by ETag, and immutable where their name has a hash', async () => {
  const page = await service.get('/docs/filtering', undefined, { 'accept-encoding': 'br' });
  assert.equal(page.headers.get('content-encoding'), 'br');
  assert.equal(page.headers.get('cache-control'), 'public, max-age=0, must-revalidate');
  const etag = page.headers.get('etag') ?? '';
  const again = await service.get('/docs/filtering', undefined, { 'if-none-match': etag });
  assert.deepEqual([again.status, again.body], [304, '']);
  const gzipped = await service.get('/docs/filtering', undefined, { 'accept-encoding': 'gzip' });
  assert.equal(gzipped.headers.get('content-encoding'), 'gzip');
  assert.equal(gzipped.body, page.body);
  for (const file of globSync('assets/*.{js,css}', { cwd: built })) {
    const { headers } = await service.get(`/docs/${file}`);
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable', file);
  }
});

test('the Postman collection has every operation of the OpenAPI document, under its name', async () => {
  const { body: collection } = await service.get('/docs/postman.json');
  type Item = { name: string; request: { method: string; url: { raw: string; path: string[] } } };
  const items: Item[] = collection.item.flatMap(({ item }: { item: Item[] }) => item);
  const found = items.map(({ name, request: { method, url } }) => `${name}: ${method} /${url.path.join('/')}`);
  // Postman has variables for whole segments only, not for `{token}.csv`.
  const operations = readOperations(document).map(
    ({ name, method, path }) => `${name}: ${method} ${path.replace(/\{(\w+)\}(?=\/|$)/g, ':$1')}`,
  );
  assert.deepEqual(found.sort(), operations.sort());
  assert.match(collection.info.schema, /v2\.1\.0/);
  const base = collection.variable.find(({ key }: { key: string }) => key === 'baseUrl');
  assert.equal(base.value, service.url);
});

test('the document describes hooks.new and trends.changed as they are sent, including nullable fields', async () => {
  const { body } = await service.get('/openapi.json');
  const propertiesOf = (event: string) =>
    body.webhooks[event].post.requestBody.content['application/json'].schema.properties;
  const hooks = propertiesOf('hooks.new');
  const sent = JSON.parse(toBody([], { index: 1, of: 1 }, new Date(), { id: 'evt_x', type: 'hooks.new' }));
  assert.deepEqual(Object.keys(hooks), Object.keys(sent));
  assert.deepEqual(Object.keys(hooks.data.properties), Object.keys(sent.data));
  const trends = propertiesOf('trends.changed');
  const { properties } = trends.data;
  const { data } = JSON.parse(sampleOf('trends.changed', new Date()).body);
  assert.deepEqual(Object.keys(properties), Object.keys(data));
  assert.deepEqual(Object.keys(properties.changes.items.properties), Object.keys(data.changes[0]));
  for (const { type } of [trends.event_id, properties.name]) assert.deepEqual(type, ['string', 'null']);
});

test('every operation of the document, webhooks included, has a unique id and declares its security, also if it has none', () => {
  type Operation = { operationId?: string; security?: object[] };
  const { paths, webhooks, info } = document as OpenApi & { webhooks: typeof paths; info: { license: object } };
  const operations = Object.values({ ...paths, ...webhooks }).flatMap((verbs) => Object.values(verbs) as Operation[]);
  assert.deepEqual(
    operations.filter(({ operationId, security }) => !operationId || !security),
    [],
  );
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  const securityOf = (path: string) => (paths[path]?.get as Operation | undefined)?.security;
  assert.deepEqual([securityOf('/plans'), securityOf('/hooks')], [[], [{ key: ['read'] }]]);
  assert.deepEqual(info.license, { name: 'MIT', identifier: 'MIT' });
});
