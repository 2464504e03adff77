// The example receiver of docs/webhooks.md, run unchanged against the real service.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { type Answer, type TestService, testService } from '../setup/service.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs', 'webhooks.md'), 'utf8');

let service: TestService;
let directory: string;
const children: ChildProcess[] = [];

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  directory = await mkdtemp(join(tmpdir(), 'hookline-example-'));
  const [, example] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  assert.ok(example, 'docs/webhooks.md has no TypeScript example');
  await writeFile(join(directory, 'receiver.ts'), example);
});

after(async () => {
  for (const child of children) child.kill();
  await rm(directory, { recursive: true, force: true });
  await service.close();
});

/** A webhook whose receiver is the example, with the secret from creation. */
async function webhookOfExample() {
  const { key } = await service.account('enterprise');
  // The secret is known only after creation, and the port only when the example listens, so the URL is set last.
  const registered = await service.send('POST', '/webhooks', key, { body: { webhook_url: 'http://127.0.0.1/' } });
  assert.equal(registered.status, 201, JSON.stringify(registered.body));
  const { webhook_id: id, secret } = registered.body;
  const url = await startExample(secret);
  const call = (method: string, path = '', sent: { body?: unknown } = {}): Promise<Answer> =>
    service.send(method, `/webhooks/${id}${path}`, key, sent);
  assert.equal((await call('PATCH', '', { body: { webhook_url: url } })).status, 200);
  return { id, url, call };
}

/** Resolves to its URL when it has printed that it listens. */
async function startExample(secret: string): Promise<string> {
  const child = spawn(process.execPath, [join(directory, 'receiver.ts')], {
    env: { HOOKLINE_WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  // Its output ends when it exits, so this never waits forever.
  const { value: line } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const [, port] = /port: (\d+)/.exec(line ?? '') ?? [];
  assert.ok(port, `the example said ${line}`);
  return `http://127.0.0.1:${port}/`;
}

/** The record of a test delivery after its attempt. */
async function deliverTest({ id, call }: Awaited<ReturnType<typeof webhookOfExample>>) {
  const { body: delivery } = await call('POST', '/test');
  await service.observed('delivery_attempted', id);
  return (await call('GET', `/deliveries/${delivery.delivery_id}`)).body;
}

test('the example of docs/webhooks.md accepts deliveries and rejects forged ones', async () => {
  const webhook = await webhookOfExample();
  const { status, log, request_body: body } = await deliverTest(webhook);
  assert.deepEqual([status, log.length, log[0].status_code, log[0].error], ['delivered', 1, 204, null]);
  const { 'x-service-signature': signature, ...unsigned } = log[0].headers;
  const post = async (headers: Record<string, string>, sent: string) =>
    (await fetch(webhook.url, { method: 'POST', headers, body: sent })).status;
  assert.equal(await post({ ...unsigned, 'x-service-signature': signature }, body), 204);
  assert.equal(await post({ ...unsigned, 'x-service-signature': signature }, `${body} `), 401);
  assert.equal(await post(unsigned, body), 401);
  for (const forged of ['', 'sha256=', signature.toUpperCase(), signature.slice(0, -1), `sha256=${'0'.repeat(64)}`])
    assert.equal(await post({ ...unsigned, 'x-service-signature': forged }, body), 401, `signature "${forged}"`);
});

test('the example of docs/webhooks.md works with the previous secret after a rotation', async () => {
  const webhook = await webhookOfExample();
  assert.equal((await webhook.call('POST', '/rotate-secret')).status, 200);
  const { log } = await deliverTest(webhook);
  assert.deepEqual([log.length, log[0].status_code], [1, 204]);
});

test('the body in docs/webhooks.md has the delivered fields in order', async () => {
  const [, example] = /^```json\n(.*?)^```$/ms.exec(page) ?? [];
  const shown = JSON.parse(example ?? '');
  const { request_body } = await deliverTest(await webhookOfExample());
  const sent = JSON.parse(request_body);
  const fields = (body: typeof sent) => [body, body.data, body.data.hooks[0], body.data.batch].map(Object.keys);
  assert.deepEqual(fields(shown), fields(sent));
});
