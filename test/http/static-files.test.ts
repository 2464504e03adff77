// Static files and texts: compressed, and cached for as long as their names allow.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { request } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { defined } from '../setup/defined.ts';
import { type TestService, testService } from '../setup/service.ts';

const built = join(import.meta.dirname, '../../web/dist');
/** A file of the build has its own name or, as pages do, the name of its address. */
const addressOf = (file: string) => `/${file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`;
const files = globSync('**/*.*', { cwd: built }).filter((file) => !/\.(br|gz)$|^\.vite/.test(file));
const texts = files.filter((file) => !['.png', '.tgz'].includes(extname(file))).map(addressOf);
const addresses = [...texts, '/docs/', '/openapi.json', '/llms.txt', '/llms-full.txt'];

let service: TestService;

before(async () => {
  service = await testService();
});

after(() => service.close());

type Raw = { status: number | undefined; headers: Record<string, string | string[] | undefined>; bytes: Buffer };

/** As it is sent; fetch would decompress it. */
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

test('every text that is served is compressed by brotli or gzip, and the same in every form', async () => {
  assert.ok(addresses.length > 150, `${addresses.length} addresses`);
  for (const path of addresses) {
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

test('files whose names have a hash are kept for a year; everything else has an ETag that saves sending it again', async () => {
  for (const path of [...addresses, ...files.filter((file) => extname(file) === '.png').map(addressOf)]) {
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
