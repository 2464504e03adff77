// Clients that misuse connections: they are disconnected in time and cost little, and others notice nothing.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { rejectRequest, respondToClientError } from '../../src/http/server/client-errors.ts';
import { createFairQueue } from '../../src/http/server/fair-queue.ts';
import { createServer, type HttpLimits, httpLimits } from '../../src/http/server/server.ts';

type Limited = { server: Server; open: () => Promise<Socket> };

/** The server of the service with other limits and one handler. */
async function limited(t: TestContext, limits: Partial<HttpLimits>, others: RequestListener): Promise<Limited> {
  const clientKeyOf = ({ headers }: IncomingMessage) => ({ account: headers.authorization ?? '' });
  const server = createServer(
    { direct: new Map(), fallback: others, reject: rejectRequest, queue: createFairQueue(), clientKeyOf },
    { ...httpLimits, ...limits },
  );
  server.on('clientError', (error, socket) => respondToClientError(error, socket as Socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    server,
    // Half open: a client that does not answer the end of the connection with its own.
    open: async () => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => {});
      sockets.push(socket);
      await once(socket, 'connect');
      return socket;
    },
  };
}

/** Resolves when the server has no connection left. */
async function allGone({ server }: Limited): Promise<void> {
  for (let count = -1; count !== 0; ) {
    count = await new Promise((resolve, reject) =>
      server.getConnections((error, n) => (error ? reject(error) : resolve(n))),
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: hookline\r\n${more}\r\n`;
const close = 'connection: close\r\n';
const slow = { timeout: 10_000 };

test('slow headers get a 408 in time, also if the client does not close', slow, async (t) => {
  const service = await limited(t, { headersMs: 150, checkMs: 30 }, (_req, res) => void res.end());
  const sockets = await Promise.all(Array.from({ length: 100 }, service.open));
  for (const socket of sockets) socket.write('GET /hooks HTTP/1.1\r\nhost: hookline\r\na:');
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  await allGone(service);
});

test('idle connections are closed in time', slow, async (t) => {
  const service = await limited(t, { headersMs: 150, checkMs: 30 }, (_req, res) => void res.end());
  await Promise.all(Array.from({ length: 200 }, service.open));
  await allGone(service);
});

test('incomplete bodies get a 408 in time', slow, async (t) => {
  const service = await limited(t, { bodyMs: 150 }, (req) => void req.resume());
  const sockets = await Promise.all(Array.from({ length: 50 }, service.open));
  for (const socket of sockets) socket.write('POST / HTTP/1.1\r\nhost: hookline\r\ncontent-length: 9\r\n\r\n{');
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 408 .*The body did not arrive/s);
  await allGone(service);
});

test('a response that is sent before its body has arrived is the only one', slow, async (t) => {
  const service = await limited(t, { bodyMs: 150 }, ({ url }, res) => {
    if (url === '/early') res.end('early');
    else res.write('begun ', () => setTimeout(() => res.end('done'), 300));
  });
  for (const [path, response] of [
    ['/early', /early$/],
    ['/streamed', /begun .*done/s],
  ] as const) {
    const socket = await service.open();
    socket.write(`POST ${path} HTTP/1.1\r\nhost: hookline\r\ncontent-length: 9\r\n\r\n{`);
    const answers = await text(socket);
    assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200'], path);
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
    const service = await limited(t, { stallMs: 300 }, (_req, res) => {
      handled += 1;
      res.end(answer);
    });
    const socket = await service.open();
    socket.pause();
    socket.write(request('/').repeat(100));
    await allGone(service);
    // The kernel takes what fits its buffers.
    assert.ok(handled < 5, `${handled} answers of 8 MB were made`);
  },
);

test('a client is not disconnected while its request is handled or bytes are sent', slow, async (t) => {
  const service = await limited(t, { stallMs: 100 }, (_req, res) => {
    res.write('begun ');
    setTimeout(() => res.end('done'), 400);
  });
  const socket = await service.open();
  socket.write(request('/', close));
  assert.match(await text(socket), /begun .*done/s);
});

test('pipelined requests are answered in order, interleaved with those of other connections', slow, async (t) => {
  const handled: string[] = [];
  const service = await limited(t, {}, ({ url = '' }, res) => {
    handled.push(url);
    // Every third takes longer.
    if (handled.length % 3 === 0) setImmediate(() => res.end(`<${url}>`));
    else res.end(`<${url}>`);
  });
  const [flood, other] = [await service.open(), await service.open()];
  flood.write(
    Array.from({ length: 90 }, (_, at) => request(`/${at}`, at === 89 ? 'connection: close\r\n' : '')).join(''),
  );
  other.write(request('/other', close));
  const [answers, otherAnswer] = await Promise.all([text(flood), text(other)]);
  const order = [...answers.matchAll(/<\/(\d+)>/g)].map(([, at]) => Number(at));
  assert.deepEqual(order, [...Array(90).keys()]);
  assert.match(otherAnswer, /<\/other>/);
  assert.ok(handled.indexOf('/other') < 60, `the other was handled as number ${handled.indexOf('/other')} of 91`);
});

test('too many pipelined requests are refused, after a response to each within the limit', slow, async (t) => {
  const service = await limited(t, { pipelined: 10 }, ({ url }, res) => void setImmediate(() => res.end(`<${url}>`)));
  const socket = await service.open();
  socket.write(Array.from({ length: 60 }, (_, at) => request(`/${at}`)).join(''));
  const answers = await text(socket);
  assert.equal(answers.match(/HTTP\/1\.1 200/g)?.length, 11, 'the one that is answered and the ten that wait');
  assert.match(answers, /<\/10>.*HTTP\/1\.1 429 .*connection: close.*"code":"rate_limited"/is);
  await allGone(service);
});

test('requests with an expectation wait in the same line as others', slow, async (t) => {
  for (const expectation of ['x', '100-continue, x']) {
    const service = await limited(t, { pipelined: 10 }, ({ url }, res) => void setImmediate(() => res.end(`<${url}>`)));
    const socket = await service.open();
    socket.write(Array.from({ length: 60 }, (_, at) => request(`/${at}`, `expect: ${expectation}\r\n`)).join(''));
    const answers = await text(socket);
    assert.deepEqual(
      answers.match(/HTTP\/1\.1 [2-9]\d\d/g),
      [...Array.from({ length: 11 }, () => 'HTTP/1.1 200'), 'HTTP/1.1 429'],
      expectation,
    );
    assert.match(answers, /<\/0>.*<\/10>/s);
    await allGone(service);
  }
});

test('far too many pipelined requests end the connection before they are handled', slow, async (t) => {
  let handled = 0;
  const service = await limited(t, { pipelined: 10 }, (_req, res) => {
    handled += 1;
    setImmediate(() => res.end());
  });
  const socket = await service.open();
  socket.pause();
  socket.write(Array.from({ length: 500 }, (_, at) => request(`/${at}`)).join(''));
  await allGone(service);
  assert.ok(handled <= 11, `${handled} of 500 were handled`);
});

test('a client with many connections does not delay a client with one', slow, async (t) => {
  const handled: string[] = [];
  const service = await limited(t, {}, ({ url = '' }, res) => {
    const until = performance.now() + 1;
    while (performance.now() < until);
    if (url !== '/') handled.push(url);
    res.end();
  });
  const sockets = await Promise.all(Array.from({ length: 101 }, service.open));
  // Connections are accepted one per turn of the event loop, so wait until all are.
  for (const socket of sockets) socket.write(request('/'));
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  for (const [at, socket] of sockets.entries()) {
    const client = at === 100 ? 'one' : 'many';
    socket.write(request(`/${client}`, `${close}authorization: ${client}\r\n`));
  }
  await Promise.all(sockets.map((socket) => text(socket)));
  assert.equal(handled.length, 101);
  const place = handled.indexOf('/one');
  assert.ok(place < 50, `it was handled as number ${place + 1} of 101`);
});

test('invalid HTTP after a request does not get its response in place of the request', slow, async (t) => {
  const service = await limited(t, {}, (_req, res) => void setTimeout(() => res.end('late'), 50));
  const socket = await service.open();
  socket.write(`${request('/')}nonsense\r\n\r\n`);
  assert.equal(await text(socket), '');
});

test('above the connection limit the least recently used connection without a request is closed', slow, async (t) => {
  const working = Promise.withResolvers<() => void>();
  const service = await limited(t, { connections: 20 }, ({ url }, res) => {
    if (url === '/work') working.resolve(() => res.end('worked'));
    else res.end('ok');
  });
  const busy = await service.open();
  busy.write(request('/work', close));
  const finish = await working.promise;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = service.server.address() as AddressInfo;
  const ask = async () => {
    const asked = get({ port, agent });
    const [answer] = await once(asked, 'response');
    assert.equal(await text(answer), 'ok');
    return asked.reusedSocket;
  };
  await ask();
  const idle: Socket[] = [];
  for (let count = 0; count < 60; count++) {
    idle.push(await service.open());
    if (count % 10 === 9) assert.equal(await ask(), true, 'the active client keeps its connection');
  }
  await Promise.all(idle.slice(0, 40).map((socket) => text(socket)));
  finish();
  assert.match(await text(busy), /worked/);
  agent.destroy();
});
