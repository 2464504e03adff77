// Receivers that customers copy, run unchanged: the example of docs/webhooks.md and the snippets on the page of a new secret.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { newSecret, signatureHeaders } from '../../src/webhooks/send.ts';
import { verifiers } from '../../web/src/features/webhooks/webhook-verifiers.ts';
import type { Answer, TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs', 'webhooks.md'), 'utf8');
const directory = mkdtempSync(join(tmpdir(), 'hookline-examples-'));

let service: TestService;
const children: ChildProcess[] = [];

before(async () => {
  service = await sharedService();
  const [, example] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  assert.ok(example, 'docs/webhooks.md has no TypeScript example');
  writeFileSync(join(directory, 'receiver.ts'), example);
});

after(() => {
  for (const child of children) child.kill();
  rmSync(directory, { recursive: true });
});

/** A webhook whose receiver is the example, with the secret from its creation. */
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

/** Resolves with the URL of the example when it has printed that it listens. */
async function startExample(secret: string): Promise<string> {
  const child = spawn(process.execPath, [join(directory, 'receiver.ts')], {
    env: { HOOKLINE_WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  // The output ends when the example exits, so this never waits forever.
  const { value: line } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const [, port] = /port: (\d+)/.exec(line ?? '') ?? [];
  assert.ok(port, `the example said ${line}`);
  return `http://127.0.0.1:${port}/`;
}

/** Returns the record of a test delivery after its attempt. */
async function deliverTest({ id, call }: Awaited<ReturnType<typeof webhookOfExample>>, nth: number) {
  const { body: delivery } = await call('POST', '/test');
  await service.observed('delivery_attempted', id, nth);
  return (await call('GET', `/deliveries/${delivery.delivery_id}`)).body;
}

test('the example of docs/webhooks.md accepts deliveries, also after a rotation, and rejects forged ones; the documented fields match', async () => {
  const webhook = await webhookOfExample();
  const { status, log, request_body: body } = await deliverTest(webhook, 1);
  assert.deepEqual([status, log.length, log[0].status_code, log[0].error], ['delivered', 1, 204, null]);
  const { 'x-service-signature': signature, ...unsigned } = log[0].headers;
  const post = async (sent: string, forged?: string) => {
    const headers = forged === undefined ? unsigned : { ...unsigned, 'x-service-signature': forged };
    return (await fetch(webhook.url, { method: 'POST', headers, body: sent })).status;
  };
  assert.deepEqual([await post(body, signature), await post(`${body} `, signature), await post(body)], [204, 401, 401]);
  for (const forged of ['', signature.toUpperCase(), signature.slice(0, -1)])
    assert.equal(await post(body, forged), 401, `signature "${forged}"`);
  const fields = (sent: { data: { hooks: object[]; batch: object } }) =>
    [sent, sent.data, sent.data.hooks[0] ?? {}, sent.data.batch].map(Object.keys);
  const [, shown = ''] = /^```json\n(.*?)^```$/ms.exec(page) ?? [];
  assert.deepEqual(fields(JSON.parse(shown)), fields(JSON.parse(body)));

  assert.equal((await webhook.call('POST', '/rotate-secret')).status, 200);
  assert.equal((await deliverTest(webhook, 2)).log[0].status_code, 204);
});

test('the snippet without packages accepts both secrets of a rotation and throws on forged bodies', async () => {
  const secret = newSecret();
  process.env.HOOKLINE_WEBHOOK_SECRET = secret;
  const file = join(directory, 'raw.mjs');
  writeFileSync(file, verifiers.find(({ id }) => id === 'raw')?.text ?? '');
  const { receive } = await import(pathToFileURL(file).href);
  const body = JSON.stringify({ event: 'hooks.new', data: { count: 0, hooks: [], batch: { index: 1, of: 1 } } });
  const signed = (...secrets: [string, ...string[]]) =>
    signatureHeaders({ id: 'msg_1', body, at: Date.now(), secrets });
  assert.deepEqual(receive(Buffer.from(body), signed(newSecret(), secret)), JSON.parse(body));
  for (const [sent, headers] of [
    [`${body} `, signed(secret)],
    [body, signed(newSecret())],
    [body, {}],
  ] as const)
    assert.throws(() => receive(Buffer.from(sent), headers));
});
