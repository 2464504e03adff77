// Worker thread of a training, over its own connection. Its only message is the outcome.
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../../db/database.ts';
import { lowerThreadPriority } from '../../../lib/threads/warm-threads.ts';
import { train } from './train.ts';

const { url, isForced }: { url: string; isForced: boolean } = workerData;
lowerThreadPriority('training');
const { db, close } = openDatabase(url, () => {}, { connections: 1 });
parentPort?.postMessage(await train(db, { isForced }).finally(close));
