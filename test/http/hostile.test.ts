// Bad input and malicious requests to the whole service: each gets a 4xx problem or a correct response, never a 5xx, a hang or an uncaught error.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { newKey } from '../../src/auth/keys/key.ts';
import { endpoints } from '../setup/endpoints.ts';
import { hookLine, operatorKey, type TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';

const corpus = '../shared/input/blns/blns.json';
const skip = !existsSync(corpus) && 'the corpus ../shared/input is absent';
/** Every fifth string, which covers all kinds. */
const naughty: string[] = skip
  ? []
  : JSON.parse(readFileSync(corpus, 'utf8')).filter((_: string, at: number) => at % 5 === 0);

let service: TestService;
let key: string;
let port: number;

before(async () => {
  service = await sharedService();
  key = (await service.account('enterprise')).key;
  port = Number(new URL(service.url).port);
});

after(async () => {
  assert.equal((await service.get('/health/ready')).status, 200);
});

const from = (address: string) => ({ 'x-forwarded-for': address });

test('naughty strings in every text parameter get a 2xx or 4xx', { skip }, async () => {
  const names = ['niche', 'language', 'platform', 'cursor', 'sort', 'fields', 'added_since'];
  let fresh = '';
  for (const [at, string] of naughty.entries()) {
    // Refused requests are limited per key.
    if (at % 50 === 0) fresh = (await service.account('enterprise')).key;
    const encoded = encodeURIComponent(string);
    const all = [...names, encoded].map((name) => `${name}=${encoded}`).join('&');
    for (const path of [`/hooks?q=${encoded}`, at % 2 ? `/hooks/${encoded}` : `/hooks?${all}`]) {
      const { status } = await service.get(path, fresh);
      assert.ok(status < 500, `${status} for ${path}`);
    }
  }
});

test('invalid queries, paths and bodies return a problem', async () => {
  for (const path of [
    '/hooks?q=%00',
    '/hooks?q=%ed%a0%80',
    '/hooks?q=%',
    '/hooks?__proto__=1&constructor=2',
    '/hooks/..%2f..%2fetc',
    `/hooks/${'a/'.repeat(500)}`,
  ]) {
    const { status, body } = await service.get(path, key);
    assert.ok(status >= 400 && status < 500 && body.success === false, `${path}: ${status}`);
  }
  for (const [type, body, status] of [
    ['application/json', '['.repeat(30_000), 400],
    ['application/json', '{', 400],
    ['text/xml', '<a/>', 415],
    ['application/json', JSON.stringify({ name: 'a'.repeat(300_000) }), 413],
    ['application/json', '{"__proto__":{"x":1}}', 400],
  ] as const) {
    const headers = { 'content-type': type };
    const response = await fetch(`${service.url}/key-requests`, { method: 'POST', headers, body });
    assert.equal(response.status, status, body.slice(0, 30));
    assert.match(response.headers.get('content-type') ?? '', /problem\+json/);
  }
  const { body } = await service.operator('GET', '/operator/accounts?q=who?&limit=0');
  assert.equal(body.errors?.[0].parameter, 'limit', 'a query may contain a question mark');
});

test('a NUL in a body or a query returns 400, in a path 404', async () => {
  const wish = { name: 'a\0b', email: 'nul@example.com', use_case: 'A script generator', expected_calls_per_month: 1 };
  for (const { status, body } of [
    await service.send('POST', '/key-requests', undefined, { body: wish }),
    await service.operator('POST', '/operator/accounts', { name: 'a\0b', email: 'nul@example.com' }),
    await service.operator('GET', '/operator/accounts?q=%00'),
  ])
    assert.deepEqual([status, body.code], [400, 'invalid_request']);
  const { code } = await service.import(hookLine('A line'), 'preset=hookline&format=jsonl&source=a%00b');
  assert.equal(code, 'invalid_parameter');
  for (const { method, path, audience } of endpoints.filter(({ path }) => path.includes(':'))) {
    const { status, body } = await service.send(
      method,
      path.replace(/:\w+/g, '%00'),
      audience === 'operator' ? operatorKey : key,
    );
    assert.deepEqual([status, body.code], [404, 'not_found'], `${method} ${path}`);
  }
});

test('an incomplete upload changes nothing', async () => {
  const version = async () => (await service.get('/meta', key)).body.data.catalog_version;
  const before = await version();
  const socket = connect(port, '127.0.0.1');
  const head = `POST /operator/import?preset=hookline&format=jsonl HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${operatorKey}\r\n`;
  socket.write(`${head}content-length: 1000000\r\n\r\n${hookLine('Half an upload')}\n`, () => socket.destroy());
  await once(socket, 'close');
  // The next import waits for the catalog, so any effect of the broken one would be visible by now. It changes nothing itself.
  await service.import('{"text": ""}', 'preset=hookline&format=jsonl');
  assert.equal((await service.get('/hooks?q=half%20an%20upload', key)).body.total, 0);
  assert.equal(await version(), before);
});

const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: hookline\r\n${more}\r\n`;
const close = 'connection: close\r\n';

/** Returns all bytes until the service closes the connection; this side stays open. */
async function raw(bytes: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(bytes, 'latin1');
  return text(socket);
}

const statusesOf = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

test('malformed HTTP gets one response, and the connection closes', async () => {
  for (const [bytes, status] of [
    ['GET /plans HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n', 400],
    ['GET /plans HTTP/1.1\r\n\r\n', 400],
    ['GET /plans HTTP/1.0\r\n\r\n', 200],
    [request('/plans', 'a: b\r\n'.repeat(100)), 431],
    [request('/plans', `${'a: b\r\n'.repeat(98)}${close}`), 200],
    [request('/plans', `a: ${'b'.repeat(17_000)}\r\n`), 431],
    [request('/plans', 'content-length: 1\r\ncontent-length: 2\r\n'), 400],
    [request('/plans', 'content-length: 5\r\ntransfer-encoding: chunked\r\n'), 400],
    [request('/plans', 'transfer-encoding: chunked, gzip\r\n'), 400],
    [request('/plans', 'a: b\r\n c\r\n'), 400],
  ] as const) {
    const answer = await raw(bytes);
    assert.deepEqual(statusesOf(answer), [status], bytes.slice(0, 80));
    if (status !== 200) assert.match(answer, /application\/problem\+json.*"detail":"/s);
  }
});

test('a body is not awaited if the caller is refused, no endpoint reads it, or it is too long', async () => {
  for (const [path, headers, length, status] of [
    ['/webhooks', '', 100_000, 401],
    ['/webhooks', `authorization: Bearer ${newKey()}\r\n`, 100_000, 401],
    ['/webhooks', 'cookie: hookline.session_token=forged\r\nsec-fetch-site: same-origin\r\n', 100_000, 401],
    ['/nothing', '', 100_000, 404],
    ['/key-requests', '', 40_000, 413],
    ['/sign-in-links', '', 40_000, 413],
  ] as const) {
    const json = `content-type: application/json\r\ncontent-length: ${length}\r\n`;
    const answer = await raw(`POST ${path} HTTP/1.1\r\nhost: hookline\r\n${close}${headers}${json}\r\n{`);
    assert.deepEqual(statusesOf(answer), [status], path + headers);
  }
});

test('the rest of a refused long body is not read, and the client gets its response', async () => {
  const chunk = Buffer.from(`10000\r\n${'a'.repeat(65_536)}\r\n`);
  for (const [path, length] of [
    ['/nothing', 'content-length: 100000000'],
    ['/key-requests', 'transfer-encoding: chunked'],
  ] as const) {
    const socket = connect({ port, host: '127.0.0.1' });
    const ended = Promise.withResolvers<void>();
    socket.on('error', () => {}).once('close', () => ended.resolve());
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.write(`POST ${path} HTTP/1.1\r\nhost: hookline\r\ncontent-type: application/json\r\n${length}\r\n\r\n`);
    const pour = () => {
      while (socket.writable && socket.bytesWritten < 100_000_000 && socket.write(chunk));
    };
    socket.on('drain', pour);
    pour();
    await ended.promise;
    assert.match(answer, /^HTTP\/1\.1 4\d\d .*connection: close.*"detail":"/is, path);
    // The kernels of both sides buffer some megabytes.
    assert.ok(socket.bytesWritten < 30_000_000, `${path}: ${socket.bytesWritten} bytes were taken`);
  }
});

test('a refused short body, and one that is announced but not sent, keep the connection open', async () => {
  const body = 'a'.repeat(600_000);
  const refused = `POST /nothing HTTP/1.1\r\nhost: hookline\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  assert.deepEqual(statusesOf(await raw(refused + request('/plans', close))), [404, 200]);
});

test('a body that never ends gets one response, and then the connection closes', async () => {
  for (const [length, finish] of [
    ['content-length: 1000', (socket: Socket) => void socket.end()],
    ['transfer-encoding: chunked', (socket: Socket) => void socket.write('nonsense\r\n')],
  ] as const) {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
    socket.write(`POST /webhooks HTTP/1.1\r\nhost: hookline\r\n${length}\r\n\r\n`);
    socket.once('data', () => finish(socket));
    assert.deepEqual(statusesOf(await text(socket)), [401], length);
  }
});

test('a query has at most 100 parameters, a path segment 500 characters; exceeding these keeps the connection open', async () => {
  const answers = await raw(
    [
      request(`/plans?${'a&'.repeat(99)}a`),
      request(`/plans?${'a&'.repeat(100)}a`),
      request(`/operator/accounts/${'a'.repeat(500)}`),
      request(`/operator/accounts/${'a'.repeat(501)}`),
      request('/plans', close),
    ].join(''),
  );
  assert.deepEqual(statusesOf(answers), [400, 400, 401, 414, 200]);
  assert.match(
    answers,
    /a is not a parameter of this endpoint.*The query has more than 100 parameters.*"uri_too_long"/s,
  );
});

test('a flood of invalid keys gets 429; a valid key is served from any IP address, including that one', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 70 }, async () => (await service.get('/hooks', newKey(), from('192.0.2.29'))).status),
  );
  assert.deepEqual(statuses.toSorted(), [...Array(60).fill(401), ...Array(10).fill(429)]);
  for (const address of ['192.0.2.29', '192.0.2.210'])
    assert.equal((await service.get('/hooks', key, from(address))).status, 200);
  assert.equal((await service.get('/hooks', newKey(), from('192.0.2.210'))).status, 401, 'another address');
});

test('refused requests of public routes count for their IP address; valid ones are still served', async () => {
  const paths = ['/export/x/download', '/plans?limit=1', '/nothing', `/plans?${'a&'.repeat(7900)}`];
  const ask = async (path = '') => (await service.get(path, undefined, from('192.0.2.220'))).status;
  const statuses = await Promise.all(Array.from({ length: 80 }, (_, at) => ask(paths[at % paths.length])));
  assert.equal(statuses.filter((status) => status === 429).length, 20);
  assert.equal(await ask('/plans'), 200);
  assert.equal((await service.get('/nothing', undefined, from('192.0.2.221'))).status, 404);
});
