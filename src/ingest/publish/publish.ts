// Publishes staged records as the next catalog version, in one transaction: hooks, history, version, event and notifications.
import { retireSampleHooks, sampleHookIds } from '../../catalog/seed/store.ts';
import { splitWords } from '../../catalog/snapshot/vocabulary.ts';
import { nextVersion } from '../../catalog/store.ts';
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
  analyzeHooks,
  confirmHooks,
  countWork,
  lockCatalog,
  logChanges,
  logRetired,
  prepareTransaction,
  type Work,
} from './store-changes.ts';
import { decide, type MergeTrx, type ViewLimits } from './store-decide.ts';
import { countHeld, dropMissing, updateHolders } from './store-holders.ts';
import {
  addHooks,
  adoptVideos,
  countVerdicts,
  insertHistory,
  replaceLanguages,
  restoreHooks,
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

// Merges the staged records into the catalog: decides what each means, logs what is about to change, and changes it.

/** `changed` is 0 if no hook was added or changed. */
type Merged = Work & { changed: number };

/** After so many new hooks the statistics are wrong, and the next import may come before the database corrects them. */
const manyHooks = 5_000;

/** Within a transaction that holds the lock of the catalog. */
export async function mergeStaged(
  trx: MergeTrx,
  stamp: Stamp & { isSample: boolean },
  limits: ViewLimits,
): Promise<Merged> {
  await decide(trx, { source: stamp.source, now: stamp.now, limits });
  const work = await countWork(trx);
  if (work.logged > 0) await logChanges(trx, stamp);
  await confirmHooks(trx, stamp);
  const added = work.adding > 0 ? await addHooks(trx, stamp) : 0;
  if (work.adding >= manyHooks) await analyzeHooks(trx);
  const changed = work.changing + work.moving > 0 ? await changeHooks(trx, stamp) : 0;
  return { ...work, changed: added + changed };
}

async function changeHooks(trx: MergeTrx, stamp: Stamp): Promise<number> {
  await adoptVideos(trx);
  await insertHistory(trx, stamp);
  const shown = await updateHolders(trx, stamp);
  return shown + (await updateHooks(trx, stamp)) + (await restoreHooks(trx, stamp));
}

// Counts the words of a text as the index of words has them.

/** `splitWords(text).length`. Counted without making the words of most texts, since every line of an import is. */
export function countWords(text: string): number {
  let count = 0;
  let isWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // `don't` is one word.
    if (code === 0x27 || code === 0x2019) continue;
    if (code < 0x20 || (code > 0x7e && !isPlainMark(code))) return splitWords(text).length;
    const continues = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    if (continues && !isWord) count++;
    isWord = continues;
  }
  return count;
}

// Checks of an import before it is published. An import by hand that is not a snapshot has none.

/** A snapshot that retires a larger share needs the confirmation of the operator, except for a few hooks. */
const maxRetiredShare = 0.5;
const fewHooks = 10;

/** `isArchived`: a collector brought the records, and will not bring them again. */
/** What was read of its files: the first one that ends early, the first one that was rejected as a whole, and the first reason. */
type Read = {
  cut: string | null;
  unreadable: string | null;
  read: number;
  rejected: number;
  firstReason: string | null;
};

type ImportKind = { isSnapshot: boolean; isFromSource: boolean; isArchived: boolean };

/**
 * A snapshot must be complete, since hooks that it does not contain are retired. Nobody reads the report of a source's run, so a run
 * without usable records fails, and a file that ends early is left to the next run. Those that will not come again are settled in any case:
 * their video may be blocked by a takedown, and would fail every later run.
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
    `The snapshot would retire ${retired} of the ${before} hooks of ${source}. Nothing was changed. If this is intended, import it with --force.`,
  );
}

/** The records were checked against the block list when they were read. */
function assertNoNewTakedown(checkedUpTo: number, newest: number): void {
  if (newest > checkedUpTo)
    refuse(
      'A hook was taken down during the import, which may contain it. Nothing was changed. Import the file again.',
    );
}

function refuse(detail: string): never {
  return fail('conflict', detail);
}
