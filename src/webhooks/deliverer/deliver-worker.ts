// Entry of the delivery thread: opens its own connections and is woken by publishers' notifications.
import { parentPort, workerData } from 'node:worker_threads';
import { canListenOn, openDatabase } from '../../db/database.ts';
import { isOutageError } from '../../db/outage.ts';
import { watchDatabase } from '../../db/watch.ts';
import { startJobs } from '../../jobs/jobs.ts';
import { createEncryption } from '../../lib/encryption.ts';
import { lowerThreadPriority } from '../../lib/threads/warm-threads.ts';
import type { Observation } from '../../telemetry/events.ts';
import { createSender } from '../send.ts';
import { releaseAllWebhooks } from '../store-due.ts';
import { createDeliverer } from './deliver.ts';
import type { DelivererCommand, DelivererMessage, DeliverTask } from './deliver-thread.ts';

lowerThreadPriority('delivery');
const { url, operatorKey, retryDelaysMs, allowPrivate, limits, isSoleWorker, backend } = workerData as DeliverTask;
const send = (message: DelivererMessage) => parentPort?.postMessage(message);

// A message to another thread is expensive, so observations are batched.
const sendEveryMs = 50;
let observations: Observation[] = [];
function observe(observation: Observation): void {
  // The main thread watches the database too and reports outages.
  if (isOutageError(observation)) return;
  if (observations.push(observation) === 1) setTimeout(sendObservations, sendEveryMs);
}
function sendObservations(): void {
  send({ kind: 'observed', observations });
  observations = [];
}

// Settling is short, and more connections would only take CPU from readers on a small machine.
const timeouts = { connectTimeoutMs: 10_000, idleTimeoutMs: 60_000 };
const database = openDatabase(url, observe, { connections: 4, limits: timeouts });
const jobs = await startJobs(url, { isSoleWorker: false, isSendOnly: true, backend }, observe);
if (isSoleWorker) await releaseAllWebhooks(database.db);
const sender = createSender({ allowPrivate, limits });
const encryption = createEncryption(operatorKey);
const deliverer = createDeliverer({ db: database.db, jobs, encryption, sender, retryDelaysMs, observe });
const watch = await watchDatabase({
  url,
  // Deliveries of a suspended account become deliverable when it is restored.
  handlers: { hookline_deliveries: deliverer.wake, hookline_accounts: deliverer.wake },
  canListen: canListenOn(backend),
  observe: () => {},
  onChange: database.setAvailable,
  onStale: database.dropStaleConnections,
});

parentPort?.on('message', async (_command: DelivererCommand) => {
  await watch.close();
  await deliverer.close();
  await sender.close();
  await jobs.close();
  await database.close();
  if (observations.length > 0) sendObservations();
  parentPort?.close();
});
send({ kind: 'ready' });
