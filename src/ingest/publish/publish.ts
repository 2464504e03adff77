// Publishes staged records as the next catalog version, in one transaction: hooks, history, version, event and notifications.
import { retireSampleHooks } from '../../catalog/seed/store.ts';
import { nextVersion } from '../../catalog/store.ts';
import { createBlockList } from '../../catalog/takedowns/block-list.ts';
import { selectBlocks } from '../../catalog/takedowns/store.ts';
import { admitLanguages } from '../../catalog/values/languages.ts';
import type { Limits } from '../../config/limits.ts';
import type { Database } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { type AnnounceLimits, announce } from '../../webhooks/announce.ts';
import type { ImportReport } from '../imports/import-record.ts';
import { lockRun } from '../sources/store.ts';
import { assertNoNewTakedown, assertSnapshotSize } from './import-guards.ts';
import { finishImport } from './store.ts';
import { countHeld, dropMissing, updateHolders } from './store-holders.ts';
import {
  addHooks,
  countVerdicts,
  decide,
  insertHistory,
  lockCatalog,
  type MergeTrx,
  prepareMerge,
  replaceLanguages,
  restoreHooks,
  type Stamp,
  updateHooks,
  type ViewLimits,
} from './store-merge.ts';

export type Publication = {
  importId: string;
  source: string;
  isSnapshot: boolean;
  isSample: boolean;
  mayShrink: boolean;
  /** Published only while this import is the run of that source. */
  sourceId: string | undefined;
  /** Version of the block list that the records were checked against. */
  blocksVersion: number;
  /** Of the records before the merge. */
  counts: Pick<ImportReport, 'read' | 'rejected' | 'rejects_kept'>;
  /** Of the staged records. */
  languages: ReadonlySet<string>;
  limits: ViewLimits & AnnounceLimits & Pick<Limits, 'languages'>;
};

/** An import that publishes so many hooks replaces the starter set. */
const realImportSize = 1_000;

/** Merges the staging table of `connection`, and settles the import. Everything is committed, or nothing. */
export async function publish(connection: Database, publication: Publication): Promise<ImportReport> {
  const { importId, source, isSnapshot, isSample, sourceId, counts, limits } = publication;
  const now = new Date();
  return connection.transaction().execute(async (catalogTrx) => {
    const trx: MergeTrx = catalogTrx.withTables();
    await prepareMerge(trx);
    const current = await lockCatalog(trx);
    assertNoNewTakedown(publication.blocksVersion, createBlockList(await selectBlocks(catalogTrx)).version);
    if (sourceId !== undefined && !(await lockRun(catalogTrx, sourceId, importId)))
      fail(
        'conflict',
        'The source was changed or deleted during the run, or another process took the run over. Nothing was changed.',
      );
    await replaceLanguages(trx, await admitLanguages(catalogTrx, publication.languages, limits.languages));
    await decide(trx, { source, now, limits });
    const { verdicts, touched } = await countVerdicts(trx);
    const stamp = { source, importId, now, version: current + 1 };
    const added = await addHooks(trx, { ...stamp, isSample });
    // Every change of an existing hook counts as updated.
    const changed = verdicts.updated + touched > 0 ? await changeHooks(trx, stamp) : 0;
    const isEmpty = Object.values(verdicts).every((count) => count === 0);
    const dropped = isSnapshot && !isEmpty ? await drop(trx, stamp, publication) : { retired: 0, changed: 0 };
    const samples = !isSample && verdicts.added >= realImportSize ? await retireSampleHooks(catalogTrx, stamp) : 0;
    const retired = dropped.retired + samples;
    if (verdicts.added > 0) await announce(catalogTrx, { importId }, now, limits);
    const hasChanges = added + changed + dropped.changed + retired > 0;
    const catalog_version = hasChanges ? await nextVersion(catalogTrx) : current;
    const report = { ...counts, ...verdicts, retired, catalog_version };
    if (!(await finishImport(catalogTrx, importId, report)))
      fail(
        'conflict',
        'The import was marked as interrupted, since its process was silent for two minutes. Nothing was changed. Import the file again.',
      );
    return report;
  });
}

async function changeHooks(trx: MergeTrx, stamp: Stamp): Promise<number> {
  await insertHistory(trx, stamp.now);
  const shown = await updateHolders(trx, stamp);
  return shown + (await updateHooks(trx, stamp)) + (await restoreHooks(trx, stamp));
}

async function drop(trx: MergeTrx, stamp: Stamp, { mayShrink }: Publication) {
  const before = await countHeld(trx, stamp);
  const dropped = await dropMissing(trx, stamp);
  if (!mayShrink) assertSnapshotSize({ source: stamp.source, retired: dropped.retired, before });
  return dropped;
}
