// Snapshot file, so that a start reads the catalog instead of building it. The format: `magic`, the length and the CRC-32 of the header,
// the header (JSON with everything except the arrays), then the bytes of the arrays, each with a CRC-32 in the header.
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { version as program } from '../../../config/version.ts';
import { allocateRecords } from '../record-bytes.ts';
import { sharedBytes, sharedDoubles, sharedInts, sharedShorts, sharedSignedInts } from '../shared-arrays.ts';
import { type Snapshot, snapshotLayout } from '../snapshot.ts';

const magic = Buffer.from('HOOKSNAP');
const prefixBytes = magic.length + 8;
const chunkBytes = 64 * 2 ** 20;
/** Suffix of a file while it is written. The next save replaces a file that an ended process left. */
export const draftSuffix = '.part';

/** Meaning of the columns. Another release of the program may split words or group templates differently. */
const meaning = { layout: snapshotLayout, program, byteOrder: endianness() };

const arrayTypes = {
  Uint8Array: sharedBytes,
  Uint16Array: sharedShorts,
  Int32Array: sharedSignedInts,
  Uint32Array: sharedInts,
  Float64Array: sharedDoubles,
};
/** Replaces an array in the header: its bytes begin at `at`, counted from the end of the header. */
type StoredArray = { array: keyof typeof arrayTypes; at: number; length: number; crc: number };

/** The database that the snapshot was read from stores `id` (store.ts). `bytes` is the size after the header. `snapshot` is JSON. */
type Header = typeof meaning & { id: string; version: number; bytes: number; snapshot: string };

/** Replaces the file after everything is written and synced. */
export function writeSnapshot(path: string, id: string, { records, trends, ...columns }: Snapshot): void {
  const arrays: NodeJS.TypedArray[] = [];
  let bytes = 0;
  const store = (_key: string, value: unknown): unknown => {
    if (!ArrayBuffer.isView(value)) return value;
    const array = value as NodeJS.TypedArray;
    const stored = { array: array.constructor.name, at: bytes, length: array.length, crc: checksum(array) };
    arrays.push(array);
    bytes += array.byteLength;
    return stored satisfies Record<keyof StoredArray, unknown>;
  };
  const content = { ...columns, records: new Uint8Array(records.buffer, records.byteOffset, records.length) };
  const snapshot = JSON.stringify({ ...content, trends: [...trends] }, store);
  const { version } = columns;
  const header = Buffer.from(JSON.stringify({ ...meaning, id, version, bytes, snapshot } satisfies Header));
  const prefix = Buffer.alloc(prefixBytes);
  magic.copy(prefix);
  prefix.writeUInt32LE(header.length, magic.length);
  prefix.writeUInt32LE(crc32(header), magic.length + 4);
  const draft = path + draftSuffix;
  const file = openSync(draft, 'w', 0o600);
  try {
    for (const array of [prefix, header, ...arrays])
      for (const chunk of chunksOf(array)) for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
    fsyncSync(file);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Throws if the file is absent, damaged or of another program, with a message for the log. */
export function readSnapshot(path: string): { id: string; snapshot: Snapshot } {
  const file = openSync(path, 'r');
  try {
    const { id, bytes, start, snapshot } = readHeader(file);
    const { size } = fstatSync(file);
    if (size !== start + bytes) throw new Error(`It has ${size} bytes instead of ${start + bytes}.`);
    const restore = (key: string, value: unknown) =>
      isStoredArray(value) ? readArray(file, start, value, key === 'records') : value;
    const { trends, ...columns } = JSON.parse(snapshot, restore);
    return { id, snapshot: { ...columns, trends: new Map(trends) } };
  } finally {
    closeSync(file);
  }
}

/** Returns the catalog version of the file; undefined if this program cannot read it. */
export function storedVersion(path: string): number | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      return readHeader(file).version;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function readHeader(file: number): Header & { start: number } {
  const prefix = fill(file, Buffer.alloc(prefixBytes), 0);
  if (!magic.equals(prefix.subarray(0, magic.length))) throw new Error('It is not a file of a catalog.');
  const length = prefix.readUInt32LE(magic.length);
  if (prefixBytes + length > fstatSync(file).size) throw new Error('Its end is missing.');
  const text = fill(file, Buffer.alloc(length), prefixBytes);
  if (crc32(text) !== prefix.readUInt32LE(magic.length + 4)) throw new Error('Its header is damaged.');
  const header: Header = JSON.parse(text.toString());
  for (const name of ['layout', 'program', 'byteOrder'] as const)
    if (header[name] !== meaning[name])
      throw new Error(`It was written with ${name} ${header[name]}, not ${meaning[name]}.`);
  return { ...header, start: prefixBytes + length };
}

function readArray(file: number, start: number, { array, at, length, crc }: StoredArray, isRecords: boolean) {
  // Records need space, since later versions append to them.
  const restored = isRecords ? allocateRecords(length).subarray(0, length) : arrayTypes[array](length);
  let position = start + at;
  for (const chunk of chunksOf(restored)) {
    fill(file, chunk, position);
    position += chunk.length;
  }
  if (checksum(restored) !== crc) throw new Error('Its columns are damaged.');
  return restored;
}

function isStoredArray(value: unknown): value is StoredArray {
  return typeof value === 'object' && value !== null && 'crc' in value;
}

function fill<T extends Uint8Array>(file: number, bytes: T, position: number): T {
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(file, bytes, at, bytes.length - at, position + at);
    if (count === 0) throw new Error('Its end is missing.');
    at += count;
  }
  return bytes;
}

function checksum(array: NodeJS.TypedArray): number {
  let crc = 0;
  for (const chunk of chunksOf(array)) crc = crc32(chunk, crc);
  return crc;
}

/** System calls take at most 2 GB. */
function* chunksOf({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Generator<Uint8Array> {
  for (let at = 0; at < byteLength; at += chunkBytes)
    yield new Uint8Array(buffer, byteOffset + at, Math.min(chunkBytes, byteLength - at));
}
