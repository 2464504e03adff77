// Publishes staged records as the next catalog version, in one transaction: hooks, history, version, event and notifications.

import { retireSampleHooks, sampleHookIds } from '../../catalog/seed/store.ts';
import { nextVersion } from '../../catalog/store.ts';
import { createBlockList } from '../../catalog/takedowns/block-list.ts';
import { selectBlocks } from '../../catalog/takedowns/store.ts';
import { admitLanguages } from '../../catalog/values/languages.ts';
import type { Limits } from '../../config/limits.ts';
import type { Database, Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { type AnnounceLimits, announce } from '../../webhooks/events/announce.ts';
import type { ImportReport } from '../imports/import-record.ts';
import { assertNoNewTakedown, assertSnapshotSize } from './import-guards.ts';
import { mergeStaged } from './merge.ts';
import { finishImport, lockRun } from './store.ts';
import { lockCatalog, logRetired, prepareTransaction } from './store-changes.ts';
import type { MergeTrx, ViewLimits } from './store-decide.ts';
import { countHeld, dropMissing } from './store-holders.ts';
import { countVerdicts, replaceLanguages, type Stamp } from './store-merge.ts';

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
export const realImportSize = 1_000;

/** Merges the staging table of `connection`, and settles the import. Everything is committed, or nothing. */
export async function publish(connection: Database, publication: Publication): Promise<ImportReport> {
  return connection.transaction().execute(async (trx) => (await publishIn(trx, publication)).report);
}

/** Within a transaction of its own. `version` is the one that changed hooks have. */
export async function publishIn(
  catalogTrx: Trx,
  publication: Publication,
): Promise<{ report: ImportReport; version: number }> {
  const { importId, source, isSnapshot, isSample, sourceId, counts, limits } = publication;
  const trx: MergeTrx = catalogTrx.withTables();
  await prepareTransaction(trx);
  const current = await lockCatalog(trx);
  // After the publication that it may have waited for.
  const now = new Date();
  assertNoNewTakedown(publication.blocksVersion, createBlockList(await selectBlocks(catalogTrx)).version);
  if (sourceId !== undefined && !(await lockRun(catalogTrx, sourceId, importId)))
    fail(
      'conflict',
      'The source was changed or deleted during the run, or another process took the run over. Nothing was changed.',
    );
  await replaceLanguages(trx, await admitLanguages(catalogTrx, publication.languages, limits.languages));
  const stamp = { source, importId, now, version: current + 1 };
  const work = await mergeStaged(trx, { ...stamp, isSample }, limits);
  const dropped = isSnapshot && work.records > 0 ? await drop(trx, stamp, publication) : { retired: 0, changed: 0 };
  const samples = !isSample && work.ready >= realImportSize ? await retireSamples(trx, catalogTrx, stamp) : 0;
  const retired = dropped.retired + samples;
  if (work.changed > 0) await announce(catalogTrx, { importId }, now, limits);
  const verdicts = await countVerdicts(trx, stamp);
  const hasChanges = work.changed + dropped.changed + retired > 0;
  const catalog_version = hasChanges ? await nextVersion(catalogTrx) : current;
  const report = { ...counts, ...verdicts, retired, catalog_version };
  if (!(await finishImport(catalogTrx, importId, report, { published_at: now, is_snapshot: isSnapshot })))
    fail(
      'conflict',
      'The import was marked as interrupted, since its process was silent for two minutes. Nothing was changed. Import the file again.',
    );
  return { report, version: stamp.version };
}

async function retireSamples(trx: MergeTrx, catalogTrx: Trx, stamp: Stamp): Promise<number> {
  await logRetired(trx, stamp, sampleHookIds);
  return retireSampleHooks(catalogTrx, stamp);
}

async function drop(trx: MergeTrx, stamp: Stamp, { mayShrink }: Publication) {
  const before = await countHeld(trx, stamp);
  const dropped = await dropMissing(trx, stamp);
  if (!mayShrink) assertSnapshotSize({ source: stamp.source, retired: dropped.retired, before });
  return dropped;
}
