// The list envelope around records that are JSON already: nothing is serialised again.
import { recordEnd, type Snapshot } from '../catalog/snapshot.ts';

/**
 * Bodies travel as latin1 strings whose characters are the bytes of UTF-8: node:http writes headers and such a body in one
 * go, where a Buffer costs a second one.
 */
export type ByteString = string;

export function toByteString(text: string): ByteString {
  return Buffer.from(text).toString('latin1');
}

const comma = 0x2c;
const closingBrace = 0x7d;

/** The records of `rows`, joined by commas; brief ones end after their seventh field. */
export function joinRecords(snapshot: Snapshot, rows: Uint32Array, isFull: boolean): Buffer {
  const { records, offsets, briefLengths } = snapshot;
  const endOf = (row: number) => (isFull ? recordEnd(snapshot, row) : offsets[row] + briefLengths[row]);
  let length = 0;
  for (const row of rows) length += endOf(row) - offsets[row] + 2;
  const joined = Buffer.allocUnsafe(length);
  let at = 0;
  for (const row of rows) {
    if (at > 0) joined[at++] = comma;
    at += records.copy(joined, at, offsets[row], endOf(row));
    if (!isFull) joined[at++] = closingBrace;
  }
  return joined.subarray(0, at);
}

/** The same records with only these fields, in the order of the record. */
export function pickFields(joined: Buffer, fields: readonly string[]): Buffer {
  const records = JSON.parse(`[${joined}]`) as Record<string, unknown>[];
  const picked = records.map((record) =>
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, record[field]]))),
  );
  return Buffer.from(picked.join());
}

/** A list answer but for its time, which is the only part that two answers of one query differ in. */
export type Envelope = { beforeTime: ByteString; afterTime: ByteString };

const opening = Buffer.from('{"success":true,"data":[');

export function envelope(
  joined: Buffer,
  count: number,
  total: number,
  nextCursor: string | null,
  more: Record<string, unknown> = {},
): Envelope {
  const rest = JSON.stringify({ total, next_cursor: nextCursor, ...more });
  const closing = Buffer.from(`],"count":${count},"timestamp":"`);
  return {
    beforeTime: Buffer.concat([opening, joined, closing]).toString('latin1'),
    afterTime: `",${toByteString(rest.slice(1))}`,
  };
}

let formattedMs = 0;
let formatted = '';

/** Formatted once a millisecond, in which a busy process answers dozens of requests. */
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
