// Serving of pages and files: one document for every path, compressed and cached files, and a strict policy.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { extname, join } from 'node:path';
import { before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { defined } from '../setup/defined.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';

const built = join(import.meta.dirname, '../../web/dist');
let service: TestService;

before(async () => {
  service = await sharedService();
});

test('every page path serves the document, under a policy that allows only its own scripts', async () => {
  for (const path of ['/', '/status', '/dashboard/keys', '/console/review']) {
    const { status, headers, body } = await service.get(path);
    assert.equal(status, 200, path);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.match(body, /<div id="root">/);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(body, /<style|style="|\son\w+="|<script(?![^>]*\bsrc=)/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('cache-control') ?? '', /max-age=0/);
  }
});

test('an unknown URL returns a page with links to browsers, and a problem document to programs', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
  for (const [at, method] of ['GET', 'POST', 'PROPFIND'].entries()) {
    const path = `/nothing/${at}?a=b`;
    const page = await service.send(method, path, undefined, { headers: browser });
    assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8'], method);
    for (const link of ['href="/"', 'href="/docs"', '<h1>Page not found</h1>'])
      assert.ok(page.body.includes(link), link);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.ok(policy.startsWith("default-src 'none'; style-src 'sha256-") && policy.includes(hash), policy);
    const { status, headers, body } = await service.send(method, path, undefined, { headers: { accept: '*/*' } });
    assert.deepEqual([status, body.code], [404, 'not_found'], method);
    assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
  }
  for (const path of ['/assets/none.js', '/assets/..%2f..%2fpackage.json', '/assets/', '/.vite/manifest.json'])
    assert.equal((await service.get(path)).body.code, 'not_found', path);
});

type Raw = { status: number | undefined; headers: Record<string, string | string[] | undefined>; bytes: Buffer };

/** Returns the raw body, which fetch would decompress. */
function get(path: string, headers: Record<string, string>): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(service.url + path, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) });
    });
    sent.on('error', reject).end();
  });
}

const files = globSync('**/*.*', { cwd: built }).filter((file) => !/\.(br|gz)$|^\.vite/.test(file));
/** One file of each kind and folder represents all of them. */
const samples = Map.groupBy(files, (file) => file.replace(/[^/]*(?=\.\w+$)/, '')).values();
/** Pages are named by their path. */
const addressOf = (file: string) => `/${file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`;
const addresses = [...samples].map(([file = '']) => addressOf(file)).concat('/docs/', '/openapi.json', '/llms.txt');

test('every text type is compressed by brotli or gzip, with the same content', async () => {
  for (const path of addresses.filter((address) => !['.png', '.tgz'].includes(extname(address)))) {
    const plain = await get(path, {});
    assert.deepEqual([plain.status, plain.headers['content-encoding']], [200, undefined], path);
    for (const [coding, decompress] of [['br', brotliDecompressSync] as const, ['gzip', gunzipSync] as const]) {
      const { status, headers, bytes } = await get(path, { 'accept-encoding': coding });
      assert.deepEqual([status, headers['content-encoding']], [200, coding], path);
      // A file of a few words does not get smaller.
      assert.ok(bytes.length < Math.max(plain.bytes.length, 200), `${path} ${coding}: ${bytes.length} bytes`);
      assert.ok(decompress(bytes).equals(plain.bytes), `${path} ${coding}`);
      assert.match(String(headers.vary), /accept-encoding/i, path);
    }
  }
});

test('files whose names have a hash are cached for a year; everything else has an ETag for conditional requests', async () => {
  for (const path of addresses) {
    const { headers } = await get(path, { 'accept-encoding': 'br' });
    const cached = String(headers['cache-control']);
    if (path.includes('/assets/')) {
      assert.match(cached, /max-age=31536000, immutable/, path);
      continue;
    }
    assert.ok(Number(defined(/max-age=(\d+)/.exec(cached)?.[1], path)) <= 3600, path);
    const again = await get(path, { 'accept-encoding': 'br', 'if-none-match': String(defined(headers.etag, path)) });
    assert.deepEqual([again.status, again.bytes.length], [304, 0], path);
  }
});

type Chunk = { file: string; imports?: string[]; isEntry?: boolean };

test('no page loads more than 105 KB of compressed script; pages with charts 115 KB plus the chart library', () => {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8'));
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) =>
    sizes.getOrInsertComputed(file, () => gzipSync(readFileSync(join(built, file)), { level: 9 }).length);
  const loadedBy = (name: string, loaded = new Set<string>()): Set<string> => {
    const { file, imports = [] } = defined(manifest[name], name);
    if (loaded.has(file)) return loaded;
    loaded.add(file);
    for (const imported of imports) loadedBy(imported, loaded);
    return loaded;
  };
  const entry = defined(Object.keys(manifest).find((name) => manifest[name]?.isEntry));
  const pages = Object.keys(manifest).filter((name) => /-page\.tsx$/.test(name));
  assert.ok(pages.length >= 20, `${pages.length} pages`);
  for (const page of pages) {
    const frame = `src/shell/${page.includes('/public/') ? 'public-' : ''}frame.tsx`;
    const loaded = [...loadedBy(page, loadedBy(frame, loadedBy(entry)))];
    const bytes = loaded.reduce((sum, file) => sum + sizeOf(file), 0);
    const most = loaded.some((file) => file.includes('/charts-')) ? 115_000 : 105_000;
    assert.ok(bytes < most, `${page} loads ${bytes} bytes`);
  }
});
