// Shutdown of the server.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { rejectRequest } from './client-errors.ts';
import { createFairQueue } from './fair-queue.ts';
import { createServer, portOf } from './server.ts';
import { drain } from './shutdown.ts';

test('a connection that is busy when the server stops closes as soon as its response is sent', {
  timeout: 10_000,
}, async () => {
  const requested = Promise.withResolvers<ServerResponse>();
  const fallback: RequestListener = (_req, res) => requested.resolve(res);
  const server = createServer({
    direct: new Map(),
    fallback,
    reject: rejectRequest,
    queue: createFairQueue(),
    clientKeyOf: () => ({ address: '' }),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true });
  const client = request({ port: portOf(server), agent }).end();
  const res = await requested.promise;
  const stopped = drain(server, () => new Promise((resolve) => server.close(() => resolve())));
  res.end('response');
  const [response] = (await once(client, 'response')) as [IncomingMessage];
  assert.equal(await text(response), 'response');
  // Otherwise keep-alive would hold the connection, and so the server, for 72 s.
  await stopped;
  agent.destroy();
});
