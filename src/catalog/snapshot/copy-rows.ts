// Parser of PostgreSQL's binary COPY format, for the statements of store.ts.
import { type HookColumnName, hookColumn } from '../../db/hook-columns.ts';
import type { Rise } from '../../trends/growth.ts';
import { type SnapshotRow, snapshotColumns } from './store.ts';

const copyHeaderBytes = 19;
/** PostgreSQL's timestamps are microseconds since 2000. */
const epochMs = Date.UTC(2000, 0, 1);

type Fields = { data: Buffer; at: number };

/** Calls `take` with every row of copyHooksAfter. */
export function copyHooks(chunks: AsyncIterable<Buffer>, take: (row: SnapshotRow) => void): Promise<void> {
  return copyRows(chunks, (fields) => take(readHook(fields)));
}

/** Calls `take` with every row of copyRisesAfter. */
export function copyRises(chunks: AsyncIterable<Buffer>, take: (rise: Rise) => void): Promise<void> {
  return copyRows(chunks, (fields) => take(readRise(fields)));
}

/** The format has a header, then per row a field count and length-prefixed fields. */
async function copyRows(chunks: AsyncIterable<Buffer>, take: (fields: Fields) => void): Promise<void> {
  const fields: Fields = { data: Buffer.alloc(0), at: 0 };
  let isFirst = true;
  for await (const chunk of chunks) {
    const rest = fields.data.subarray(fields.at);
    fields.data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    fields.at = 0;
    if (isFirst) {
      if (fields.data.length < copyHeaderBytes) continue;
      fields.at = copyHeaderBytes;
      isFirst = false;
    }
    while (hasRow(fields)) {
      fields.at += 2;
      take(fields);
    }
  }
}

/** A field count of -1 ends the rows. */
function hasRow({ data, at }: Fields): boolean {
  if (at + 2 > data.length) return false;
  const count = data.readInt16BE(at);
  let end = at + 2;
  for (let field = 0; field < count; field++) {
    if (end + 4 > data.length) return false;
    end += 4 + Math.max(0, data.readInt32BE(end));
  }
  return count >= 0 && end <= data.length;
}

const readers = { text, bigint, int, 'double precision': double, timestamptz: timestamp, boolean };
const hookReaders = snapshotColumns.map((name) => ({ name, read: readers[hookColumn(name).type] }));

/** Fields are in the order of the columns. */
function readHook(fields: Fields): SnapshotRow {
  const row: Partial<Record<HookColumnName, unknown>> = {};
  for (const { name, read } of hookReaders) row[name] = read(fields);
  return row as SnapshotRow;
}

function readRise(fields: Fields): Rise {
  return {
    hookId: bigint(fields) ?? 0,
    fromAt: timestamp(fields) ?? 0,
    fromViews: bigint(fields) ?? 0,
    toAt: timestamp(fields) ?? 0,
    toViews: bigint(fields) ?? 0,
    isRefreshed: boolean(fields),
  };
}

/** Moves to the next field. Returns its start, or -1 for null. */
function next(fields: Fields): number {
  const length = fields.data.readInt32BE(fields.at);
  const start = fields.at + 4;
  fields.at = start + Math.max(0, length);
  return length < 0 ? -1 : start;
}

function text(fields: Fields): string | null {
  const start = next(fields);
  return start < 0 ? null : fields.data.toString('utf8', start, fields.at);
}

function bigint(fields: Fields): number | null {
  const start = next(fields);
  return start < 0 ? null : fields.data.readInt32BE(start) * 2 ** 32 + fields.data.readUInt32BE(start + 4);
}

function int(fields: Fields): number | null {
  const start = next(fields);
  return start < 0 ? null : fields.data.readInt32BE(start);
}

function double(fields: Fields): number | null {
  const start = next(fields);
  return start < 0 ? null : fields.data.readDoubleBE(start);
}

function timestamp(fields: Fields): number | null {
  const micros = bigint(fields);
  return micros === null ? null : epochMs + Math.floor(micros / 1000);
}

function boolean(fields: Fields): boolean {
  const start = next(fields);
  return start >= 0 && fields.data[start] === 1;
}
