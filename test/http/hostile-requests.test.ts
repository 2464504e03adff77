// Malicious requests to the whole service: malformed ones, unwanted bodies, floods of invalid keys.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { newKey } from '../../src/auth/keys/key.ts';
import { endpointsOf } from '../setup/endpoints.ts';
import { type TestService, testService } from '../setup/service.ts';

const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: hookline\r\n${more}\r\n`;
const close = 'connection: close\r\n';
const slow = { timeout: 10_000 };

let service: TestService;
let good: string;

before(async () => {
  service = await testService({ HOOKLINE_TRUSTED_PROXIES: 'loopback' });
  good = (await service.account('enterprise')).key;
});
after(() => service.close());

/** Everything received until the service closes the connection; this side stays open. */
async function raw(bytes: string): Promise<string> {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1', allowHalfOpen: true });
  socket.write(bytes, 'latin1');
  return text(socket);
}

for (const [name, bytes, status] of [
  ['two Host headers', `GET /plans HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n`, 400],
  ['no Host header', 'GET /plans HTTP/1.1\r\n\r\n', 400],
  ['HTTP/1.0 without a Host header', 'GET /plans HTTP/1.0\r\n\r\n', 200],
  ['101 headers', request('/plans', 'a: b\r\n'.repeat(100)), 431],
  ['100 headers', request('/plans', `${'a: b\r\n'.repeat(98)}${close}`), 200],
  ['headers of 17 KB', request('/plans', `a: ${'b'.repeat(17_000)}\r\n`), 431],
  ['two lengths', request('/plans', 'content-length: 1\r\ncontent-length: 2\r\n'), 400],
  ['a length and chunks', request('/plans', 'content-length: 5\r\ntransfer-encoding: chunked\r\n'), 400],
  ['chunks and a length', request('/plans', 'transfer-encoding: chunked\r\ncontent-length: 5\r\n'), 400],
  ['chunks that are not the last coding', request('/plans', 'transfer-encoding: chunked, gzip\r\n'), 400],
  ['a folded header', request('/plans', 'a: b\r\n c\r\n'), 400],
] as const) {
  test(`${name}: ${status}, and the connection closes`, slow, async () => {
    const answer = await raw(bytes);
    assert.equal(Number(answer.slice(9, 12)), status, answer);
    if (status !== 200) assert.match(answer, /application\/problem\+json.*"detail":"/s);
  });
}

for (const [name, headers, status] of [
  ['no key', '', 401],
  ['a key that never was', `authorization: Bearer ${newKey()}\r\n`, 401],
  ['a forged session', 'cookie: hookline.session_token=forged\r\nsec-fetch-site: same-origin\r\n', 401],
] as const) {
  test(`the body of a caller with ${name} is not awaited`, slow, async () => {
    const json = 'content-type: application/json\r\ncontent-length: 100000\r\n';
    const answer = await raw(`POST /webhooks HTTP/1.1\r\nhost: hookline\r\n${close}${headers}${json}\r\n{`);
    assert.equal(Number(answer.slice(9, 12)), status, answer);
  });
}

test('a body is not awaited if no endpoint reads it, nor a public one that is too long', slow, async () => {
  for (const [path, length, status] of [
    ['/nothing', 100_000, 404],
    ['/key-requests', 40_000, 413],
    ['/sign-in-links', 40_000, 413],
  ] as const) {
    const head = `content-type: application/json\r\ncontent-length: ${length}\r\n`;
    const answer = await raw(`POST ${path} HTTP/1.1\r\nhost: hookline\r\n${close}${head}\r\n{`);
    assert.equal(Number(answer.slice(9, 12)), status, answer);
  }
});

test('the rest of a refused long body is not read, and the client gets its response', slow, async () => {
  for (const [path, length] of [
    ['/nothing', 'content-length: 100000000'],
    ['/webhooks', 'content-length: 100000000'],
    ['/key-requests', 'transfer-encoding: chunked'],
  ] as const) {
    const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
    const ended = Promise.withResolvers<void>();
    socket.on('error', () => {}).once('close', () => ended.resolve());
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(`POST ${path} HTTP/1.1\r\nhost: hookline\r\ncontent-type: application/json\r\n${length}\r\n\r\n`);
    const chunk = Buffer.from(`10000\r\n${'a'.repeat(65_536)}\r\n`);
    const pour = () => {
      while (socket.writable && socket.bytesWritten < 100_000_000 && socket.write(chunk));
    };
    socket.on('drain', pour);
    pour();
    await ended.promise;
    assert.match(answer, /^HTTP\/1\.1 4\d\d .*connection: close.*"detail":"/is, path);
    // The kernels of both sides take some megabytes.
    assert.ok(socket.bytesWritten < 30_000_000, `${path}: ${socket.bytesWritten} bytes were taken`);
  }
});

test('a queued request with a Content-Type and no body gets its response', slow, async () => {
  const headers = `${close}authorization: Bearer ${good}\r\ncontent-type: application/json\r\n`;
  const answers = await raw(`${request('/plans')}DELETE /webhooks/none HTTP/1.1\r\nhost: hookline\r\n${headers}\r\n`);
  assert.deepEqual(
    [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status),
    ['200', '404'],
  );
});

test('a refused short body keeps its connection open', slow, async () => {
  const body = 'a'.repeat(600_000);
  const head = `POST /nothing HTTP/1.1\r\nhost: hookline\r\ncontent-length: ${body.length}\r\n\r\n`;
  const answers = await raw(`${head}${body}${request('/plans', close)}`);
  assert.deepEqual(
    [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status),
    ['404', '200'],
  );
});

test('a flood of invalid keys gets 429; a valid key is served from any IP address, the same one included', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const refused = async () => (await service.get('/hooks', newKey(), from('203.0.113.9'))).status;
  const statuses: number[] = [];
  for (let batch = 0; batch < 4; batch++) statuses.push(...(await Promise.all(Array.from({ length: 50 }, refused))));
  assert.deepEqual([...new Set(statuses)], [401, 429]);
  assert.equal(statuses.filter((status) => status === 401).length, 60);
  for (const address of ['203.0.113.9', '203.0.113.10'])
    assert.equal((await service.get('/hooks', good, from(address))).status, 200);
  assert.equal(
    (await service.get('/hooks', newKey(), from('203.0.113.10'))).status,
    401,
    'another address is not rate limited',
  );
});

test('refused requests of public routes count for their address; what is valid is served on', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const paths = ['/export/x/download', '/plans?limit=1', '/nothing', `/plans?${'a&'.repeat(7900)}`];
  const ask = async (at: number) => {
    const { status } = await service.get(paths[at % paths.length] ?? '', undefined, from('203.0.113.20'));
    return status;
  };
  const statuses = await Promise.all(Array.from({ length: 80 }, (_, at) => ask(at)));
  assert.equal(statuses.filter((status) => status === 429).length, 20);
  assert.equal((await service.get('/plans', undefined, from('203.0.113.20'))).status, 200);
  assert.equal((await service.get('/nothing', undefined, from('203.0.113.21'))).status, 404);
});

test('a query has at most 100 parameters, and one with more keeps its connection', slow, async () => {
  const answers = await raw(
    request(`/plans?${'a&'.repeat(99)}a`) + request(`/plans?${'a&'.repeat(100)}a`) + request('/plans', close),
  );
  assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 400', 'HTTP/1.1 400', 'HTTP/1.1 200']);
  assert.match(answers, /a is not a parameter of this endpoint.*The query has more than 100 parameters/s);
});

test('a segment of a path has at most 500 characters', slow, async () => {
  const at = (length: number) => request(`/operator/accounts/${'a'.repeat(length)}`, length === 501 ? close : '');
  const answers = await raw(at(500) + at(501));
  assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 401', 'HTTP/1.1 414']);
  assert.match(answers, /"code":"uri_too_long"/);
});

/** Sends requests one after the other on one connection, each from an address of its own, so that no limit hides its cost. */
function openClient() {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' }).setNoDelay(true);
  let received = '';
  let finish = () => {};
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    const end = received.indexOf('\r\n\r\n');
    const length = Number(/^content-length: (\d+)/im.exec(received)?.[1] ?? 0);
    if (end >= 0 && received.length >= end + 4 + length) finish();
  });
  let count = 0;
  /** Milliseconds until the whole response. */
  const ask = (method: string, path: string) =>
    new Promise<number>((resolve) => {
      count += 1;
      received = '';
      const startedAt = performance.now();
      finish = () => resolve(performance.now() - startedAt);
      const address = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: hookline\r\nx-forwarded-for: ${address}\r\n\r\n`);
    });
  return { ask, end: () => socket.destroy() };
}

const pairs = (pair: (at: number) => string) => Array.from({ length: 100 }, (_, at) => pair(at)).join('&');
const hostileQueries = {
  'many pairs': 'a&'.repeat(7500),
  'one huge name': 'a'.repeat(15_000),
  'one huge value': `q=${'a+'.repeat(7500)}`,
  'percent-encoding': `q=${'%41'.repeat(5000)}`,
  'malformed percent-encoding': pairs(() => '%'),
  'a hundred misspelt names': pairs((at) => `emotional_triger${at}`),
  'a hundred misspelt values': `archetype=${pairs((at) => `quest${at}`).replaceAll('&', ',')}`,
  'a huge list': `niche=${',a'.repeat(7500)}`,
  'a huge token': `token=${'a'.repeat(15_000)}`,
};

test('a public route costs less than five constant answers, however long its query', { timeout: 60_000 }, async () => {
  const { ask, end } = openClient();
  const median = async (method: string, path: string) => {
    const times: number[] = [];
    for (let count = 0; count < 15; count++) times.push(await ask(method, path));
    return times.sort((a, b) => a - b)[7] ?? 0;
  };
  const costs = async (method: string, path: string) =>
    [await median(method, path), (await median('GET', '/health/live')) * 5] as const;
  for (const { method, path } of [...endpointsOf('public'), { method: 'GET', path: '/nothing' }])
    for (const [name, query] of Object.entries(hostileQueries)) {
      const url = `${path.replace(/:\w+/g, 'x')}?${query}`;
      let [cost, allowed] = await costs(method, url);
      // Code is slow until it is compiled, and a loaded machine now and then.
      for (let round = 0; cost > allowed && round < 10; round++) [cost, allowed] = await costs(method, url);
      assert.ok(cost <= allowed, `${method} ${path} with ${name}: ${cost} ms, five constant answers: ${allowed} ms`);
    }
  end();
});
