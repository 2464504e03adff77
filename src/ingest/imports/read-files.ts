// The files of one import as one stream of batches, each file bound to its own columns, and what was amiss with them.
import type { FileFormat } from '../formats/detect.ts';
import { readRecords } from '../formats/read.ts';
import { type IncomingHook, isRejection, type Rejection } from '../formats/record.ts';
import { mapRecords } from '../mapping/map-records.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { InputFile } from './input-files.ts';

/** What was read so far, of all files together. */
export type Reading = {
  read: number;
  rejected: number;
  bytes: number;
  /** The first file that breaks off. */
  cut: string | null;
  /** The first file that could not be used at all, and why. */
  unreadable: string | null;
  /** Why the first record was refused. */
  firstReason: string | null;
};

export type FilesOptions = { mapping: Mapping; format?: FileFormat; minViews: number };

type Batch = Array<IncomingHook | Rejection>;

/** Small files go together, since every batch is a statement. */
const batchSize = 1000;

export function newReading(): Reading {
  return { read: 0, rejected: 0, bytes: 0, cut: null, unreadable: null, firstReason: null };
}

/** Counts into `reading`. Throws where a file cannot be read to its end. */
export async function* readFiles(
  files: readonly InputFile[],
  { mapping, format, minViews }: FilesOptions,
  reading: Reading,
): AsyncGenerator<Batch> {
  let waiting: Batch = [];
  for (const file of files) {
    const onCut = () => {
      reading.cut ??= file.name;
    };
    const bytes = counted(file.open(), reading);
    const raw = readRecords(bytes, { filename: file.name, format, records: mapping.records, onCut });
    for await (const batch of mapRecords(raw, mapping, { minViews })) {
      waiting = waiting.length === 0 ? batch : [...waiting, ...batch];
      if (waiting.length < batchSize) continue;
      count(waiting, reading);
      yield waiting;
      waiting = [];
    }
  }
  count(waiting, reading);
  if (waiting.length > 0) yield waiting;
}

function count(batch: Batch, reading: Reading): void {
  for (const item of batch) {
    if (!isRejection(item)) continue;
    reading.rejected++;
    const isWholeFile = item.field === 'file';
    const told = `${item.file}${isWholeFile ? '' : `, line ${item.line}`}: ${item.reason}`;
    reading.firstReason ??= told;
    // The broken files of a directory that yt-dlp filled are records of one file, and counted from 1.
    if (isWholeFile && item.record === 0) reading.unreadable ??= told;
  }
  reading.read += batch.length;
}

async function* counted(bytes: AsyncIterable<Uint8Array>, reading: Reading): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    reading.bytes += chunk.length;
    yield chunk;
  }
}
