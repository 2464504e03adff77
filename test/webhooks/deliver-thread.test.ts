// The delivery thread when it dies: it is started again, and what was due is delivered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { createAccount } from '../../src/accounts/actions.ts';
import { bySystem } from '../../src/audit/actor.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { createEncryption } from '../../src/lib/encryption.ts';
import type { Observation } from '../../src/telemetry/events.ts';
import { createEndpoint } from '../../src/webhooks/actions.ts';
import { deliverInThread } from '../../src/webhooks/deliverer/deliver-thread.ts';
import { testEndpoint } from '../../src/webhooks/delivery-actions.ts';
import { testDatabase } from '../setup/database.ts';
import { startReceiver } from '../setup/receiver.ts';
import { until } from '../setup/until.ts';

const operatorKey = 'operator-key-of-the-tests';

test('a delivery thread that is killed is started again and delivers what is due', async () => {
  const { db, url, close } = await testDatabase();
  const receiver = await startReceiver();
  const { id } = await createAccount(bySystem(db), { name: 'Ann', email: 'ann@example.com', plan: 'enterprise' });
  const deps = {
    ...bySystem(db),
    encryption: createEncryption(operatorKey),
    allowPrivate: true,
    limits: defaultLimits,
    lookups: () => async () => [],
    catalog: () => ({ snapshot: {} }) as never,
  };
  const { webhook_id } = await createEndpoint(deps, id, { webhook_url: receiver.url });

  const threads: Worker[] = [];
  const remember = (worker: Worker) => void threads.push(worker);
  process.on('worker', remember);
  const observed: Observation[] = [];
  const ends: Error[] = [];
  const task = { url, operatorKey, retryMs: [60_000], allowPrivate: true, limits: defaultLimits };
  const deliverer = await deliverInThread(
    { ...task, isSoleWorker: true, backend: 'postgres' },
    { observe: (observation) => observed.push(observation), onEnd: (error) => ends.push(error), restartMs: 10 },
  );
  for (let kill = 1; kill <= 2; kill++) {
    await threads.at(-1)?.terminate();
    await testEndpoint(deps, webhook_id);
    await receiver.received(kill);
    assert.equal(threads.length, kill + 1);
  }
  await until(
    async () => observed.map(({ kind }) => kind).filter((kind) => kind.startsWith('delivery_thread')),
    (kinds) => kinds.length === 4,
  );
  assert.deepEqual(
    ends.map(({ message }) => message),
    Array(2).fill('The delivery thread ended with exit code 1.'),
  );
  await deliverer.close();
  process.off('worker', remember);
  assert.equal(threads.length, 3);
  await Promise.all([receiver.close(), close()]);
});
