// The worker thread of a reload: reads the whole catalog in one transaction and hands the buffers over without copying.
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { lowerThread } from '../background.ts';
import { buildSnapshot } from './build.ts';
import type { Snapshot } from './snapshot.ts';
import { copyRises, copySnapshot, selectRetired, selectVersion } from './store.ts';

lowerThread('snapshot');
const client = new pg.Client({ connectionString: workerData.url, connectionTimeoutMillis: 10_000 });
await client.connect();
try {
  await client.query('begin isolation level repeatable read read only');
  await client.query("set local work_mem = '64MB'");
  const { version, updated_at, data_through, size } = (await client.query(selectVersion)).rows[0];
  const snapshot = await buildSnapshot({
    version,
    updatedAt: updated_at,
    dataThrough: data_through,
    size,
    hooks: () => client.query(copyTo(copySnapshot)),
    rises: (since) => client.query(copyTo(copyRises(since))),
    retired: async () => (await client.query(selectRetired)).rows,
  });
  await client.query('commit');
  parentPort?.postMessage(snapshot, buffersOf(snapshot));
} finally {
  await client.end();
}

function buffersOf(snapshot: Snapshot): ArrayBuffer[] {
  const { words, changes, activity, columns } = snapshot;
  const parts = [snapshot, words, changes, activity, activity.growth, ...Object.values(columns)];
  const arrays = parts.flatMap((part): unknown[] => Object.values(part));
  const buffers = arrays.filter(ArrayBuffer.isView).map(({ buffer }) => buffer);
  // Shared memory needs no handing over.
  return buffers.filter((buffer) => buffer instanceof ArrayBuffer);
}
