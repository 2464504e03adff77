// Requests that end early, at every route and every moment: the process continues, and no error is left uncaught.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { endpoints } from '../../setup/endpoints.ts';
import { endEarly } from '../../setup/network/end-early.ts';
import { newKey, type Running, startProcess } from '../../setup/service-process.ts';

let running: Running;
let dataDir: string;
let key: string;
let log = '';

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hookline-early-'));
  running = await startProcess(dataDir, { HOOKLINE_SAMPLE: '0', HOOKLINE_LOG: 'error' });
  running.child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  key = await newKey(running, 'enterprise');
});

after(async () => {
  running.child.kill('SIGINT');
  await running.exit;
  await rm(dataDir, { recursive: true, force: true });
});

type Route = { method: string; path: string; audience: string };

const pages = ['/', '/docs', '/openapi.json', '/assets/none.js', '/nothing'];
const routes: Route[] = [
  ...endpoints.map(({ method, path, audience }) => ({ method, path: path.replace(/:\w+/g, 'x'), audience })),
  ...pages.flatMap((path) => ['GET', 'HEAD', 'POST'].map((method) => ({ method, path, audience: 'public' }))),
];

const authorizationOf = ({ audience }: Route) =>
  audience === 'public' ? '' : `authorization: Bearer ${audience === 'operator' ? running.operatorKey : key}\r\n`;
const head = (route: Route, more = '') =>
  `${route.method} ${route.path} HTTP/1.1\r\nhost: hookline\r\n${authorizationOf(route)}content-type: application/json\r\n${more}`;

const whole = (route: Route) => head(route, 'content-length: 2\r\n\r\n{}');
const leave = (socket: Socket) => void socket.destroy();
const reset = (socket: Socket) => void socket.resetAndDestroy();

/** The bytes that are sent, and how the client ends the connection: at once, or at the first bytes of the response. */
const moments: Readonly<
  Record<string, { bytes: (route: Route) => string; end: (socket: Socket) => void; isAnswered?: true }>
> = {
  'before the headers': { bytes: () => '', end: leave },
  'in the headers': { bytes: (route) => head(route), end: reset },
  'in the body': { bytes: (route) => head(route, 'content-length: 1000\r\n\r\n{"a'), end: leave },
  'in a body of unknown length': {
    bytes: (route) => head(route, 'transfer-encoding: chunked\r\n\r\n3\r\n{"a\r\n'),
    end: reset,
  },
  'in the middle of an invalid chunk': {
    bytes: (route) => head(route, 'transfer-encoding: chunked\r\n\r\n3\r\n{"a\r\nz'),
    end: leave,
  },
  'by half, in the body': {
    bytes: (route) => head(route, 'content-length: 1000\r\n\r\n{"a'),
    end: (socket) => void socket.end(),
  },
  'before the response': { bytes: whole, end: reset },
  'in the response': { bytes: whole, end: reset, isAnswered: true },
  'by half, before the response': { bytes: whole, end: (socket) => void socket.end() },
  'with the next requests on their way': { bytes: (route) => whole(route).repeat(3), end: leave, isAnswered: true },
};

async function assertServing(): Promise<void> {
  const { status } = await fetch(`${running.url}/health/ready`);
  assert.deepEqual([running.child.exitCode, running.child.signalCode, status], [null, null, 200]);
  assert.doesNotMatch(log, /uncaught_error/);
}

for (const [moment, { bytes, end, isAnswered }] of Object.entries(moments)) {
  test(`every route survives a client that disconnects ${moment}`, { timeout: 60_000 }, async () => {
    const port = Number(new URL(running.url).port);
    await Promise.all(routes.map((route) => endEarly(port, bytes(route), { end, isAnswered })));
    await assertServing();
  });
}

/** The bytes are the same in each run. */
const noise = () =>
  Buffer.concat(Array.from({ length: 49_152 }, (_, n) => createHash('sha512').update(String(n)).digest()));

for (const [name, file] of [
  ['noise', noise],
  ['zeros', () => Buffer.alloc(3 << 20)],
] as const) {
  test(`an import of 3 MB of ${name} is refused, and the process keeps running`, { timeout: 60_000 }, async () => {
    const authorization = `Bearer ${running.operatorKey}`;
    for (const format of ['', '&format=csv']) {
      const sent = { method: 'POST', headers: { authorization }, body: file() };
      // The service may refuse the file before it has read all of it.
      await fetch(`${running.url}/operator/import?preset=hookline${format}`, sent)
        .then((response) => response.text())
        .catch(() => {});
      await assertServing();
    }
  });
}
