// Deliveries when the process is killed: each arrives at least once, and duplicates have the same id.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defined } from '../../setup/defined.ts';
import { startReceiver } from '../../setup/receiver.ts';
import { hookLine } from '../../setup/service.ts';
import { call, importLines, newKey, startProcess } from '../../setup/service-process.ts';
import { seededRandom } from '../random.ts';

const hooks = 10_000;
const endpoints = 10;
const kills = 3;
const random = seededRandom();
const deliveries = (hooks / 100) * endpoints;

// Each delivery and start waits for its disk, so they take minutes on a busy machine.
test('after kill -9 at random moments of many deliveries each arrives, and duplicates have the same id', {
  timeout: 900_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hookline-deliveries-'));
  const env = { HOOKLINE_SAMPLE: '0', HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_WEBHOOK_RETRIES: '200ms,1s,1s,1s' };
  const receiver = await startReceiver();
  let running = await startProcess(dataDir, env);
  try {
    // An account can have at most five webhooks.
    const keys = [await newKey(running, 'enterprise'), await newKey(running, 'enterprise')];
    for (let n = 0; n < endpoints; n++) {
      const { status } = await call(running, defined(keys[n % keys.length]), 'POST', '/webhooks', {
        webhook_url: `${receiver.url}/${n}`,
      });
      assert.equal(status, 201);
    }
    await importLines(
      running,
      Array.from({ length: hooks }, (_, n) => hookLine(`Line ${n} of many`)),
    );
    for (let kill = 1; kill <= kills; kill++) {
      await receiver.received(Math.floor(((kill - random()) * deliveries) / (kills + 1)));
      running.child.kill('SIGKILL');
      await running.exit;
      running = await startProcess(dataDir, env);
    }
    const ids = new Map<string, Set<unknown>>();
    const texts = new Map<string, Set<string>>();
    for (let seen = 0; ids.size < deliveries; ) {
      const requests = await receiver.received(seen + 1);
      for (const { path, headers, body } of requests.slice(seen)) {
        const { event_id, data } = JSON.parse(body);
        const what = `${path} ${event_id} ${data.batch.index}`;
        ids.set(what, (ids.get(what) ?? new Set()).add(headers['webhook-id']));
        const known = texts.get(path) ?? new Set();
        for (const { text } of data.hooks) known.add(text);
        texts.set(path, known);
      }
      seen = requests.length;
    }
    for (const [what, given] of ids) assert.equal(given.size, 1, what);
    assert.deepEqual(
      [...texts.values()].map(({ size }) => size),
      Array(endpoints).fill(hooks),
    );
    // More requests would mean retries of settled deliveries; a kill repeats unsettled ones only.
    assert.ok(receiver.requests.length <= deliveries + kills * endpoints * 201, `${receiver.requests.length} requests`);
  } finally {
    running.child.kill('SIGTERM');
    await running.exit;
    await receiver.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
