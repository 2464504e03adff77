// Worker thread of a search for near duplicates, over its own connection.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../../db/database.ts';
import { lowerThreadPriority } from '../../lib/threads/warm-threads.ts';
import { refreshNearDuplicates } from './actions.ts';

lowerThreadPriority('duplicates');
const { db, close } = openDatabase(workerData, () => {}, { connections: 1 });
await refreshNearDuplicates(db).finally(close);
