// Reads rows out of PostgreSQL's binary COPY format. It knows the types of the columns; what they mean is elsewhere.
import type { Rise } from '../../trends/growth.ts';
import type { HookRow } from '../record.ts';

/** A row of copySnapshot. `seen_at` in milliseconds since 1970. */
export type SnapshotRow = HookRow & { version: number; added_version: number; seen_at: number };

const copyHeaderBytes = 19;
/** The format counts microseconds from the year 2000. */
const epochMs = Date.UTC(2000, 0, 1);

type Fields = { data: Buffer; at: number };

/** Calls `take` with every row of what copySnapshot sends. */
export function copyHooks(chunks: AsyncIterable<Buffer>, take: (row: SnapshotRow) => void): Promise<void> {
  return copyRows(chunks, (fields) => take(readHook(fields)));
}

/** Calls `take` with every row of what copyRises sends. */
export function copyRises(chunks: AsyncIterable<Buffer>, take: (rise: Rise) => void): Promise<void> {
  return copyRows(chunks, (fields) => take(readRise(fields)));
}

/** A header, then per row a field count and length-prefixed fields. */
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

/** The end of the rows is a field count of -1. */
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

function readHook(fields: Fields): SnapshotRow {
  // Members are evaluated in the order in which they are written, which is that of the columns.
  return {
    id: bigint(fields) ?? 0,
    text: text(fields) ?? '',
    views: bigint(fields) ?? 0,
    platform: text(fields) ?? '',
    archetype: text(fields) ?? '',
    emotional_trigger: text(fields) ?? '',
    niche: text(fields) ?? '',
    format: text(fields),
    language: text(fields),
    creator: text(fields),
    source_url: text(fields),
    published_at: moment(fields),
    views_captured_at: moment(fields),
    likes: bigint(fields),
    comments: bigint(fields),
    shares: bigint(fields),
    duration_seconds: double(fields),
    template: text(fields),
    word_count: int(fields) ?? 0,
    label_method: text(fields) as HookRow['label_method'],
    label_confidence: double(fields) ?? 0,
    added_at: moment(fields) ?? 0,
    updated_at: moment(fields) ?? 0,
    sample: boolean(fields),
    version: bigint(fields) ?? 0,
    added_version: bigint(fields) ?? 0,
    seen_at: moment(fields) ?? 0,
  };
}

function readRise(fields: Fields): Rise {
  return {
    hookId: bigint(fields) ?? 0,
    fromAt: moment(fields) ?? 0,
    fromViews: bigint(fields) ?? 0,
    toAt: moment(fields) ?? 0,
    toViews: bigint(fields) ?? 0,
  };
}

/** Steps over the next field. Returns where it begins, or -1 for null. */
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

function moment(fields: Fields): number | null {
  const micros = bigint(fields);
  return micros === null ? null : epochMs + Math.floor(micros / 1000);
}

function boolean(fields: Fields): boolean {
  const start = next(fields);
  return start >= 0 && fields.data[start] === 1;
}
