// The thread that delivers: its own connections, woken by what publishing processes announce.
import { parentPort, workerData } from 'node:worker_threads';
import { canListenOn, openDatabase } from '../db/database.ts';
import { isOutageError } from '../db/outage.ts';
import { watchDatabase } from '../db/watch.ts';
import { startJobs } from '../jobs/jobs.ts';
import { createEncryption } from '../lib/encryption.ts';
import { lowerThreadPriority } from '../lib/low-priority.ts';
import type { Observation } from '../telemetry/events.ts';
import { createDeliverer } from './deliver.ts';
import type { DeliverTask, WordFromDeliverer, WordToDeliverer } from './deliver-thread.ts';
import { createSender } from './send.ts';
import { releaseAllEndpoints } from './store-deliveries.ts';

lowerThreadPriority('delivery');
const { url, operatorKey, retryMs, allowPrivate, isSoleWorker, backend } = workerData as DeliverTask;
const say = (word: WordFromDeliverer) => parentPort?.postMessage(word);

// A message to another thread costs more than what it tells, so those of one turn go together.
let observations: Observation[] = [];
function observe(observation: Observation): void {
  // The thread that serves watches the database as well, and tells of it.
  if (isOutageError(observation)) return;
  if (observations.push(observation) === 1) setImmediate(tell);
}
function tell(): void {
  say({ kind: 'observed', observations });
  observations = [];
}

// Settling is short. More backends at once would only crowd out readers on a small machine.
const limits = { connectTimeoutMs: 10_000, idleTimeoutMs: 60_000 };
const database = await openDatabase(url, observe, { connections: 4, limits });
const jobs = await startJobs(url, { isSoleWorker: false, isSendOnly: true, backend }, observe);
if (isSoleWorker) await releaseAllEndpoints(database.db);
const sender = createSender({ allowPrivate });
const encryption = createEncryption(operatorKey);
const deliverer = createDeliverer({ db: database.db, jobs, encryption, sender, retryMs, observe });
const watch = await watchDatabase({
  url,
  handlers: { hookline_deliveries: deliverer.wake },
  canListen: canListenOn(backend),
  observe: () => {},
  onChange: database.setAvailable,
  onStale: database.dropStaleConnections,
});

parentPort?.on('message', async (_word: WordToDeliverer) => {
  await watch.close();
  await deliverer.close();
  await sender.close();
  await jobs.close();
  await database.close();
  if (observations.length > 0) tell();
  parentPort?.close();
});
say({ kind: 'ready' });
