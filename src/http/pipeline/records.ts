// The list envelope around records that are already JSON, so that nothing is serialized again.
import { maxRecordBytes, recordWriter } from '../../catalog/snapshot/records/expand.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';

/**
 * A latin1 string whose characters are UTF-8 bytes. node:http writes headers and such a body in one write; a Buffer takes a
 * second one.
 */
export type ByteString = string;

export function toByteString(text: string): ByteString {
  return Buffer.from(text).toString('latin1');
}

export function fromByteString(bytes: ByteString): string {
  return Buffer.from(bytes, 'latin1').toString();
}

/** `members` has the JSON that is added at the end of each record. */
type Joining = { separator?: string; members?: readonly ByteString[] };

/** The buffer is reused, since a string for each record takes twice as long as one for all of them. */
let page = Buffer.alloc(64 * 1024);

/** Joins the records of `rows`; without `isFull` only their first seven fields. */
export function joinRecords(
  snapshot: Snapshot,
  rows: Uint32Array,
  isFull: boolean,
  { separator = ',', members }: Joining = {},
): ByteString {
  const { records, offsets, briefLengths } = snapshot;
  const writeRecord = isFull ? recordWriter(snapshot) : undefined;
  let end = 0;
  let count = 0;
  for (const row of rows) {
    const closing = members ? `,${members[count]}}${separator}` : `}${separator}`;
    const size = maxRecordBytes(snapshot, row) + closing.length;
    if (end + size > page.length) page = Buffer.concat([page], 2 * (end + size));
    const start = offsets[row] ?? 0;
    if (writeRecord) end = writeRecord(row, page, end) - 1;
    else end += records.copy(page, end, start, start + (briefLengths[row] ?? 0));
    for (let at = 0; at < closing.length; at++) page[end++] = closing.charCodeAt(at);
    count++;
  }
  return count === 0 ? '' : page.toString('latin1', 0, end - separator.length);
}

/** Joins the same records with only these fields. */
export function pickFields(joined: ByteString, fields: readonly string[], separator = ','): ByteString {
  const records = JSON.parse(`[${fromByteString(joined)}]`) as Record<string, unknown>[];
  const picked = records.map((record) =>
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, record[field]]))),
  );
  return toByteString(picked.join(separator));
}

/** A list response without its timestamp, the only part in which two responses to one query differ. */
export type Envelope = { beforeTime: ByteString; afterTime: ByteString };

/** `more` are further members, as a JSON object. */
export function envelope(
  joined: ByteString,
  count: number,
  total: number,
  nextCursor: string | null,
  more = '{}',
): Envelope {
  // Cursors have no characters to escape.
  const cursor = nextCursor === null ? 'null' : `"${nextCursor}"`;
  const rest = more === '{}' ? '}' : `,${toByteString(more.slice(1))}`;
  return {
    beforeTime: `{"success":true,"data":[${joined}],"count":${count},"timestamp":"`,
    afterTime: `","total":${total},"next_cursor":${cursor}${rest}`,
  };
}

/** Returns the text as one piece. V8 would join the pieces of a template for every response that has them. */
export function flat(text: ByteString): ByteString {
  return Buffer.from(text, 'latin1').toString('latin1');
}

let formattedMs = 0;
let formatted = '';

/** Returns ISO 8601. Formatted once per millisecond, in which a busy process serves dozens of requests. */
export function currentTime(): string {
  const now = Date.now();
  if (now !== formattedMs) {
    formatted = new Date(now).toISOString();
    formattedMs = now;
  }
  return formatted;
}

export function stamp({ beforeTime, afterTime }: Envelope): ByteString {
  return `${beforeTime}${currentTime()}${afterTime}`;
}
