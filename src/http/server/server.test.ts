// How the server stops.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { refuseUnread } from './client-errors.ts';
import { createFairQueue } from './fair-queue.ts';
import { createServer, drain } from './server.ts';

test('a connection that is busy when the server stops is closed as soon as it has its answer', {
  timeout: 10_000,
}, async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const others: RequestListener = (_req, res) => asked.resolve(res);
  const server = createServer({
    direct: new Map(),
    others,
    refuse: refuseUnread,
    queue: createFairQueue(),
    clientKeyOf: () => ({ address: '' }),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true });
  const client = request({ port: (server.address() as AddressInfo).port, agent }).end();
  const res = await asked.promise;
  const stopped = drain(server, () => new Promise((resolve) => server.close(() => resolve())));
  res.end('answer');
  const [answer] = (await once(client, 'response')) as [IncomingMessage];
  assert.equal(await text(answer), 'answer');
  // The client would keep the connection, and Node's server with it for 72 s.
  await stopped;
  agent.destroy();
});
