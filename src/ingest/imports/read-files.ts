// Reads the files of one import as one stream of batches, and summarises their problems.
import { defaultLimits, type Limits } from '../../config/limits.ts';
import { redactSecrets } from '../../secrets/secret.ts';
import type { FileFormat } from '../formats/detect.ts';
import { readRecords } from '../formats/read.ts';
import { isZip } from '../formats/read-xlsx.ts';
import { type IncomingHook, isRejection, type RawRecord, type Rejection } from '../formats/record.ts';
import { type MapFileOptions, mapRecords } from '../mapping/map-record.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { Binding } from '../mapping/resolve-mapping.ts';
import type { InputFile } from './input-files.ts';

/** Totals of all files so far. */
export type Reading = {
  read: number;
  rejected: number;
  bytes: number;
  /** Name of the first truncated file. */
  cut: string | null;
  /** Name of the first file that was rejected as a whole, with the reason. */
  unreadable: string | null;
  /** Number of records with unreadable dates, and the first such value; null without any. */
  unreadDates: { count: number; first: string } | null;
  /** Rejection reason of the first rejected record. */
  firstReason: string | null;
  /** Binding of the last file with records. */
  binding: Binding | null;
  /** Whether a file was longer than `maxBytes`. */
  isPart: boolean;
};

export type FilesOptions = {
  mapping: Mapping;
  format?: FileFormat;
  /** Encoding of text. Default: detected. */
  encoding?: string;
  /** Number of the row of a table that names the columns. Default: detected. */
  headerRow?: number;
  /** Limit per file. The rest is received and discarded. */
  maxBytes?: number;
  limits?: Pick<Limits, 'spreadsheetBytes'>;
  /** The secrets sent for the files, by name, since an API may repeat them in a record. */
  secrets?: ReadonlyMap<string, string>;
} & Pick<MapFileOptions, 'minViews' | 'findBlock' | 'known' | 'detectsPreset'>;

export type Batch = Array<IncomingHook | Rejection>;

/** Batches of small files are joined, since every batch is one statement. */
const batchSize = 1000;

export function newReading(): Reading {
  return {
    read: 0,
    rejected: 0,
    bytes: 0,
    cut: null,
    unreadable: null,
    unreadDates: null,
    firstReason: null,
    binding: null,
    isPart: false,
  };
}

/** Adds to the totals in `reading`. Throws if a file cannot be read to its end. */
export async function* readFiles(
  files: readonly InputFile[],
  {
    mapping,
    format,
    encoding,
    headerRow,
    maxBytes = Number.POSITIVE_INFINITY,
    limits = defaultLimits,
    secrets,
    ...options
  }: FilesOptions,
  reading: Reading,
): AsyncGenerator<Batch> {
  let pending: Batch = [];
  for (const file of files) {
    const onCut = () => {
      reading.cut ??= file.name;
    };
    const onBind = (binding: Binding) => {
      reading.binding = binding;
    };
    const bytes = counted(file.open(), reading, maxBytes);
    const read = readRecords(bytes, {
      filename: file.name,
      format,
      encoding,
      headerRow,
      records: mapping.records,
      keyField: mapping.keyField,
      entries: mapping.entries,
      maxSpreadsheetBytes: limits.spreadsheetBytes,
      onCut,
    });
    const whole = maxBytes < Number.POSITIVE_INFINITY ? withoutCutRecord(read, reading) : read;
    const raw = secrets?.size ? withoutSecrets(whole, secrets) : whole;
    for await (const batch of mapRecords(raw, mapping, { ...options, onBind })) {
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
    if (!isRejection(item)) {
      const [first] = item.unreadDates;
      if (first === undefined) continue;
      reading.unreadDates ??= { count: 0, first };
      reading.unreadDates.count++;
      continue;
    }
    reading.rejected++;
    const isWholeFile = item.field === 'file';
    const message = `${item.file}${isWholeFile ? '' : `, line ${item.line}`}: ${item.reason}`;
    reading.firstReason ??= message;
    // Rejected files of a yt-dlp directory are records of one file, numbered from 1.
    if (isWholeFile && item.record === 0) reading.unreadable ??= message;
  }
  reading.read += batch.length;
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  reading: Reading,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const start = reading.bytes;
  let end = start + maxBytes;
  for await (const chunk of bytes) {
    // A workbook cannot be read in part, and has its own limit.
    if (reading.bytes === start && isZip(chunk)) end = Number.POSITIVE_INFINITY;
    const rest = end - reading.bytes;
    reading.bytes += Math.min(chunk.length, rest);
    reading.isPart ||= chunk.length > rest;
    if (rest > 0) yield chunk.subarray(0, rest);
  }
}

/**
 * The last record of a partial file is probably incomplete, so it is dropped, unless it is the only one: then it is the reason why the file
 * cannot be read.
 */
async function* withoutCutRecord(
  batches: AsyncIterable<Array<RawRecord | Rejection>>,
  reading: Reading,
): AsyncGenerator<Array<RawRecord | Rejection>> {
  let held: Array<RawRecord | Rejection> | undefined;
  let yielded = 0;
  for await (const batch of batches) {
    if (held) yield held;
    yielded += held?.length ?? 0;
    held = batch;
  }
  if (held) yield reading.isPart && yielded + held.length > 1 ? held.slice(0, -1) : held;
}

async function* withoutSecrets(
  batches: AsyncIterable<Array<RawRecord | Rejection>>,
  secrets: ReadonlyMap<string, string>,
): AsyncGenerator<Array<RawRecord | Rejection>> {
  const redact = <Value>(value: Value): Value => {
    const text = JSON.stringify(value);
    const redacted = redactSecrets(text, secrets);
    return redacted === text ? value : JSON.parse(redacted);
  };
  for await (const batch of batches)
    yield batch.map((item) =>
      isRejection(item) ? { ...item, value: redact(item.value) } : { ...item, fields: redact(item.fields) },
    );
}
