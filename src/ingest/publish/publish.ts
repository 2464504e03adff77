// Publishes staged records as the next catalog version, in one transaction:
//
// 1. lock      the catalog, so that versions commit in order; the run of the source, so that only its current import publishes
// 2. decide    the hook of each record, and its change (store-merge.ts)
// 3. merge     adds hooks, stores the source records and what an undo needs, and shows the records (catalog/source-records/store.ts)
// 4. drop      of a full snapshot: source records that it does not contain; hooks without another source are retired
// 5. announce  one event, and a delivery for each webhook with a matching filter
// 6. settle    the next version, the report of the import, and NOTIFY on commit
//
// It refuses as a whole, so nothing changes: after a takedown during the import, when the source was changed meanwhile, or when a full
// snapshot would retire most of the source.

import { showOutliers } from '../../catalog/outliers/store.ts';
import { retireSampleHooks } from '../../catalog/sample/store.ts';
import { mayJoin, splitWords } from '../../catalog/snapshot/vocabulary.ts';
import { type Shown, showRecords } from '../../catalog/source-records/store.ts';
import { lockCatalog, nextVersion } from '../../catalog/store.ts';
import { selectBlocks } from '../../catalog/takedowns/store.ts';
import { createBlockList } from '../../catalog/takedowns/takedown.ts';
import { admitLanguages } from '../../catalog/values/values.ts';
import type { Limits } from '../../config/limits.ts';
import type { Database, Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { counted, isPlainMark } from '../../lib/text.ts';
import { type AnnounceLimits, announce } from '../../webhooks/events/announce.ts';
import type { ImportReport } from './import-record.ts';
import { finishImport, lockRun } from './store.ts';
import {
  addHooks,
  adoptSamples,
  adoptVideos,
  analyzeHooks,
  countGuessed,
  countHooksOf,
  countOutcomes,
  countWork,
  decide,
  dropMissing,
  insertSteps,
  type MergeTrx,
  type OnDuplicate,
  prepareImportedMedians,
  prepareTransaction,
  replaceLanguages,
  type Stamp,
  showStepsPerDay,
  storeRecords,
  touched,
  type ViewLimits,
  type Work,
} from './store-merge.ts';

export type Publication = {
  importId: string;
  source: string;
  isSnapshot: boolean;
  isSample: boolean;
  mayShrink: boolean;
  onDuplicate: OnDuplicate;
  /** The import is published only while it is the current run of this source. */
  sourceId: string | undefined;
  /** Version of the block list that was applied to the records. */
  blocksVersion: number;
  /** Counts of the records before the merge. */
  counts: Pick<ImportReport, 'read' | 'rejected' | 'rejects_kept' | 'unread_dates'>;
  /** Languages of the staged records. */
  languages: ReadonlySet<string>;
  limits: ViewLimits & AnnounceLimits & Pick<Limits, 'languages'>;
};

/** An import that publishes this many hooks replaces the sample. */
const realImportSize = 1_000;

/** Merges the staging table of `connection`, and settles the import. Commits everything or nothing. */
export async function publish(connection: Database, publication: Publication): Promise<ImportReport> {
  return connection.transaction().execute(async (trx) => (await publishIn(trx, publication)).report);
}

/** Must run in its own transaction. `version`: the version of the changed hooks. */
export async function publishIn(
  catalogTrx: Trx,
  publication: Publication,
): Promise<{ report: ImportReport; version: number }> {
  const { importId, source, isSnapshot, isSample, sourceId, counts, limits } = publication;
  const trx: MergeTrx = catalogTrx.withTables();
  await prepareTransaction(catalogTrx);
  const current = await lockCatalog(catalogTrx);
  // Read after the lock, which may wait for another publication.
  const now = new Date();
  assertNoNewTakedown(publication.blocksVersion, createBlockList(await selectBlocks(catalogTrx)).version);
  if (sourceId !== undefined && !(await lockRun(catalogTrx, sourceId, importId)))
    fail(
      'conflict',
      'The source was changed or deleted during the run, or another process took over the run. Nothing was changed.',
    );
  await replaceLanguages(trx, await admitLanguages(catalogTrx, publication.languages, limits.languages));
  const stamp = { source, importId, now, version: current + 1 };
  const before = await countHooksOf(trx, source);
  const work = await mergeStaged(trx, { ...stamp, isSample }, publication);
  const dropped = isSnapshot && work.records > 0 ? await drop(trx, stamp) : { retired: 0, changed: 0 };
  if (!publication.mayShrink) assertSnapshotSize({ source, retired: dropped.retired, before });
  const samples = !isSample && work.ready >= realImportSize ? await retireSampleHooks(catalogTrx, stamp) : 0;
  const retired = dropped.retired + samples;
  if (work.changed > 0) await announce(catalogTrx, { importId }, now, limits);
  const outcomes = await countOutcomes(trx, stamp);
  const outliers = await showOutliers(catalogTrx, stamp.version);
  const hasChanges = work.changed + dropped.changed + retired + outliers > 0;
  const catalog_version = hasChanges ? await nextVersion(catalogTrx) : current;
  const guessed = await countGuessed(trx);
  const shared = work.sharedIds > 0 ? { shared_ids: work.sharedIds } : {};
  const report = { ...counts, ...outcomes, ...shared, ...(guessed && { guessed }), retired, catalog_version };
  if (!(await finishImport(catalogTrx, importId, report, { published_at: now, is_snapshot: isSnapshot })))
    fail(
      'conflict',
      'The import was marked as interrupted, since its process was unresponsive for two minutes. Nothing was changed. Import the file again.',
    );
  return { report, version: stamp.version };
}

/** `changed` is 0 if no hook was added or changed. */
type Merged = Work & { sharedIds: number; changed: number };

/** After this many new hooks the statistics are wrong, and the next import may begin before the database corrects them. */
const manyHooks = 5_000;

/** Decides the effect of each staged record, stores it as the record of its source, and shows it. */
async function mergeStaged(
  trx: MergeTrx,
  stamp: Stamp & { isSample: boolean },
  options: Pick<Publication, 'limits' | 'onDuplicate'>,
): Promise<Merged> {
  const { sharedIds } = await decide(trx, stamp, options);
  const work = await countWork(trx);
  await prepareImportedMedians(trx);
  if (work.adding + work.changing === 0) return { ...work, sharedIds, changed: 0 };
  if (!stamp.isSample) await adoptSamples(trx, stamp);
  await adoptVideos(trx);
  const added = await addHooks(trx, stamp);
  await insertSteps(trx, stamp.importId);
  await storeRecords(trx, stamp);
  if (work.adding >= manyHooks) await analyzeHooks(trx);
  const shown = await showRecords(trx.withTables(), touched, stamp);
  await showStepsPerDay(trx, stamp);
  return { ...work, sharedIds, changed: added + shown.changed };
}

async function drop(trx: MergeTrx, stamp: Stamp): Promise<Shown> {
  return showRecords(trx.withTables(), await dropMissing(trx, stamp), stamp);
}

// Counts the words of a text like the index of words.

/** Equals `splitWords(text).length`, but makes no words for most texts, since it runs for every line of an import. */
export function countWords(text: string): number {
  let count = 0;
  let isWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // `don't` is one word.
    if (code === 0x27 || code === 0x2019) continue;
    if (code < 0x20 || (code > 0x7e && !isPlainMark(code)) || mayJoin(text, at)) return splitWords(text).length;
    const continues = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    if (continues && !isWord) count++;
    isWord = continues;
  }
  return count;
}

// Checks of an import before it is published. A manual import that is not a snapshot has none.

/** A snapshot that retires a larger share requires a confirmation of the operator, except for a few hooks. */
const maxRetiredShare = 0.5;
const fewHooks = 10;

/** Result of reading the files: the first truncated one, the first one that was rejected as a whole, and the first rejection reason. */
type Read = {
  cut: string | null;
  unreadable: string | null;
  read: number;
  rejected: number;
  firstReason: string | null;
};

/** `isArchived`: a collector sent the records, and will not send them again. */
type ImportKind = { isSnapshot: boolean; isFromSource: boolean; isArchived: boolean };

/**
 * A snapshot must be complete, since hooks that it does not contain are retired. Nobody reads the report of a source's run, so a run
 * without usable records fails, and a truncated file is left to the next run. Records that will not come again are settled in any case,
 * since a takedown may block their video, which would make every later run fail.
 */
export function assertImportComplete(reading: Read, { isSnapshot, isFromSource, isArchived }: ImportKind): void {
  const { cut, unreadable, read, rejected, firstReason } = reading;
  if ((isSnapshot || isFromSource) && cut !== null)
    refuse(`${cut} ends in the middle of a record. Nothing was changed (${firstReason}).`);
  if (isSnapshot && unreadable !== null)
    refuse(`Every file of a snapshot must be readable. Nothing was changed: ${unreadable}.`);
  if (isFromSource && !isArchived && read === rejected && read > 0)
    refuse(`None of ${counted(read, 'record')} can be used. The first: ${firstReason}.`);
  if (isFromSource && isSnapshot && read === 0) refuse('There are no records. Nothing was changed.');
}

type SnapshotSize = { source: string; retired: number; before: number };

/** A snapshot without half of its former records is probably broken. */
function assertSnapshotSize({ source, retired, before }: SnapshotSize): void {
  if (retired < fewHooks || retired <= before * maxRetiredShare) return;
  refuse(
    `The import would retire ${retired} of the ${before} hooks of ${source}. Nothing was changed. If this is intended, import it with --force.`,
  );
}

/** The records were checked against the block list when they were read, so a newer list stops the import. */
function assertNoNewTakedown(checkedUpTo: number, newest: number): void {
  if (newest > checkedUpTo)
    refuse(
      'A hook was taken down during the import, which may contain it. Nothing was changed. Import the file again.',
    );
}

function refuse(detail: string): never {
  return fail('conflict', detail);
}
