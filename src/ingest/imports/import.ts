// Import: reads, maps, labels and stages files batch by batch, then publishes them atomically.

import { writeAudit } from '../../audit/actions.ts';
import { type Actor, system } from '../../audit/actor.ts';
import { originOf } from '../../audit/audit.ts';
import { createBlockList } from '../../catalog/takedowns/block-list.ts';
import { selectBlocks } from '../../catalog/takedowns/store.ts';
import { approvedPlatforms } from '../../catalog/values/platforms.ts';
import type { Limits } from '../../config/limits.ts';
import type { Database, OpenDatabase } from '../../db/database.ts';
import { assertRoom, type ReservedDisk } from '../../db/disk-space.ts';
import { databaseOn } from '../../db/one-connection.ts';
import { newId } from '../../lib/ids.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { ReadOptions } from '../formats/read.ts';
import { type IncomingHook, isRejection } from '../formats/record.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { assertImportComplete } from '../publish/import-guards.ts';
import { labelHook } from '../publish/missing-labels.ts';
import { publish } from '../publish/publish.ts';
import { createStaging, dropStaging, finishImport, insertImport, insertRejects, stage } from '../publish/store.ts';
import type { ImportReport, Progress } from './import-record.ts';
import type { InputFile } from './input-files.ts';
import { newReading, type Reading, readFiles } from './read-files.ts';
import { deleteRejects } from './store-takedown.ts';

export type ImportInput = {
  files: readonly InputFile[];
  /** Name of the import as a whole. */
  filename: string;
  source: string;
  mapping: Mapping;
  format?: ReadOptions['format'];
  isSnapshot?: boolean;
  /** Accepts a snapshot that retires more than half of the hooks. */
  mayShrink?: boolean;
  /** The run of a source. Its import is already in the log, and is published only while it is the current run. */
  run?: SourceRun;
  /** Set if the caller needs the id before the import. */
  importId?: string;
  /** Marks the hooks as sample data. */
  isSample?: boolean;
  minViews: number;
  limits: ImportLimits;
  /** Of the database. The import stops when it has only its reserve left. */
  disk?: ReservedDisk;
  /** Who imports manually. Default: the service itself. */
  actor?: Actor;
};

export type ImportLimits = Pick<
  Limits,
  'rejectsPerImport' | 'viewJumpFactor' | 'viewJumpPerDay' | 'languages' | 'pendingDeliveriesPerAccount'
>;

type SourceRun = { sourceId: string; importId: string };

export type ImportOutcome = { importId: string; report: ImportReport };

/**
 * Imports files as one. `onProgress` is called after every batch. Rejects, with the catalog unchanged, if a stream or the database
 * fails, or assertImportComplete() throws. Invalid records are rejected one by one and never stop the rest.
 */
export async function importHooks(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  input: ImportInput,
  observe: Observe,
  onProgress: (progress: Progress) => void = () => {},
): Promise<ImportOutcome> {
  const startedAt = performance.now();
  const importId = input.run?.importId ?? input.importId ?? newId('imp');
  if (!input.run) await recordStart(db, importId, input);
  try {
    const report = await readAndPublish({ db, pool }, input, importId, onProgress);
    observe({ kind: 'import_finished', importId, tookMs: Math.round(performance.now() - startedAt), report });
    return { importId, report };
  } catch (error) {
    observe({ kind: 'import_failed', importId, error });
    await finishImport(db, importId, error instanceof Error ? error : new Error(String(error))).catch(() => {});
    throw error;
  }
}

async function recordStart(
  db: Database,
  id: string,
  { actor = system, filename, source, isSnapshot = false, mayShrink = false }: ImportInput,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await insertImport(trx, { id, filename, source });
    // The source defaults to the file name, which may be a URL with secrets.
    const details = { source: originOf(source), snapshot: isSnapshot, force: mayShrink };
    await writeAudit(trx, actor, { action: 'import.started', subject: id, details });
  });
}

async function readAndPublish(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  input: ImportInput,
  importId: string,
  onProgress: (progress: Progress) => void,
): Promise<ImportReport> {
  const { isSnapshot = false, isSample = false, mayShrink = false, source, run: sourceRun, limits } = input;
  const reading = newReading();
  const client = await pool.connect();
  const connection = databaseOn(client);
  try {
    await createStaging(connection);
    const blocks = createBlockList(await selectBlocks(db));
    let stored = Promise.resolve();
    const options = { ...input, findBlock: blocks.find, platforms: await approvedPlatforms(db) };
    const languages = new Set<string>();
    let kept = 0;
    for await (const batch of readFiles(input.files, options, reading)) {
      const rejections = batch.filter(isRejection).slice(0, limits.rejectsPerImport - kept);
      const hooks = batch.filter((item): item is IncomingHook => !isRejection(item)).map(labelHook);
      for (const { language } of hooks) if (language !== null) languages.add(language);
      await stored;
      ({ stored } = await stage(client, hooks));
      // Awaited in the next round; until then a failure must not count as unhandled.
      stored.catch(() => {});
      await insertRejects(db, importId, kept + 1, rejections);
      kept += rejections.length;
      onProgress(toProgress('reading', reading));
      await assertRoom([input.disk]);
    }
    await stored;
    // Rejects may contain what was taken down meanwhile. The rest is refused when it is published.
    if (createBlockList(await selectBlocks(db)).version > blocks.version) await deleteRejects(db, importId);
    assertImportComplete(reading, { isSnapshot, isFromSource: sourceRun !== undefined });
    onProgress(toProgress('publishing', reading));
    const blocksVersion = blocks.version;
    const sourceId = sourceRun?.sourceId;
    const counts = { read: reading.read, rejected: reading.rejected, rejects_kept: kept };
    const publication = { importId, source, isSnapshot, isSample, mayShrink, sourceId, blocksVersion, counts, limits };
    return await publish(connection, { ...publication, languages });
  } finally {
    await dropStaging(connection).catch(() => {});
    client.release();
  }
}

function toProgress(phase: Progress['phase'], { read, rejected, bytes }: Reading): Progress {
  return { phase, read, rejected, bytes };
}
