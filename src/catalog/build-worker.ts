// The worker thread of a reload: reads the whole catalog in one transaction and hands the buffers over without copying.
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { lowerThread } from '../background.ts';
import { buildSnapshot } from './build.ts';
import type { Snapshot } from './snapshot.ts';
import { copySnapshot, selectVersion } from './store.ts';

lowerThread('snapshot');
const client = new pg.Client({ connectionString: workerData.url, connectionTimeoutMillis: 10_000 });
await client.connect();
try {
  await client.query('begin isolation level repeatable read read only');
  await client.query("set local work_mem = '64MB'");
  const { version, updated_at, size } = (await client.query(selectVersion)).rows[0];
  const stream = client.query(copyTo(copySnapshot));
  const snapshot = await buildSnapshot(stream, { version, updatedAt: updated_at.toISOString(), size });
  await client.query('commit');
  parentPort?.postMessage(snapshot, buffersOf(snapshot));
} finally {
  await client.end();
}

function buffersOf(snapshot: Snapshot): ArrayBuffer[] {
  const arrays = [snapshot, snapshot.words, ...Object.values(snapshot.columns)].flatMap((part) => Object.values(part));
  const buffers = arrays.filter(ArrayBuffer.isView).map(({ buffer }) => buffer);
  // Shared memory needs no handing over.
  return buffers.filter((buffer) => buffer instanceof ArrayBuffer);
}
