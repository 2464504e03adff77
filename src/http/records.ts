// The list envelope around records that are JSON already: nothing is serialised again.
import type { Facets } from '../catalog/facets.ts';
import type { Snapshot } from '../catalog/snapshot.ts';

/**
 * Bodies travel as latin1 strings whose characters are the bytes of UTF-8: node:http writes headers and such a body in one
 * go, where a Buffer costs a second one, and joining strings copies nothing until then.
 */
export type ByteString = string;

export function toByteString(text: string): ByteString {
  return Buffer.from(text).toString('latin1');
}

/** The records of `rows`, joined by commas; brief ones end after their seventh field. */
export function joinRecords(
  { records, offsets, briefLengths }: Snapshot,
  rows: Uint32Array,
  isFull: boolean,
): ByteString {
  let joined = '';
  for (const row of rows) {
    if (joined !== '') joined += ',';
    const start = offsets[row];
    if (isFull) joined += records.toString('latin1', start, offsets[row + 1]);
    else joined += `${records.toString('latin1', start, start + briefLengths[row])}}`;
  }
  return joined;
}

/** The same records with only these fields, in the order of the record. */
export function pickFields(joined: ByteString, fields: readonly string[]): ByteString {
  const records = JSON.parse(`[${Buffer.from(joined, 'latin1')}]`) as Record<string, unknown>[];
  const picked = records.map((record) =>
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, record[field]]))),
  );
  return toByteString(picked.join());
}

/** The envelope of list answers. */
export function envelope(
  joined: ByteString,
  count: number,
  total: number,
  nextCursor: string | null,
  facets?: Facets,
): ByteString {
  const cursor = nextCursor === null ? 'null' : `"${nextCursor}"`;
  const counted = facets ? `,"facets":${toByteString(JSON.stringify(facets))}` : '';
  return `{"success":true,"data":[${joined}],"count":${count},"timestamp":"${new Date().toISOString()}","total":${total},"next_cursor":${cursor}${counted}}`;
}
