// The formats of exports, and code shared by their encoders.

import { constants, crc32, deflateRawSync } from 'node:zlib';
import { recordClosing, recordMembers } from '../../catalog/record.ts';
import type { Records } from '../../catalog/snapshot/records/expand.ts';
import { type HookColumn, hookColumn, recordColumns } from '../../db/hook-columns.ts';
import type { ExportFormat } from '../../db/tables/exports.ts';

export const formats = ['json', 'jsonl', 'csv', 'parquet'] as const satisfies ExportFormat[];
export type Format = ExportFormat;

/** Returns whether a file of the format is also stored compressed. Parquet is compressed internally. */
export function isCompressible(format: Format): boolean {
  return format !== 'parquet';
}

/**
 * Passes the bytes of the file to `write`, in order; uses a few MB of memory at most. `fields` are fields of the record; null means all.
 */
export type Encoder = (
  records: Records,
  rows: Uint32Array,
  write: WriteBytes,
  fields: readonly string[] | null,
) => void;

// Flat columns of csv and parquet, in the order of the record.

export type Column = {
  name: string;
  type: 'STRING' | 'INT64' | 'INT32' | 'DOUBLE' | 'TIMESTAMP' | 'BOOLEAN';
  nullable: boolean;
};

const types: Record<HookColumn['type'], Column['type']> = {
  text: 'STRING',
  bigint: 'INT64',
  int: 'INT32',
  'double precision': 'DOUBLE',
  timestamptz: 'TIMESTAMP',
  boolean: 'BOOLEAN',
};

export const columns: readonly Column[] = recordColumns.map((column) => {
  const { type, prefix, nullable = false, path = [column] } = hookColumn(column);
  return { name: path.join('_'), type: prefix === undefined ? types[type] : 'STRING', nullable };
});

/** Returns the columns of these fields of the record. */
export function columnsOf(fields: readonly string[]): readonly Column[] {
  const names = new Set(
    recordColumns
      .map((column) => hookColumn(column).path ?? [column])
      .flatMap((path) => (fields.includes(path[0] ?? '') ? [path.join('_')] : [])),
  );
  return columns.filter(({ name }) => names.has(name));
}

const nestedColumns = recordColumns.flatMap((column) => {
  const { path } = hookColumn(column);
  return path ? [{ name: path.join('_'), path }] : [];
});

export type FlatHook = Record<string, string | number | boolean | null>;

/** Flattens a record: members of its objects become columns. */
export function flatten(json: string): FlatHook {
  const record = JSON.parse(json);
  for (const { name, path } of nestedColumns) record[name] = path.reduce((object, member) => object[member], record);
  return record;
}

// Copies some fields of a record without parsing it, since its members have a fixed order.

/** Writes the chosen fields as JSON to `target` from `to` on, in at most the record's size. Returns the end. */
type PickFields = (record: Uint8Array, target: Uint8Array, to: number) => number;

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openingBrace, closingBrace] = [0x7b, 0x7d];

export function createFieldPicker(fields: readonly string[]): PickFields {
  const members = recordMembers.map(({ name, opening }, at) => {
    const { path: [field = name] = [name] } = hookColumn(name);
    const previous = recordMembers[at - 1]?.name;
    return {
      length: Buffer.byteLength(opening),
      /** Number of braces that close the objects of the previous member. */
      closing: opening.length - opening.replace(/^}+/, '').length,
      isFirst: previous === undefined || (hookColumn(previous).path?.[0] ?? previous) !== field,
      isChosen: fields.includes(field),
    };
  });

  return (record, target, to) => {
    target[to++] = openingBrace;
    const first = to;
    let from = 0;
    let start = 0;
    let isCopied = false;
    const copy = (end: number) => {
      if (!isCopied) return;
      if (to > first) target[to++] = comma;
      for (let at = start; at < end; at++) target[to++] = record[at] ?? 0;
    };
    for (const { length, closing, isFirst, isChosen } of members) {
      if (isFirst) {
        copy(from + closing);
        // Position after the comma, or after the opening brace of the record.
        start = from + closing + 1;
        isCopied = isChosen;
      }
      from = endOfValue(record, from + length);
    }
    copy(from + recordClosing.length - 1);
    target[to++] = closingBrace;
    return to;
  };
}

/** Returns the end of a JSON text, number, boolean or null. */
export function endOfValue(record: Uint8Array, from: number): number {
  let at = from;
  if (record[at] !== quote) {
    while (record[at] !== comma && record[at] !== closingBrace) at++;
    return at;
  }
  while (record[++at] !== quote) if (record[at] === backslash) at++;
  return at + 1;
}

// Combines small writes into chunks of 1 MB.

/** The caller may overwrite the bytes as soon as it returns. */
type WriteBytes = (bytes: Uint8Array) => void;

const chunkBytes = 1024 * 1024;

type BufferedWrites = {
  /** Number of bytes used in the chunk. */
  used: number;
  /** Returns the chunk, with space for at least that many more bytes. */
  reserve: (bytes: number) => Buffer;
  add: (bytes: Buffer) => void;
  flush: () => void;
};

export function bufferWrites(write: WriteBytes): BufferedWrites {
  let chunk = Buffer.allocUnsafeSlow(chunkBytes);
  const writes: BufferedWrites = { used: 0, reserve, add, flush };

  function reserve(bytes: number): Buffer {
    if (writes.used + bytes > chunk.length) flush();
    if (bytes > chunk.length) chunk = Buffer.allocUnsafeSlow(bytes);
    return chunk;
  }

  /** Copied in a loop, since most are separators, for which `set` takes longer. */
  function add(bytes: Buffer): void {
    const target = reserve(bytes.length);
    for (const byte of bytes) target[writes.used++] = byte;
  }

  function flush(): void {
    if (writes.used > 0) write(chunk.subarray(0, writes.used));
    writes.used = 0;
  }

  return writes;
}

// Compresses the chunks of a file as they are written, into one gzip member.

/** Level 3 saves most of the bytes at half the CPU time of the default. */
const options = { level: 3, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 256 * 1024 };

/** Header for Deflate, without flags, time and operating system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const lastBlock = deflateRawSync(Buffer.alloc(0));

/**
 * The encoders are synchronous, so a zlib stream could not pass on its bytes before the end. Instead, each chunk is compressed alone and
 * ends at a whole byte, which makes the parts one stream. Several members would be shorter to write, but some clients read only the first.
 */
export function gzipWrites(write: WriteBytes): { add: WriteBytes; end: () => void } {
  let checksum = 0;
  let length = 0;
  write(header);
  return {
    add(bytes) {
      checksum = crc32(bytes, checksum);
      length += bytes.length;
      write(deflateRawSync(bytes, options));
    },
    end() {
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(checksum, 0);
      trailer.writeUInt32LE(length % 2 ** 32, 4);
      write(Buffer.concat([lastBlock, trailer]));
    },
  };
}
