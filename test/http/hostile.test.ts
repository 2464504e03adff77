// Bad input gets a 4xx problem or a correct response, never a 5xx or a hang.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';

const blns = '../shared/input/blns/blns.json';
const skip = !existsSync(blns) && 'the corpus ../shared/input is absent';

let service: TestService;
let key: string;

before(async () => {
  service = await testService();
  await service.import(hookLine('Something to find'), 'preset=hookline&format=jsonl');
  key = (await service.account('enterprise')).key;
});

after(async () => {
  assert.equal((await service.get('/health/ready')).status, 200);
  await service.close();
});

/** A new key now and then: refused requests are limited per key. */
async function withFreshKeys(calls: readonly ((key: string) => Promise<void>)[]): Promise<void> {
  let fresh = '';
  for (const [at, call] of calls.entries()) {
    if (at % 50 === 0) fresh = (await service.account('enterprise')).key;
    await call(fresh);
  }
}

test('every naughty string in every text parameter gets a 2xx or 4xx', { skip }, async () => {
  const strings: string[] = JSON.parse(readFileSync(blns, 'utf8'));
  const calls = strings.flatMap((text, at) => {
    const parameter = ['q', 'niche', 'language', 'platform', 'cursor', 'sort', 'fields', 'added_since'][at % 9] ?? text;
    return [
      `/hooks?q=${encodeURIComponent(text)}`,
      `/hooks?${encodeURIComponent(parameter)}=${encodeURIComponent(text)}`,
      `/hooks/${encodeURIComponent(text)}`,
    ].map((path) => async (fresh: string) => {
      const { status } = await service.get(path, fresh);
      assert.ok(status < 500, `${status} for ${path}`);
    });
  });
  await withFreshKeys(calls);
});

test('every naughty string in headers gets a 2xx or 4xx', { skip }, async () => {
  const strings: string[] = JSON.parse(readFileSync(blns, 'utf8'));
  for (const text of strings) {
    const value = Buffer.from(text)
      .toString('latin1')
      .replace(/[\0-\x1f\x7f]/g, '');
    for (const name of ['if-none-match', 'accept-encoding'])
      assert.ok((await service.get('/hooks', key, { [name]: value })).status < 500);
  }
});

test('every naughty string is imported unchanged or rejected', { skip }, async () => {
  const strings: string[] = JSON.parse(readFileSync(blns, 'utf8'));
  const lines = strings.map((text, at) =>
    JSON.stringify({
      text,
      views: 200_000,
      niche: text,
      creator: text,
      template: text,
      source_id: `${at}`,
      platform: 'TikTok',
    }),
  );
  const { report } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&filename=blns.jsonl');
  assert.equal(report.read, strings.length);
  assert.equal(
    report.read,
    report.added + report.updated + report.unchanged + report.duplicates + report.rejected + report.pending,
  );
  const { body } = await service.operator('GET', '/operator/hooks?state=pending');
  assert.equal(body.hooks.length, 50);
});

for (const [name, path] of [
  ['NUL bytes', '/hooks?q=%00'],
  ['a lone surrogate', '/hooks?q=%ed%a0%80'],
  ['a broken escape', '/hooks?q=%'],
  ['a doubled parameter', '/hooks?sort=views&sort=-views'],
  ['__proto__', '/hooks?__proto__=1&constructor=2'],
  ['an id above 2^53', '/hooks/hook_99999999999999999999'],
  ['path tricks', '/hooks/..%2f..%2fetc'],
  ['a very deep path', `/hooks/${'a/'.repeat(500)}`],
] as const) {
  test(`${name} is a 4xx problem`, async () => {
    const { status, body } = await service.get(path, key);
    assert.ok(status >= 400 && status < 500, String(status));
    assert.equal(body.success, false);
  });
}

test('a 10 MB query gets a problem', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const { port } = new URL(service.url);
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`GET /hooks?q=${'a'.repeat(10_000_000)} HTTP/1.1\r\nhost: x\r\n\r\n`),
    );
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET' ? resolve(text) : reject(error),
    );
    socket.on('close', () => resolve(text));
  });
  assert.match(answer, /^(HTTP\/1\.1 431|$)/);
});

for (const [name, type, body, status] of [
  ['30,000-deep JSON', 'application/json', '['.repeat(30_000), 400],
  ['a body that is no JSON', 'application/json', '{', 400],
  ['another media type', 'text/xml', '<a/>', 415],
  ['a body above the limit', 'application/json', JSON.stringify({ name: 'a'.repeat(300_000) }), 413],
  ['prototype pollution', 'application/json', '{"__proto__":{"x":1}}', 400],
] as const) {
  test(`${name} to /key-requests gets ${status}`, async () => {
    const response = await fetch(`${service.url}/key-requests`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    assert.equal(response.status, status);
    assert.match(response.headers.get('content-type') ?? '', /problem\+json/);
  });
}

test('a file with 100,000 levels is refused and changes nothing', async () => {
  const { report } = await service.import('['.repeat(100_000), 'filename=deep.json');
  assert.deepEqual([report.added, report.rejected], [0, 1]);
});

test('an incomplete upload changes nothing', async () => {
  const before = (await service.get('/meta', key)).body.data.catalog_version;
  await new Promise<void>((resolve) => {
    const upload = request(`${service.url}/operator/import?preset=hookline&format=jsonl`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorKey}`, 'content-length': '1000000' },
    });
    upload.on('error', () => resolve());
    upload.on('close', () => resolve());
    upload.write(`${hookLine('Half an upload')}\n`, () => upload.destroy());
  });
  // The next import waits its turn at the catalog, so whatever the broken one did would be seen by now.
  await service.import(hookLine('After the broken upload'), 'preset=hookline&format=jsonl');
  const { body } = await service.get('/hooks?q=half%20an%20upload', key);
  assert.equal(body.total, 0);
  assert.equal((await service.get('/meta', key)).body.data.catalog_version, before + 1);
});

test('a NUL in a body, a path or a query is a bad request', async () => {
  const wish = {
    name: 'a\u0000b',
    email: 'nul@example.com',
    use_case: 'A script generator',
    expected_calls_per_month: 1,
  };
  const refused = [
    await service.send('POST', '/key-requests', undefined, { body: wish }),
    await service.get('/webhooks/%00', key),
    await service.get('/export/%00', key),
    await service.operator('POST', '/operator/accounts', { name: 'a\u0000b', email: 'nul@example.com' }),
    await service.operator('GET', '/operator/accounts/%00'),
    await service.operator('GET', '/operator/accounts?q=%00'),
  ];
  for (const { status, body } of refused) assert.deepEqual([status, body.code], [400, 'invalid_request']);
  const { code } = await service.import(hookLine('A line'), 'preset=hookline&format=jsonl&source=a%00b');
  assert.equal(code, 'invalid_parameter');
});

test('a query may contain a question mark', async () => {
  const { body } = await service.operator('GET', '/operator/accounts?q=who?&limit=0');
  assert.equal(body.errors?.[0].parameter, 'limit');
});
