// The delivery thread when it dies: it is started again, and what was due is delivered.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { createAccount } from '../../src/accounts/actions.ts';
import { bySystem } from '../../src/audit/actor.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { createEncryption } from '../../src/lib/encryption.ts';
import type { Observation } from '../../src/telemetry/events.ts';
import { createEndpoint, removeEndpoint } from '../../src/webhooks/actions.ts';
import { deliverInThread } from '../../src/webhooks/deliverer/deliver-thread.ts';
import { testEndpoint } from '../../src/webhooks/delivery-actions.ts';
import { hasEndpoints } from '../../src/webhooks/store-due.ts';
import { testDatabase } from '../setup/database.ts';
import { startReceiver } from '../setup/receiver.ts';
import { until } from '../setup/until.ts';

const operatorKey = 'operator-key-of-the-tests';

test('a delivery thread runs while there are endpoints, and is started again when it is killed', async () => {
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
  const threads: Worker[] = [];
  const remember = (worker: Worker) => void threads.push(worker);
  process.on('worker', remember);
  const observed: Observation[] = [];
  const ends: Error[] = [];
  const task = { url, operatorKey, retryMs: [60_000], allowPrivate: true, limits: defaultLimits };
  const deliverer = deliverInThread(
    { ...task, isSoleWorker: true, backend: 'postgres' },
    {
      observe: (observation) => observed.push(observation),
      onEnd: (error) => ends.push(error),
      isNeeded: () => hasEndpoints(db),
      restartMs: 10,
    },
  );
  await deliverer.update();
  assert.equal(threads.length, 0);
  const { webhook_id } = await createEndpoint(deps, id, { webhook_url: receiver.url });
  await Promise.all([deliverer.update(), deliverer.update()]);
  assert.equal(threads.length, 1);
  for (let run = 1; run <= 3; run++) {
    await testEndpoint(deps, webhook_id);
    await receiver.received(run);
    assert.equal(threads.length, run);
    if (run < 3) await threads.at(-1)?.terminate();
  }
  await until(
    async () => observed.map(({ kind }) => kind).filter((kind) => kind.startsWith('delivery_thread')),
    (kinds) => kinds.length === 4,
  );
  assert.deepEqual(
    ends.map(({ message }) => message),
    Array(2).fill('The delivery thread ended with exit code 1.'),
  );
  const ended = once(threads.at(-1) ?? assert.fail(), 'exit');
  await removeEndpoint(deps, webhook_id);
  await deliverer.update();
  await ended;
  assert.equal(ends.length, 2);
  await deliverer.close();
  process.off('worker', remember);
  assert.equal(threads.length, 3);
  await Promise.all([receiver.close(), close()]);
});
