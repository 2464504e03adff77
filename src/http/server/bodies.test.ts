// The body timeout, and its exemption.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, request } from 'node:http';
import { test } from 'node:test';
import { allowSlowBody, bodyTimeoutCode } from './bodies.ts';
import { rejectRequest } from './client-errors.ts';
import { createFairQueue } from './fair-queue.ts';
import { createServer, httpLimits, portOf } from './server.ts';

async function slowPost(isAllowed: boolean): Promise<{ timedOut: boolean; received: string }> {
  let received = '';
  let timedOut = false;
  const fallback: RequestListener = (req, res) => {
    if (isAllowed) allowSlowBody(req);
    req.setEncoding('utf8').on('data', (chunk) => {
      received += chunk;
    });
    req.on('end', () => res.end());
  };
  const deps = {
    direct: new Map(),
    fallback,
    reject: rejectRequest,
    queue: createFairQueue(),
    clientKeyOf: () => ({ address: '' }),
  };
  const server = createServer(deps, { ...httpLimits, bodyMs: 40 });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    timedOut = error.code === bodyTimeoutCode;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = request({ port: portOf(server), method: 'POST', path: '/' });
  client.write('first ');
  // The server's timer is shorter, and started earlier unless the machine is slow; a body that must time out never ends.
  const late = isAllowed ? setTimeout(() => client.end('last'), 200) : undefined;
  const response = await once(client, 'response').then(
    ([received]: IncomingMessage[]) => received,
    () => undefined,
  );
  clearTimeout(late);
  response?.resume();
  client.destroy();
  server.close();
  return { timedOut, received };
}

test('a body that does not end in time closes the connection', async () => {
  assert.deepEqual(await slowPost(false), { timedOut: true, received: 'first ' });
});

test('a body that may be slow is received completely', async () => {
  assert.deepEqual(await slowPost(true), { timedOut: false, received: 'first last' });
});
