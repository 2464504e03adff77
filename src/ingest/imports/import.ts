// Import: its log entry, audit record and rejects, and the reading and publishing of its files as one.
import { commit } from '../../audit/actions.ts';
import { type Actor, system } from '../../audit/actor.ts';
import { originOf } from '../../audit/audit.ts';
import type { Database, OpenDatabase } from '../../db/database.ts';
import { newId } from '../../lib/ids.ts';
import type { Observe } from '../../telemetry/events.ts';
import { type CreatorVideo, storeCreatorVideos } from '../creator-videos/store.ts';
import type { Rejection } from '../formats/record.ts';
import type { ImportReport, Progress } from '../publish/import-record.ts';
import { publish } from '../publish/publish.ts';
import { finishImport, insertImport, insertRejects } from '../publish/store.ts';
import { type ReadInput, readAndPublish } from './read-and-publish.ts';
import { deleteRejects } from './store.ts';

export type ImportInput = Omit<ReadInput, 'sourceId' | 'maxBytes'> & {
  /** Name of the whole import. */
  filename: string;
  /** The run of a source. Its import is already in the log, and is published only while the run is the current one. */
  run?: SourceRun;
  /** Set if the caller needs the id before the import begins. */
  importId?: string;
  /** The person who imports manually. Default: the service itself. */
  actor?: Actor;
};

type SourceRun = { sourceId: string; importId: string };

export type ImportOutcome = { importId: string; report: ImportReport };

/**
 * Imports files as one. `onProgress` is called after every batch. Rejects, with the catalog unchanged, if a stream or the database fails,
 * or assertImportComplete() throws. Invalid records are rejected one by one and never stop the import.
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
    const outlet = {
      keepRejects: (rejections: Rejection[], firstNumber: number) =>
        insertRejects(db, importId, firstNumber, rejections),
      keepVideos: (videos: readonly CreatorVideo[]) => storeCreatorVideos(db, videos),
      dropRejects: () => deleteRejects(db, importId),
      publish,
    };
    const sourceId = input.run?.sourceId;
    const report = await readAndPublish({ db, pool }, importId, { ...input, sourceId }, outlet, onProgress);
    const { unread_dates: _dates, guessed: _guessed, ...counts } = report;
    observe({ kind: 'import_finished', importId, tookMs: Math.round(performance.now() - startedAt), report: counts });
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
  await commit({ db, actor }, async (trx, audit) => {
    await insertImport(trx, { id, filename, source });
    // The source defaults to the file name, which may be a URL with secrets.
    const details = { source: originOf(source), snapshot: isSnapshot, force: mayShrink };
    await audit({ action: 'import.started', subject: id, details });
  });
}
