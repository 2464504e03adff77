// How long a body may take, a limit for everyone but those who are allowed more.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { allowSlowBody, bodyLateCode } from './bodies.ts';
import { refuseUnread } from './client-errors.ts';
import { createFairQueue } from './fair-queue.ts';
import { createServer, httpLimits } from './server.ts';

async function slowPost(isAllowed: boolean): Promise<{ timedOut: boolean; received: string }> {
  let received = '';
  let timedOut = false;
  const others: RequestListener = (req, res) => {
    if (isAllowed) allowSlowBody(req);
    req.setEncoding('utf8').on('data', (chunk) => {
      received += chunk;
    });
    req.on('end', () => res.end());
  };
  const parts = {
    direct: new Map(),
    others,
    refuse: refuseUnread,
    queue: createFairQueue(),
    clientKeyOf: () => ({ address: '' }),
  };
  const server = createServer(parts, { ...httpLimits, bodyMs: 40 });
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
