// One import from bytes to report: read, map, label and stage batch by batch, then publish at once.
import type { OpenDatabase } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { Observe } from '../observe.ts';
import { labelHook } from './label.ts';
import { mapRecords } from './map-records.ts';
import type { Mapping } from './mapping.ts';
import { publish } from './publish.ts';
import { type ReadOptions, readRecords } from './read.ts';
import { type IncomingHook, isRejection } from './record.ts';
import {
  createStaging,
  dropStaging,
  finishImport,
  type ImportReport,
  insertImport,
  insertRejects,
  stage,
} from './store.ts';

export type ImportInput = {
  bytes: AsyncIterable<Uint8Array>;
  filename: string;
  source: string;
  mapping: Mapping;
  format?: ReadOptions['format'];
  isSnapshot?: boolean;
  /** Marks the hooks as invented. */
  isSample?: boolean;
  minViews: number;
};

export type ImportOutcome = { importId: string; report: ImportReport };

export type Progress = { phase: 'reading' | 'publishing'; read: number; rejected: number; bytes: number };

/**
 * Imports a file. `onProgress` is called after every batch. Rejects, with nothing changed in the catalog, where the stream
 * breaks or the database fails; records that cannot be used are refused one by one and never stop the rest.
 */
export async function importHooks(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  input: ImportInput,
  observe: Observe,
  onProgress: (progress: Progress) => void = () => {},
): Promise<ImportOutcome> {
  const startedAt = performance.now();
  const importId = newId('imp');
  await insertImport(db, { id: importId, filename: input.filename, source: input.source });
  try {
    const report = await run({ db, pool }, input, importId, onProgress);
    await finishImport(db, importId, report);
    observe({ kind: 'import_finished', importId, tookMs: Math.round(performance.now() - startedAt), report });
    return { importId, report };
  } catch (error) {
    observe({ kind: 'import_failed', importId, error });
    await finishImport(db, importId, error instanceof Error ? error : new Error(String(error))).catch(() => {});
    throw error;
  }
}

async function run(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  input: ImportInput,
  importId: string,
  onProgress: (progress: Progress) => void,
): Promise<ImportReport> {
  const { mapping, filename, format, minViews } = input;
  const progress: Progress = { phase: 'reading', read: 0, rejected: 0, bytes: 0 };
  const client = await pool.connect();
  try {
    await createStaging(client);
    const raw = readRecords(counted(input.bytes, progress), { filename, format, records: mapping.records });
    let stored = Promise.resolve();
    for await (const batch of mapRecords(raw, mapping, { minViews })) {
      const rejections = batch.filter(isRejection);
      const hooks = batch.filter((item): item is IncomingHook => !isRejection(item)).map(labelHook);
      await stored;
      ({ stored } = await stage(client, hooks));
      // It is awaited above; a failure meanwhile is not one that nobody handles.
      stored.catch(() => {});
      await insertRejects(db, importId, progress.rejected + 1, rejections);
      progress.read += batch.length;
      progress.rejected += rejections.length;
      onProgress(progress);
    }
    await stored;
    onProgress({ ...progress, phase: 'publishing' });
    const publication = { importId, source: input.source, isSnapshot: !!input.isSnapshot, isSample: !!input.isSample };
    const published = await publish(client, publication);
    return { read: progress.read, ...published, rejected: progress.rejected };
  } finally {
    await dropStaging(client).catch(() => {});
    client.release();
  }
}

async function* counted(bytes: AsyncIterable<Uint8Array>, progress: Progress): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    progress.bytes += chunk.length;
    yield chunk;
  }
}
