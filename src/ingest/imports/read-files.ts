// Reads the files of one import as one stream of batches, and summarises their problems.
import type { FileFormat } from '../formats/detect.ts';
import { readRecords } from '../formats/read.ts';
import { type IncomingHook, isRejection, type Rejection } from '../formats/record.ts';
import type { MapOptions } from '../mapping/map-record.ts';
import { mapRecords } from '../mapping/map-records.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { InputFile } from './input-files.ts';

/** Totals of all files so far. */
export type Reading = {
  read: number;
  rejected: number;
  bytes: number;
  /** The first truncated file. */
  cut: string | null;
  /** The first file that was rejected as a whole, and why. */
  unreadable: string | null;
  /** Why the first record was rejected. */
  firstReason: string | null;
};

export type FilesOptions = { mapping: Mapping; format?: FileFormat } & Pick<
  MapOptions,
  'minViews' | 'findBlock' | 'platforms'
>;

type Batch = Array<IncomingHook | Rejection>;

/** Batches of small files are joined, since every batch is a statement. */
const batchSize = 1000;

export function newReading(): Reading {
  return { read: 0, rejected: 0, bytes: 0, cut: null, unreadable: null, firstReason: null };
}

/** Counts into `reading`. Throws if a file cannot be read to its end. */
export async function* readFiles(
  files: readonly InputFile[],
  { mapping, format, ...options }: FilesOptions,
  reading: Reading,
): AsyncGenerator<Batch> {
  let pending: Batch = [];
  for (const file of files) {
    const onCut = () => {
      reading.cut ??= file.name;
    };
    const bytes = counted(file.open(), reading);
    const raw = readRecords(bytes, { filename: file.name, format, records: mapping.records, onCut });
    for await (const batch of mapRecords(raw, mapping, options)) {
      pending = pending.length === 0 ? batch : [...pending, ...batch];
      if (pending.length < batchSize) continue;
      count(pending, reading);
      yield pending;
      pending = [];
    }
  }
  count(pending, reading);
  if (pending.length > 0) yield pending;
}

function count(batch: Batch, reading: Reading): void {
  for (const item of batch) {
    if (!isRejection(item)) continue;
    reading.rejected++;
    const isWholeFile = item.field === 'file';
    const message = `${item.file}${isWholeFile ? '' : `, line ${item.line}`}: ${item.reason}`;
    reading.firstReason ??= message;
    // Rejected files of a yt-dlp directory are records of one file, numbered from 1.
    if (isWholeFile && item.record === 0) reading.unreadable ??= message;
  }
  reading.read += batch.length;
}

async function* counted(bytes: AsyncIterable<Uint8Array>, reading: Reading): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    reading.bytes += chunk.length;
    yield chunk;
  }
}
