// How long a body may take, a limit for everyone but those who are allowed more; and how the server stops.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { allowSlowBody, bodyLateCode, createServer, drain, httpLimits } from './server.ts';
import { refuseUnread } from './unreadable.ts';

async function slowPost(isAllowed: boolean): Promise<{ timedOut: boolean; received: string }> {
  let received = '';
  let timedOut = false;
  const server = createServer(
    new Map(),
    (req, res) => {
      if (isAllowed) allowSlowBody(req);
      req.setEncoding('utf8').on('data', (chunk) => {
        received += chunk;
      });
      req.on('end', () => res.end());
    },
    refuseUnread,
    { ...httpLimits, bodyMs: 40 },
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    timedOut = error.code === bodyLateCode;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = request({ port: (server.address() as AddressInfo).port, method: 'POST', path: '/' });
  client.write('first ');
  // The server's timer was set before this one, and for less.
  const late = setTimeout(() => client.end('last'), 200);
  const answer = await once(client, 'response').then(
    ([response]: IncomingMessage[]) => response,
    () => undefined,
  );
  clearTimeout(late);
  answer?.resume();
  client.destroy();
  server.close();
  return { timedOut, received };
}

test('a body that does not end in time is cut off', async () => {
  assert.deepEqual(await slowPost(false), { timedOut: true, received: 'first ' });
});

test('a body that may be slow is received whole', async () => {
  assert.deepEqual(await slowPost(true), { timedOut: false, received: 'first last' });
});

test('a connection that is busy when the server stops is closed as soon as it has its answer', {
  timeout: 10_000,
}, async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createServer(new Map(), (_req, res) => asked.resolve(res), refuseUnread);
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
