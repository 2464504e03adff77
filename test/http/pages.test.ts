// How the pages are served: one document for every path, immutable files, and a strict policy.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { defined } from '../setup/defined.ts';
import { type TestService, testService } from '../setup/service.ts';

const built = join(import.meta.dirname, '../../web/dist');
let service: TestService;

before(async () => {
  service = await testService();
});

after(() => service.close());

test('every page path serves the document, under a policy that allows only its own scripts', async () => {
  for (const path of [
    '/',
    '/sign-in',
    '/request-a-key',
    '/status',
    '/dashboard',
    '/dashboard/keys',
    '/console/review',
  ]) {
    const { status, headers, body } = await service.get(path);
    assert.equal(status, 200, path);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.match(body, /<div id="root">/);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('cache-control') ?? '', /max-age=0/);
  }
});

test('the document has no inline script or style', () => {
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  assert.doesNotMatch(page, /<style|style="|\son\w+="|<script(?![^>]*\bsrc=)/);
});

test('built files are immutable and compressed; missing files get 404', async () => {
  for (const file of globSync('assets/*.{js,css}', { cwd: built })) {
    const { status, headers } = await service.get(`/${file}`, undefined, { 'accept-encoding': 'br' });
    assert.equal(status, 200, file);
    assert.match(headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
    assert.equal(headers.get('content-encoding'), 'br');
  }
  for (const path of ['/assets/none.js', '/assets/..%2f..%2fpackage.json', '/assets/', '/.vite/manifest.json']) {
    const { status, body } = await service.get(path);
    assert.deepEqual([status, body.code], [404, 'not_found'], path);
  }
});

test('an unknown address is a page with a way on for browsers, and a problem document for programs', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
  for (const [at, method] of ['GET', 'POST', 'PUT', 'PROPFIND'].entries()) {
    const path = `/nothing/${at}?a=b`;
    const page = await service.send(method, path, undefined, { headers: browser });
    assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8'], method);
    for (const link of ['href="/"', 'href="/docs"', '<h1>Page not found</h1>'])
      assert.ok(page.body.includes(link), link);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/);
    assert.ok(page.headers.get('content-security-policy')?.includes(hash));
    for (const accept of ['*/*', 'application/json']) {
      const { status, headers, body } = await service.send(method, path, undefined, { headers: { accept } });
      assert.deepEqual([status, body.code], [404, 'not_found'], method);
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
    }
  }
  for (const path of ['/assets/none.js', '/docs/none', '/nothing/at/all'])
    assert.match((await service.get(path, undefined, browser)).body, /Page not found/, path);
  const head = await service.send('HEAD', '/nothing', undefined, { headers: browser });
  assert.deepEqual([head.status, head.headers.get('content-type'), head.body], [404, 'text/html; charset=utf-8', '']);
  const wrongMethod = await service.send('POST', '/plans', undefined, { headers: browser });
  assert.deepEqual([wrongMethod.status, wrongMethod.body.code], [405, 'method_not_allowed']);
});

type Chunk = { file: string; imports?: string[]; isEntry?: boolean; isDynamicEntry?: boolean; src?: string };

test('no page loads more than 105 KB of script, compressed; pages that show charts 115 KB, and what draws them comes on top', () => {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8'));
  const sizeOf = (file: string) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length;
  const loadedBy = (name: string, files = new Set<string>()): Set<string> => {
    const { file, imports = [] } = defined(manifest[name], name);
    if (files.has(file)) return files;
    files.add(file);
    for (const imported of imports) loadedBy(imported, files);
    return files;
  };
  const entry = defined(Object.keys(manifest).find((name) => manifest[name]?.isEntry));
  const pages = Object.keys(manifest).filter((name) => /-page\.tsx$/.test(name));
  for (const page of pages) {
    const frame = `src/shell/${page.includes('/public/') ? 'public-' : ''}frame.tsx`;
    const files = loadedBy(page, loadedBy(frame, loadedBy(entry)));
    const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
    const most = [...files].some((file) => file.includes('/charts-')) ? 115_000 : 105_000;
    assert.ok(bytes < most, `${page} loads ${bytes} bytes`);
  }
  assert.ok(pages.length >= 20, `${pages.length} pages`);
});
