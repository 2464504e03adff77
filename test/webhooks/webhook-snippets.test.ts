// The three snippets on the page of a new secret, run unchanged.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { signatureHeaders } from '../../src/webhooks/sign.ts';
import { verifiers } from '../../web/src/features/webhooks/webhook-verifiers.ts';

const directory = mkdtempSync(join(tmpdir(), 'hookline-snippets-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const secret = `whsec_${Buffer.from('a secret of these tests').toString('base64')}`;
const old = `whsec_${Buffer.from('the secret before that').toString('base64')}`;
const event = {
  event: 'hooks.new',
  timestamp: '',
  event_id: null,
  data: { count: 0, hooks: [], batch: { index: 1, of: 1 } },
};
const body = JSON.stringify(event);
const headers = (secrets: [string, ...string[]]) => signatureHeaders({ id: 'msg_1', body, at: Date.now(), secrets });

const textOf = (id: string) => verifiers.find((verifier) => verifier.id === id)?.text ?? '';

async function load(id: string) {
  process.env.HOOKLINE_WEBHOOK_SECRET = secret;
  const sdk = new URL('../../sdk/src/index.ts', import.meta.url).href;
  const file = join(directory, `${id}.mjs`);
  writeFileSync(file, textOf(id).replace('@hookline/sdk', sdk));
  return import(pathToFileURL(file).href);
}

test('the SDK snippet accepts signed bodies and throws on forged ones', async () => {
  const { receive } = await load('sdk');
  const request = (sent: string) =>
    new Request('https://example.com', { method: 'POST', headers: headers([secret]), body: sent });
  assert.deepEqual(await receive(request(body)), { id: 'msg_1', event });
  await assert.rejects(receive(request(`${body} `)));
});

test('the snippet without packages accepts both secrets of a rotation and throws on forged bodies', async () => {
  const { receive } = await load('raw');
  assert.deepEqual(receive(Buffer.from(body), headers([secret])), event);
  assert.deepEqual(receive(Buffer.from(body), headers(['whsec_bmV3', secret])), event);
  assert.throws(() => receive(Buffer.from(`${body} `), headers([secret])));
  assert.throws(() => receive(Buffer.from(body), headers([old])));
  assert.throws(() => receive(Buffer.from(body), {}));
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test('the Python snippet accepts signed bodies and raises on forged ones', {
  skip: !hasPython && 'no python3',
}, () => {
  const run = (sent: string) => {
    const script = `${textOf('python')}\n\nprint(receive(${JSON.stringify(sent)}.encode(), ${JSON.stringify(headers([secret]))})["event"])`;
    return spawnSync('python3', ['-c', script], { env: { ...process.env, HOOKLINE_WEBHOOK_SECRET: secret } });
  };
  assert.equal(run(body).stdout.toString().trim(), 'hooks.new');
  assert.match(run(`${body} `).stderr.toString(), /invalid signature/);
});
