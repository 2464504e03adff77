// Uncaught errors: some end only their request, others the process.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';

const src = join(import.meta.dirname, '../../src');

/** The server of the service, with handlers that fail in every possible way. */
const program = `
import { createFairQueue } from '${src}/http/server/fair-queue.ts';
import { rejectRequest } from '${src}/http/server/client-errors.ts';
import { createServer, portOf } from '${src}/http/server/server.ts';
import { endOnUncaughtError } from '${src}/runtime/start.ts';
const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
const handlers = {
  '/throws': () => { throw new Error('thrown'); },
  '/rejects': () => void Promise.reject(new Error('rejected')),
  '/timer': () => void setTimeout(() => { throw new Error('late'); }),
  '/halfway': (_req, res) => void res.write('half', () => setTimeout(() => { throw new Error('late'); })),
  '/finish': (_req, res) => { res.prependOnceListener('finish', () => { throw new Error('after'); }); res.end('whole'); },
  '/fine': (_req, res) => void res.end('fine'),
};
const server = createServer({
  direct: new Map(),
  fallback: (req, res) => handlers[req.url](req, res),
  reject: (req, res, error) => { say({ rejected: error.message }); rejectRequest(req, res, error); },
  queue: createFairQueue(),
  clientKeyOf: () => ({ address: '' }),
});
endOnUncaughtError(
  ({ kind, route, isFatal, error }) => say({ kind, route, isFatal, message: error.message }),
  async () => say({ closed: true }),
);
process.once('SIGUSR2', () => { throw Object.assign(new Error('of a stream'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }); });
process.once('SIGHUP', () => { throw new Error('outside of a request'); });
server.listen(0, '127.0.0.1', () => say({ port: portOf(server) }));
`;

let child: ChildProcess;
let url: string;
let lines: AsyncIterator<string>;

// biome-ignore lint/suspicious/noExplicitAny: the test asserts its shape
const nextLine = async (): Promise<any> => JSON.parse((await lines.next()).value);

before(async () => {
  child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  assert.ok(child.stdout);
  lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  url = `http://127.0.0.1:${(await nextLine()).port}`;
});

after(() => void child.kill('SIGKILL'));

const isServing = async () => (await fetch(`${url}/fine`)).text();

test('an uncaught request error returns 500, is logged and ends no process', async () => {
  for (const [path, line] of [
    ['/throws', { rejected: 'thrown' }],
    ['/rejects', { kind: 'request_failed', route: '/rejects', message: 'rejected' }],
    ['/timer', { kind: 'request_failed', route: '/timer', message: 'late' }],
  ] as const) {
    const response = await fetch(`${url}${path}`);
    const body = (await response.json()) as { code: string };
    assert.deepEqual([response.status, body.code], [500, 'internal'], path);
    assert.deepEqual(await nextLine(), line);
  }
  assert.equal(await isServing(), 'fine');
});

test('a response that has begun when its request fails is cut off', async () => {
  const response = await fetch(`${url}/halfway`);
  assert.equal(response.status, 200);
  await assert.rejects(response.text());
  assert.deepEqual(await nextLine(), { kind: 'request_failed', route: '/halfway', message: 'late' });
  assert.equal(await (await fetch(`${url}/finish`)).text(), 'whole');
  assert.deepEqual(await nextLine(), { kind: 'request_failed', route: '/finish', message: 'after' });
  assert.equal(await isServing(), 'fine');
});

test('an uncaught stream error is logged and the process continues; any other exits with code 1', async () => {
  child.kill('SIGUSR2');
  assert.deepEqual(await nextLine(), { kind: 'uncaught_error', isFatal: false, message: 'of a stream' });
  assert.equal(await isServing(), 'fine');
  const exited = once(child, 'exit');
  child.kill('SIGHUP');
  assert.deepEqual(await nextLine(), { kind: 'uncaught_error', isFatal: true, message: 'outside of a request' });
  assert.deepEqual(await nextLine(), { closed: true });
  assert.deepEqual(await exited, [1, null]);
});
