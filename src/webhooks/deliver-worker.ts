// The thread that delivers: its own connections, woken by what publishing processes announce.
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThread } from '../background.ts';
import { openDatabase } from '../db/database.ts';
import { listen } from '../db/listen.ts';
import { startJobs } from '../jobs.ts';
import type { Observation } from '../observe.ts';
import { createSeal } from '../seal.ts';
import { createDeliverer } from './deliver.ts';
import type { DeliverTask, WordFromDeliverer, WordToDeliverer } from './deliver-thread.ts';
import { createSender } from './send.ts';
import { releaseAllEndpoints } from './store-deliveries.ts';

lowerThread('delivery');
const { url, operatorKey, retryMs, allowPrivate, isAlone } = workerData as DeliverTask;
const say = (word: WordFromDeliverer) => parentPort?.postMessage(word);

// A message to another thread costs more than what it tells, so those of one turn go together.
let observations: Observation[] = [];
function observe(observation: Observation): void {
  if (observations.push(observation) === 1) setImmediate(tell);
}
function tell(): void {
  say({ kind: 'observed', observations });
  observations = [];
}

// Settling is short. More backends at once would only crowd out readers on a small machine.
const database = await openDatabase(url, observe, 4);
const jobs = await startJobs(url, { isAlone: false, isSender: true }, observe);
if (isAlone) await releaseAllEndpoints(database.db);
const sender = createSender({ allowPrivate });
const seal = createSeal(operatorKey);
const deliverer = createDeliverer({ db: database.db, jobs, seal, sender, retryMs, observe });
const listener = await listen(url, { hookline_deliveries: deliverer.wake }, observe);
deliverer.wake();

parentPort?.on('message', async (_word: WordToDeliverer) => {
  await listener.close();
  await deliverer.close();
  await sender.close();
  await jobs.close();
  await database.close();
  if (observations.length > 0) tell();
  parentPort?.close();
});
say({ kind: 'ready' });
