// Worker thread that writes a snapshot to its file.
import { randomUUID } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import pg from 'pg';
import { lowerThreadPriority } from '../../../lib/threads/warm-threads.ts';
import { restoreBuffer } from '../record-bytes.ts';
import type { Snapshot } from '../snapshot.ts';
import { deleteOldSnapshotFiles, insertSnapshotFile } from '../store.ts';
import { storedVersion, writeSnapshot } from './snapshot-file.ts';

export type SaveTask = { url: string; path: string; snapshot: Snapshot };

const { url, path, snapshot } = workerData as SaveTask;
lowerThreadPriority('snapshot');
const stored = storedVersion(path);
// Another process of this machine may have written it already. An empty catalog has version 0.
if (stored === undefined || stored < snapshot.version) {
  const id = randomUUID();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(insertSnapshotFile, [id, snapshot.version]);
    await client.query(deleteOldSnapshotFiles);
  } finally {
    await client.end();
  }
  writeSnapshot(path, id, restoreBuffer(snapshot));
}
