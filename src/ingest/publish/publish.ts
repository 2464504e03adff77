// Publishes staged records as the next catalog version, in one transaction: hooks, history, version, event and notifications.
import { retireSampleHooks } from '../../catalog/seed/store.ts';
import { nextVersion } from '../../catalog/store.ts';
import type { Database } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { announce } from '../../webhooks/announce.ts';
import type { ImportReport } from '../imports/import-record.ts';
import { countLive, lockRun } from '../sources/store.ts';
import { assertSnapshotSize } from './import-guards.ts';
import {
  addHooks,
  countVerdicts,
  decide,
  insertHistory,
  lockCatalog,
  type MergeTrx,
  prepareMerge,
  restoreHooks,
  retireMissing,
  type Stamp,
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

/** An import that publishes so many hooks replaces the starter set. */
const realImportSize = 1_000;

/** Merges the staging table of `connection`. Everything is committed, or nothing. */
export async function publish(
  connection: Database,
  publication: Publication,
): Promise<Omit<ImportReport, 'read' | 'rejected'>> {
  const { importId, source, isSnapshot, isSample, sourceId } = publication;
  const now = new Date();
  return connection.transaction().execute(async (catalogTrx) => {
    const trx: MergeTrx = catalogTrx.withTables();
    await prepareMerge(trx);
    const current = await lockCatalog(trx);
    if (sourceId !== undefined && !(await lockRun(catalogTrx, sourceId, importId)))
      fail(
        'conflict',
        'The source was changed or deleted during the run, or another process took the run over. Nothing was changed.',
      );
    await decide(trx, source);
    const verdicts = await countVerdicts(trx);
    const stamp = { source, importId, now, version: current + 1 };
    const added = await addHooks(trx, { ...stamp, isSample });
    // Every change of an existing hook counts as updated.
    const changed = verdicts.updated > 0 ? await changeHooks(trx, stamp) : 0;
    const isEmpty = Object.values(verdicts).every((count) => count === 0);
    const missing = isSnapshot && !isEmpty ? await retire(trx, stamp, publication) : 0;
    const samples = !isSample && verdicts.added >= realImportSize ? await retireSampleHooks(catalogTrx, stamp) : 0;
    const retired = missing + samples;
    if (verdicts.added > 0) await announce(catalogTrx, { importId }, now);
    const hasChanges = added + changed + retired > 0;
    return { ...verdicts, retired, catalog_version: hasChanges ? await nextVersion(catalogTrx) : current };
  });
}

async function changeHooks(trx: MergeTrx, stamp: Stamp): Promise<number> {
  await insertHistory(trx, stamp.now);
  return (await updateHooks(trx, stamp)) + (await restoreHooks(trx, stamp));
}

async function retire(trx: MergeTrx, stamp: Stamp, { mayShrink }: Publication): Promise<number> {
  const { source, importId } = stamp;
  const before = await countLive(trx, source, importId);
  const retired = await retireMissing(trx, stamp);
  if (!mayShrink) assertSnapshotSize({ source, retired, before });
  return retired;
}
