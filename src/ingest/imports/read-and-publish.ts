// Reads, maps, labels and stages files batch by batch, then merges the staged records. An import keeps the result, a preview does not.

import { loadLabeller } from '../../catalog/labelling/live-labeller.ts';
import { selectBlocks } from '../../catalog/takedowns/store.ts';
import { createBlockList } from '../../catalog/takedowns/takedown.ts';
import { readKnownValues } from '../../catalog/unknown-values/unknown-values.ts';
import { loadOwnValues } from '../../catalog/values/store.ts';
import type { Floors } from '../../config/label-floors.ts';
import type { Limits } from '../../config/limits.ts';
import { type Database, databaseOn, type OpenDatabase } from '../../db/database.ts';
import { assertRoom, type ReservedDisk } from '../../db/disk-space.ts';
import type { CreatorVideo } from '../creator-videos/store.ts';
import { type IncomingHook, isRejection, type Rejection } from '../formats/record.ts';
import type { Progress } from '../publish/import-record.ts';
import { labelHook } from '../publish/missing-labels.ts';
import { assertImportComplete, type Publication } from '../publish/publish.ts';
import { createStaging, dropStaging, type StagedHook, stage } from '../publish/store.ts';
import type { OnDuplicate } from '../publish/store-merge.ts';
import type { InputFile } from './input-files.ts';
import { type Batch, type FilesOptions, newReading, type Reading, readFiles } from './read-files.ts';

export type ImportLimits = Pick<
  Limits,
  | 'rejectsPerImport'
  | 'viewJumpFactor'
  | 'viewJumpPerDay'
  | 'languages'
  | 'pendingDeliveriesPerAccount'
  | 'spreadsheetBytes'
>;

export type ReadInput = Pick<
  FilesOptions,
  'mapping' | 'format' | 'encoding' | 'headerRow' | 'maxBytes' | 'detectsPreset' | 'minViews' | 'secrets'
> & {
  files: readonly InputFile[];
  source: string;
  isSnapshot?: boolean;
  /** Guessed labels below these confidences are sent to review. */
  labelFloors: Floors;
  /** Accepts a snapshot that retires more than half of the hooks. */
  mayShrink?: boolean;
  /** Default `update`. */
  onDuplicate?: OnDuplicate;
  /** Marks the hooks as sample data. */
  isSample?: boolean;
  limits: ImportLimits;
  /** Disk of the database. The import stops when only the reserve is left. */
  disk?: ReservedDisk;
  /** The source of the run. The import is published only while it is the current run of that source. */
  sourceId?: string;
  /** A collector sent the records, and will not send them again. */
  isArchived?: boolean;
};

/** Receives the records of an import. */
export type Outlet<Result> = {
  /** Receives a batch in file order, and its hooks with their labels. */
  onBatch?: (batch: Batch, hooks: readonly StagedHook[]) => void;
  keepRejects: (rejections: Rejection[], firstNumber: number) => Promise<void>;
  keepVideos?: (videos: readonly CreatorVideo[]) => Promise<void>;
  /** Removes the stored rejects, since they may contain records that were taken down meanwhile. */
  dropRejects: () => Promise<void>;
  publish: (connection: Database, publication: Publication, reading: Reading) => Promise<Result>;
};

/** Throws if a stream or the database fails, or assertImportComplete() does. Invalid records are rejected one by one. */
export async function readAndPublish<Result>(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  importId: string,
  input: ReadInput,
  { onBatch = () => {}, keepRejects, keepVideos, dropRejects, publish }: Outlet<Result>,
  onProgress: (progress: Progress) => void,
): Promise<Result> {
  const { isSnapshot = false, isSample = false, mayShrink = false, source, sourceId, limits } = input;
  const { onDuplicate = 'update' } = input;
  const reading = newReading();
  const client = await pool.connect();
  const connection = databaseOn(client);
  try {
    await createStaging(connection);
    const blocks = createBlockList(await selectBlocks(db));
    let stored = Promise.resolve();
    const options = { ...input, findBlock: blocks.find, known: await readKnownValues(db, source) };
    await loadOwnValues(db);
    const labelling = { labeller: await loadLabeller(db), floors: input.labelFloors, source };
    const languages = new Set<string>();
    let kept = 0;
    for await (const batch of readFiles(input.files, options, reading)) {
      const rejections = batch.filter(isRejection).slice(0, limits.rejectsPerImport - kept);
      const hooks = batch
        .filter((item): item is IncomingHook => !isRejection(item))
        .map((hook) => labelHook(hook, labelling));
      for (const { language } of hooks) if (language !== null) languages.add(language);
      onBatch(batch, hooks);
      await stored;
      ({ stored } = await stage(client, hooks));
      // Awaited in the next round, so the failure must not count as unhandled until then.
      stored.catch(() => {});
      await keepRejects(rejections, kept + 1);
      await keepVideos?.(batch.flatMap((item) => (isRejection(item) && item.video) || []));
      kept += rejections.length;
      onProgress(toProgress('reading', reading));
      await assertRoom([input.disk]);
    }
    await stored;
    // Other records of a new takedown are rejected when the import is published.
    if (createBlockList(await selectBlocks(db)).version > blocks.version) await dropRejects();
    // A partial snapshot does not show which hooks are missing from the whole.
    const isWholeSnapshot = isSnapshot && !reading.isPart;
    assertImportComplete(reading, {
      isSnapshot: isWholeSnapshot,
      isFromSource: sourceId !== undefined,
      isArchived: input.isArchived === true,
    });
    onProgress(toProgress('publishing', reading));
    const blocksVersion = blocks.version;
    const { read, rejected, unreadDates } = reading;
    const counts = { read, rejected, rejects_kept: kept, ...(unreadDates ? { unread_dates: unreadDates } : {}) };
    const publication = { importId, source, isSample, mayShrink, sourceId, blocksVersion, counts, limits, languages };
    return await publish(connection, { ...publication, onDuplicate, isSnapshot: isWholeSnapshot }, reading);
  } finally {
    await dropStaging(connection).catch(() => {});
    client.release();
  }
}

function toProgress(phase: Progress['phase'], { read, rejected, bytes }: Reading): Progress {
  return { phase, read, rejected, bytes };
}
