// Staged records become the catalog's next version, in one transaction: hooks, history, version, event and notifications together.
import type { PoolClient } from 'pg';
import { fail } from '../../lib/errors.ts';
import { announce } from '../../webhooks/announce.ts';
import type { ImportReport } from '../imports/import-record.ts';
import { countLive, lockRun } from '../sources/store.ts';
import { refuseShrinking } from './import-guards.ts';
import {
  addHooks,
  countVerdicts,
  decide,
  keepHistory,
  lockCatalog,
  raiseVersion,
  restoreHooks,
  retireMissing,
  updateHooks,
} from './store-merge.ts';

export type Publication = {
  importId: string;
  source: string;
  isSnapshot: boolean;
  isSample: boolean;
  mayShrink: boolean;
  /** Published only while this import is the run of that source. */
  sourceId: string | undefined;
};

/** Merges the table `incoming` of `client`. Either everything of it is committed or nothing. */
export async function publish(
  client: PoolClient,
  publication: Publication,
): Promise<Omit<ImportReport, 'read' | 'rejected'>> {
  const { importId, source, isSnapshot, isSample, sourceId } = publication;
  const now = new Date();
  await client.query('begin');
  try {
    await client.query("set local work_mem = '128MB'");
    await client.query('set local default_statistics_target = 10');
    await client.query('analyze incoming');
    const current: number = (await client.query(lockCatalog)).rows[0].version;
    const version = current + 1;
    if (sourceId !== undefined && (await client.query(lockRun, [sourceId, importId])).rowCount === 0)
      fail(
        'conflict',
        'The source was changed or deleted meanwhile, or another process took the run over. Nothing was changed.',
      );
    await client.query(decide, [source]);
    await client.query('analyze decided');
    const counts = (await client.query(countVerdicts)).rows[0];
    const added = await client.query(addHooks, [source, now, version, importId, isSample]);
    // Whatever an import changes of hooks that exist is counted as updated.
    const changed = counts.updated > 0 ? await changeHooks(client, source, now, version) : 0;
    const canRetire =
      isSnapshot && counts.added + counts.updated + counts.unchanged + counts.duplicates + counts.pending > 0;
    const retired = canRetire ? await retire(client, publication, now, version) : 0;
    if (counts.added > 0)
      await announce(async (query) => (await client.query(query.sql, [...query.parameters])).rows, { importId }, now);
    const changes = (added.rowCount ?? 0) + changed + retired;
    if (changes > 0) await client.query(raiseVersion);
    await client.query('commit');
    return { ...counts, retired, catalog_version: changes > 0 ? version : current };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function changeHooks(client: PoolClient, source: string, now: Date, version: number): Promise<number> {
  await client.query(keepHistory, [now]);
  const updated = await client.query(updateHooks, [source, now, version]);
  const restored = await client.query(restoreHooks, [now, version]);
  return (updated.rowCount ?? 0) + (restored.rowCount ?? 0);
}

async function retire(client: PoolClient, publication: Publication, now: Date, version: number): Promise<number> {
  const { importId, source, mayShrink } = publication;
  const before: number = (await client.query(countLive, [source, importId])).rows[0].live;
  const retired = (await client.query(retireMissing, [source, now, version, importId])).rowCount ?? 0;
  if (!mayShrink) refuseShrinking({ source, retired, before });
  return retired;
}
