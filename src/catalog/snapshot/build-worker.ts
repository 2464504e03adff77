// Worker thread of a rebuild: reads the changes since the served snapshot in one transaction, or the whole catalog. Snapshots are in shared
// memory, so threads copy nothing.
import { existsSync } from 'node:fs';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { keepOpen, runTasks } from '../../lib/threads/warm-threads.ts';
import { buildSnapshot, type CatalogReader, updateSnapshot } from './build.ts';
import type { BuildTask, Built } from './catalog-builder.ts';
import { copyHooks, copyRises } from './copy-rows.ts';
import { restoreBuffer } from './record-bytes.ts';
import type { Snapshot } from './snapshot.ts';
import {
  copyHooksAfter,
  copyRisesAfter,
  countHooksAfter,
  selectOwnValues,
  selectRetiredAfter,
  selectSnapshotFile,
  selectVersion,
} from './store.ts';
import { readSnapshot } from './stored/snapshot-file.ts';

/** The pool closes connections that are idle for ten seconds. */
const openKept = keepOpen(
  (url) => {
    const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 10_000, max: 1 });
    // Without a listener a lost idle connection would end the thread.
    pool.on('error', () => {});
    return pool;
  },
  (pool) => pool.end(),
);

runTasks<BuildTask>('snapshot', async ({ url, base, path }, port) => {
  const client = await (await openKept(url)).connect();
  let isUsable = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query("set local work_mem = '64MB'");
    const { version, updated_at } = (await client.query(selectVersion)).rows[0];
    const reader: CatalogReader = {
      version,
      updatedAt: updated_at,
      ownValues: (await client.query(selectOwnValues)).rows,
      countHooks: async (after) => (await client.query(countHooksAfter(after))).rows[0].count,
      readHooks: (after, take) => copyHooks(client.query(copyTo(copyHooksAfter(after))), take),
      readRises: (after, since, take) => copyRises(client.query(copyTo(copyRisesAfter(after, since))), take),
      readRetired: async (after) => (await client.query(selectRetiredAfter(after))).rows,
    };
    const { stored, ignored }: Stored = base || path === undefined ? {} : await readStored(client, path);
    if (stored && stored.version === version) {
      const snapshot = { ...stored, ownValues: reader.ownValues };
      port.postMessage({ snapshot, isWhole: false, isStored: true } satisfies Built);
    } else {
      const from = stored ?? (base && restoreBuffer(base));
      const updated = from && (await updateSnapshot(from, reader));
      const snapshot = updated ?? (await buildSnapshot(reader));
      port.postMessage({ snapshot, isWhole: !updated, isStored: false, ignored } satisfies Built);
    }
    await client.query('commit');
    isUsable = true;
  } finally {
    client.release(!isUsable);
  }
});

/** `ignored` is the reason why the file is not a version of this database. Without a file, both are undefined. */
type Stored = { stored?: Snapshot; ignored?: string };

async function readStored(client: pg.PoolClient, path: string): Promise<Stored> {
  if (!existsSync(path)) return {};
  let file: ReturnType<typeof readSnapshot>;
  try {
    file = readSnapshot(path);
  } catch (error) {
    return { ignored: (error as Error).message };
  }
  const { rowCount } = await client.query(selectSnapshotFile, [file.id]);
  if (rowCount === 1) return { stored: file.snapshot };
  return { ignored: 'It is from another database, or from a later state of this one.' };
}
