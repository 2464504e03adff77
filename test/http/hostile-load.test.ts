// Connections of a server with small limits: clients that misuse them are disconnected in time, cost little, and leave other clients
// unaffected.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { rejectRequest, respondToClientError } from '../../src/http/server/client-errors.ts';
import { createFairQueue, type FairQueue } from '../../src/http/server/fair-queue.ts';
import { createServer, drain, type HttpLimits, portOf } from '../../src/http/server/server.ts';

type Limited = { server: Server; open: () => Promise<Socket>; openMany: (count: number) => Promise<Socket[]> };

/** The server of the service with different limits and one handler. */
async function limited(
  t: TestContext,
  limits: Partial<HttpLimits>,
  fallback: RequestListener,
  queue = createFairQueue(),
): Promise<Limited> {
  const clientKeyOf = ({ headers }: IncomingMessage) => ({ account: headers.authorization ?? '' });
  const server = createServer({ direct: new Map(), fallback, reject: rejectRequest, queue, clientKeyOf }, limits);
  server.on('clientError', (error, socket) => respondToClientError(error, socket as Socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const open = async () => {
    // The connection is half open: the client does not end its side when the server does.
    const socket = connect({ port: portOf(server), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  return { server, open, openMany: (count) => Promise.all(Array.from({ length: count }, open)) };
}

/** Resolves when the server has no open connections. */
async function allGone({ server }: Limited): Promise<void> {
  const count = () =>
    new Promise<number>((resolve, reject) => server.getConnections((error, n) => (error ? reject(error) : resolve(n))));
  while ((await count()) !== 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: hookline\r\n${more}\r\n`;
const requests = (count: number, more = '') =>
  Array.from({ length: count }, (_, at) => request(`/${at}`, more)).join('');
const close = 'connection: close\r\n';
const statusesOf = (answers: string) => answers.match(/HTTP\/1\.1 [2-9]\d\d/g);
const slow = { timeout: 10_000 };

test('slow headers get a 408 in time, also if the client does not close', slow, async (t) => {
  const service = await limited(t, { headersMs: 60, checkMs: 20 }, (_req, res) => void res.end());
  const sockets = await service.openMany(10);
  for (const socket of sockets) socket.write('GET /hooks HTTP/1.1\r\nhost: hookline\r\na:');
  for (const socket of sockets) assert.match(await text(socket), /^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  await allGone(service);
});

test('a response that is sent before the request body has arrived is the only one', slow, async (t) => {
  const service = await limited(t, { bodyMs: 60 }, ({ url }, res) => {
    if (url === '/early') res.end('early');
    else res.write('begun ', () => setTimeout(() => res.end('done'), 150));
  });
  for (const [path, response] of [
    ['/early', /early$/],
    ['/streamed', /begun .*done/s],
  ] as const) {
    const socket = await service.open();
    socket.write(`POST ${path} HTTP/1.1\r\nhost: hookline\r\ncontent-length: 9\r\n\r\n{`);
    const answers = await text(socket);
    assert.deepEqual(statusesOf(answers), ['HTTP/1.1 200'], path);
    assert.match(answers, response);
  }
  await allGone(service);
});

test(
  'a client that does not read costs one response, however many it requests, and is disconnected',
  slow,
  async (t) => {
    let handled = 0;
    const answer = Buffer.alloc(8 << 20);
    const service = await limited(t, { stallMs: 150 }, (_req, res) => {
      handled += 1;
      res.end(answer);
    });
    const socket = await service.open();
    socket.pause();
    socket.write(requests(100));
    await allGone(service);
    // The kernel accepts the responses that fit its buffers.
    assert.ok(handled < 5, `${handled} answers of 8 MB were made`);
  },
);

test('pipelined requests are answered in order, interleaved with requests of other connections', slow, async (t) => {
  const handled: string[] = [];
  const service = await limited(t, {}, ({ url = '' }, res) => {
    handled.push(url);
    // Every third response takes longer.
    if (handled.length % 3 === 0) setImmediate(() => res.end(`<${url}>`));
    else res.end(`<${url}>`);
  });
  const [flood, other] = [await service.open(), await service.open()];
  flood.write(requests(89) + request('/89', close));
  other.write(request('/other', close));
  const [answers, otherAnswer] = await Promise.all([text(flood), text(other)]);
  const order = [...answers.matchAll(/<\/(\d+)>/g)].map(([, at]) => Number(at));
  assert.deepEqual(order, [...Array(90).keys()]);
  assert.match(otherAnswer, /<\/other>/);
  assert.ok(handled.indexOf('/other') < 60, `the other was handled as number ${handled.indexOf('/other')} of 91`);
});

test(
  'too many pipelined requests are refused, after a response to each within the limit; those with an expectation share the queue',
  slow,
  async (t) => {
    const service = await limited(t, { pipelined: 10 }, ({ url }, res) => void setImmediate(() => res.end(`<${url}>`)));
    const socket = await service.open();
    socket.write(requests(60, 'expect: 100-continue, x\r\n'));
    const answers = await text(socket);
    // These are the active request and the ten waiting ones.
    assert.deepEqual(statusesOf(answers), [...Array(11).fill('HTTP/1.1 200'), 'HTTP/1.1 429']);
    assert.match(answers, /<\/10>.*HTTP\/1\.1 429 .*connection: close.*"code":"rate_limited"/is);
    await allGone(service);
  },
);

test(
  'the response to invalid HTTP is not sent in place of the response to an earlier request, also while that is queued',
  slow,
  async (t) => {
    const busy: FairQueue = { isFree: () => false, enqueue: (_client, work) => void setImmediate(work) };
    for (const queue of [createFairQueue(), busy]) {
      const service = await limited(t, {}, (_req, res) => void setTimeout(() => res.end('late'), 50), queue);
      const socket = await service.open();
      socket.write(`${request('/')}nonsense\r\n\r\n`);
      assert.equal(await text(socket), '');
    }
  },
);

test('above the connection limit the least recently used connection without a request is closed', slow, async (t) => {
  const working = Promise.withResolvers<() => void>();
  const service = await limited(t, { connections: 8 }, ({ url }, res) => {
    if (url === '/work') working.resolve(() => res.end('worked'));
    else res.end('ok');
  });
  const busy = await service.open();
  busy.write(request('/work', close));
  const finish = await working.promise;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const asked = get({ port: portOf(service.server), agent });
    const [answer] = await once(asked, 'response');
    assert.equal(await text(answer), 'ok');
    return asked.reusedSocket;
  };
  await ask();
  const idle: Socket[] = [];
  for (let count = 0; count < 24; count++) {
    idle.push(await service.open());
    if (count % 4 === 3) assert.equal(await ask(), true, 'the active client keeps its connection');
  }
  await Promise.all(idle.slice(0, 16).map((socket) => text(socket)));
  finish();
  assert.match(await text(busy), /worked/);
  agent.destroy();
});

test('a connection that is busy when the server stops closes as soon as its response is sent', slow, async (t) => {
  const requested = Promise.withResolvers<() => void>();
  const { server, open } = await limited(t, {}, (_req, res) => requested.resolve(() => res.end('response')));
  const socket = await open();
  socket.write(request('/'));
  const respond = await requested.promise;
  const stopped = drain(server, () => new Promise((resolve) => server.close(() => resolve())));
  respond();
  assert.match(await text(socket), /response/);
  // Otherwise keep-alive would hold the connection, and therefore the server, for 72 s.
  await stopped;
});
