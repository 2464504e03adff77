// The list envelope around records that are JSON already: bytes are copied, nothing is serialised again.
import type { Snapshot } from '../catalog/snapshot.ts';

const comma = 0x2c;
const closingBrace = 0x7d;

/** The records of `rows`, joined by commas; brief ones end after their seventh field. */
export function joinRecords({ records, offsets, briefLengths }: Snapshot, rows: Uint32Array, isFull: boolean): Buffer {
  let length = 0;
  for (const row of rows) length += 1 + (isFull ? offsets[row + 1] - offsets[row] : briefLengths[row] + 1);
  const joined = Buffer.allocUnsafe(Math.max(0, length - 1));
  let at = 0;
  for (const row of rows) {
    if (at > 0) joined[at++] = comma;
    const start = offsets[row];
    at += records.copy(joined, at, start, isFull ? offsets[row + 1] : start + briefLengths[row]);
    if (!isFull) joined[at++] = closingBrace;
  }
  return joined;
}

/** The same records with only these fields, in the order of the record. */
export function pickFields(joined: Buffer, fields: readonly string[]): Buffer {
  const records = JSON.parse(`[${joined.toString()}]`) as Record<string, unknown>[];
  const picked = records.map((record) =>
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, record[field]]))),
  );
  return Buffer.from(picked.join());
}

const opening = Buffer.from('{"success":true,"data":[');

/** The envelope of list answers. `rest` follows the timestamp. */
export function envelope(joined: Buffer, count: number, rest: Record<string, unknown>): Buffer {
  const closing = `],"count":${count},"timestamp":"${new Date().toISOString()}",${JSON.stringify(rest).slice(1)}`;
  const body = Buffer.allocUnsafe(opening.length + joined.length + Buffer.byteLength(closing));
  opening.copy(body);
  joined.copy(body, opening.length);
  body.write(closing, opening.length + joined.length);
  return body;
}
