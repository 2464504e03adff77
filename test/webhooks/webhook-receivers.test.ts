// Misbehaving receivers: each attempt ends in time, has a reason, and delays no other webhook. The operator's webhook: signed, and retried
// by a job; test/accounts/alerts.test.ts tests its content.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { readConfig } from '../../src/config/config.ts';
import { createSender, newSecret, type Outcome, type Sender } from '../../src/webhooks/send.ts';
import { createOperatorWebhook } from '../../src/webhooks/webhook.ts';
import { startReceiver } from '../setup/receiver.ts';
import { selfSigned } from '../setup/self-signed.ts';

const sender = createSender({ allowPrivate: true });
const timeoutMs = 1500;
const hastySender = createSender({ allowPrivate: true, timeoutMs });
const closers: (() => unknown)[] = [sender.close, hastySender.close];

after(async () => {
  for (const close of closers) await close();
});

/** A TCP server that calls `respond` after the first data of each connection. */
async function rawServer(respond: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => respond(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function dripping(head: string): (socket: Socket) => void {
  return (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write('x'), 50);
    socket.once('close', () => clearInterval(timer));
  };
}

const endless = (socket: Socket) => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n');
  const more = () => {
    while (socket.writable && socket.write(Buffer.alloc(65_536))) {}
  };
  socket.on('drain', more);
  more();
};

type Kind = [name: string, respond: (socket: Socket) => void, expected: Partial<Outcome>];

const answering: Kind[] = [
  ['a reset connection', (socket) => socket.resetAndDestroy(), { statusCode: null, error: 'connection reset' }],
  ['an end before any response', (socket) => socket.end(), { statusCode: null }],
  ['a response of a gibibyte', endless, { statusCode: 200 }],
  ['no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), { statusCode: null, error: 'malformed response' }],
  [
    'a hundred kibibytes of headers',
    (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
    { statusCode: null },
  ],
  ['HTTP/1.0', (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nfine'), { statusCode: 200, response: 'fine' }],
];
const hanging: Kind[] = [
  ['no response at all', () => {}, { statusCode: null, error: 'no response within 1.5 s' }],
  [
    'headers one byte at a time',
    dripping('HTTP/1.1 200 OK\r\nx-a: '),
    { statusCode: null, error: 'no response within 1.5 s' },
  ],
  ['a body one byte at a time', dripping('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n'), { statusCode: 200 }],
];

test('whatever a receiver returns or omits, one attempt ends in time with at most 4 KB of its response', async () => {
  const attempt =
    (using: Sender) =>
    async ([name, respond, expected]: Kind) => {
      const outcome = await using.send(await rawServer(respond), {}, '{}');
      assert.ok(outcome.tookMs < 10_000, `${name}: ${outcome.tookMs} ms`);
      assert.deepEqual({ ...outcome, ...expected }, outcome, name);
      assert.ok(outcome.statusCode !== null || outcome.error, name);
      assert.ok((outcome.response?.length ?? 0) <= 4096, name);
    };
  await Promise.all([...answering.map(attempt(sender)), ...hanging.map(attempt(hastySender))]);
});

test('a refused connection and a self-signed certificate are failures with a reason', async () => {
  const closed = await startReceiver();
  await closed.close();
  assert.equal((await sender.send(closed.url, {}, '{}')).error, 'connection refused');
  const server = createTlsServer(selfSigned, (_req, res) => res.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  assert.equal((await sender.send(url, {}, '{}')).error, 'TLS: DEPTH_ZERO_SELF_SIGNED_CERT');
});

test('hanging receivers delay no other on the same host', async () => {
  const server = await startReceiver((res, { path }) => {
    if (path.endsWith('well')) res.end();
  });
  closers.push(server.close);
  const hanging = Array.from({ length: 20 }, () => hastySender.send(`${server.url}/hang`, {}, '{}'));
  assert.equal((await sender.send(`${server.url}/well`, {}, '{}')).statusCode, 200);
  for (const { error } of await Promise.all(hanging)) assert.match(error ?? '', /no response/);
});

test('requests are signed like customer webhooks, and failed ones are retried by the job', async () => {
  const secret = newSecret();
  let status = 500;
  const receiver = await startReceiver((res) => res.writeHead(status).end());
  const post = createOperatorWebhook({ url: receiver.url, secret, sender });
  const job = { id: 'msg_1', body: JSON.stringify({ event: 'problem.started', text: 'Hookline: It is slow.' }) };
  await assert.rejects(post(job), /HOOKLINE_OPERATOR_WEBHOOK: the receiver responded with 500\.$/);
  status = 204;
  await post(job);
  const [, second] = receiver.requests;
  const headers = Object.fromEntries(
    Object.entries(second?.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  assert.deepEqual(new Webhook(secret).verify(second?.body ?? '', headers), JSON.parse(job.body));
  assert.match(headers['x-service-signature'] ?? '', /^sha256=[0-9a-f]{64}$/);
  await createOperatorWebhook({ url: receiver.url, secret: undefined, sender })(job);
  assert.equal(receiver.requests[2]?.headers['webhook-signature'], undefined);
  await receiver.close();
});

test('a bad secret of the operator’s webhook fails the start with the reason, without showing it', () => {
  const bad = { HOOKLINE_OPERATOR_WEBHOOK: 'http://127.0.0.1:1/', HOOKLINE_OPERATOR_WEBHOOK_SECRET: 'hunter2' };
  assert.throws(() => readConfig(bad), /^Error: HOOKLINE_OPERATOR_WEBHOOK_SECRET must be whsec_(?!.*hunter2)/);
});
