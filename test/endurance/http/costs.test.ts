// The cost of public routes, measured: however long a query is, it is answered in the time of a few constant responses.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { endpointsOf } from '../../setup/endpoints.ts';
import { type TestService, testService } from '../../setup/service.ts';

let service: TestService;

before(async () => {
  service = await testService({ HOOKLINE_TRUSTED_PROXIES: 'loopback' });
});
after(() => service.close());

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
