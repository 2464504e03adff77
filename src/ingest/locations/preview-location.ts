// Previews a location: opens it as a run does, but reads only its beginning. It runs in the thread of the import.
import type { OpenDatabase } from '../../db/database.ts';
import type { SourceNotice } from '../../db/tables/collect.ts';
import { collectorOf } from '../collect/collect.ts';
import { type CollectedSample, collectSample } from '../collect/preview.ts';
import { resolveCollect } from '../collect/settings.ts';
import { isZip } from '../formats/read-xlsx.ts';
import type { InputFile } from '../imports/input-files.ts';
import { type PreviewInput, previewImport } from '../imports/preview.ts';
import type { Preview } from '../imports/preview-record.ts';
import type { Progress } from '../publish/import-record.ts';
import { isCollected, parseLocation } from './location.ts';
import { type LocationRequest, openLocation } from './open-location.ts';

/** Plain data, since it is sent to the thread of the import. */
export type PreviewRequest = Omit<LocationRequest, 'run' | 'validators' | 'isForced'>;

export type LocationPreview = {
  /** null if there is no record to import. */
  preview: Preview | null;
  /** Counts of a collector, else null. */
  found: CollectedSample['found'] | null;
  /** Files or locations that were read, and their total. */
  parts: { read: number; total: number };
  notices: SourceNotice[];
  usage: Record<string, number>;
};

type PreviewDeps = { signal: AbortSignal; onProgress: (progress: Progress) => void };

/** Limit of files of a directory. */
const maxFiles = 5;

/** Throws with the reason if the location cannot be read. For a collector, the reason is a notice. */
export async function previewLocation(
  database: Pick<OpenDatabase, 'db' | 'pool'>,
  from: PreviewRequest,
  input: Omit<PreviewInput, 'files'>,
  { signal, onProgress }: PreviewDeps,
): Promise<LocationPreview> {
  const { db } = database;
  const { kind, locations } = parseLocation(from.location, from.request);
  if (isCollected(kind)) {
    const settings = resolveCollect(from.collect);
    const deps = { ...from, settings, mapping: input.mapping, sourceId: 'preview', db, signal };
    const { records, read, ...rest } = await collectSample(await collectorOf(kind), locations, deps);
    const file = { name: `${kind}.jsonl`, size: undefined, open: () => toLines(records) };
    const parts = { read, total: locations.length };
    // The preview has only a part of the records, so none counts as missing.
    const partial = { ...input, format: undefined, isSnapshot: false, files: [file] };
    const preview = records.length > 0 ? await previewImport(database, partial, onProgress) : null;
    return { preview, parts, ...rest };
  }
  const request = { ...from, validators: { etag: null, lastModified: null }, isForced: true, run: noRun };
  const opened = await openLocation(request, input.mapping, {
    db,
    isSnapshot: input.isSnapshot === true,
    signal,
    onStep: () => {},
  });
  try {
    const all = opened.kind === 'open' ? opened.files : [];
    const files = all.slice(0, maxFiles).map((file) => beginningOf(file, input.maxBytes));
    const parts = { read: files.length, total: all.length };
    const isSnapshot = input.isSnapshot && files.length === all.length;
    const preview = await previewImport(database, { ...input, isSnapshot, files }, onProgress);
    return { preview, found: null, parts, notices: [], usage: {} };
  } finally {
    await opened.close();
  }
}

/** Placeholder, since only collections are stored for a run. */
const noRun = { sourceId: '', importId: '' };

async function* toLines(records: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const record of records) yield Buffer.from(`${record}\n`);
}

/** One chunk more than `maxBytes` shows that the file continues. A workbook cannot be read in part, and has its own limit. */
function beginningOf(file: InputFile, maxBytes: number): InputFile {
  async function* open(): AsyncGenerator<Uint8Array> {
    let left = maxBytes;
    for await (const chunk of file.open()) {
      if (left === maxBytes && isZip(chunk)) left = Number.POSITIVE_INFINITY;
      left -= chunk.length;
      yield chunk;
      if (left < 0) return;
    }
  }
  return { ...file, open };
}
