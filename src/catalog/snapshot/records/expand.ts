// Whole records, and single values of them, from their form in memory (members.ts).
import { type RecordMember, recordClosing, recordMembers } from '../../record.ts';
import type { Rows } from '../snapshot.ts';
import { fullMembers, wordsOfMembers, writtenOut } from './members.ts';

export type Records = Pick<Rows, 'records' | 'offsets' | 'lengths' | 'briefLengths'>;
type Name = RecordMember['name'];

const count = fullMembers.length;
/** What a record has beside its bytes in memory, at most. */
const mostAdded = fullMembers.reduce(
  (sum, { opening }, member) =>
    sum + opening.length + Math.max(...[...wordsOfMembers[member].values()].map(({ length }) => length)),
  recordClosing.length,
);

/** At least the bytes of a row's record. */
export function maxRecordBytes({ lengths }: Pick<Rows, 'lengths'>, row: number): number {
  return lengths[row] + mostAdded;
}

/** Writes a row's record, which is JSON, to `target` from `to` on. Returns its end. */
export function writeRecord(
  { records, offsets, briefLengths }: Records,
  row: number,
  target: Buffer,
  to: number,
): number {
  const bytes = offsets[row] + briefLengths[row];
  const pieces = piecesOf(records, bytes);
  let end = to + records.copy(target, to, offsets[row], bytes);
  let at = bytes + count;
  for (let place = 0; place < pieces.length; place++) {
    if (place > 0) for (let byte = records[at++]; byte !== writtenOut; byte = records[at++]) target[end++] = byte;
    target.set(pieces[place], end);
    end += pieces[place].length;
  }
  return end;
}

/** The text before, between and behind the values that are written out. */
type Pieces = readonly Uint8Array[];

/** By hash of the bytes of a record. Most records of a catalog share a few combinations of them. */
const known = new Map<number, { bytes: Uint8Array; pieces: Pieces }>();
const maxKnown = 4096;

function piecesOf(records: Uint8Array, at: number): Pieces {
  let hash = 0;
  for (let member = 0; member < count; member++) hash = Math.imul(hash ^ records[at + member], 0x01000193);
  const found = known.get(hash);
  if (found && areBytes(found.bytes, records, at)) return found.pieces;
  const bytes = Uint8Array.from(records.subarray(at, at + count));
  const pieces = makePieces(bytes);
  if (known.size >= maxKnown) known.clear();
  known.set(hash, { bytes, pieces });
  return pieces;
}

function areBytes(bytes: Uint8Array, records: Uint8Array, at: number): boolean {
  for (let member = 0; member < count; member++) if (bytes[member] !== records[at + member]) return false;
  return true;
}

function makePieces(bytes: Uint8Array): Pieces {
  const pieces = [''];
  for (const [member, { opening }] of fullMembers.entries()) {
    pieces[pieces.length - 1] += opening + (wordsOfMembers[member].get(bytes[member]) ?? '');
    if (bytes[member] === writtenOut) pieces.push('');
  }
  pieces[pieces.length - 1] += recordClosing;
  return pieces.map((piece) => Buffer.from(piece));
}

/** Reused, since a buffer for each record takes longer than writing it. */
let scratch = Buffer.allocUnsafeSlow(16 * 1024);

/** The bytes of a row's record, until the next call. */
export function recordBytes(rows: Records, row: number): Buffer {
  const size = maxRecordBytes(rows, row);
  if (size > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * size);
  return scratch.subarray(0, writeRecord(rows, row, scratch, 0));
}

const briefOpenings = new Map(recordMembers.slice(0, -count).map(({ name, opening }) => [name, Buffer.from(opening)]));
const places = new Map(fullMembers.map(({ name }, member) => [name, member]));

/** Where the JSON of a text starts that the row has. */
export function startOfText(
  { records, offsets, briefLengths }: Omit<Records, 'lengths'>,
  row: number,
  name: Name,
): number {
  const opening = briefOpenings.get(name);
  // Quotes in JSON strings are escaped, so the opening occurs once in a record.
  if (opening) return records.indexOf(opening, offsets[row]) + opening.length;
  const bytes = offsets[row] + briefLengths[row];
  const end = bytes + (places.get(name) ?? 0);
  let at = bytes + count;
  for (let member = bytes; member < end; member++)
    if (records[member] === writtenOut) while (records[at++] !== writtenOut);
  return at;
}

/** JSON of a value that takes a byte, such as of `label_method`; undefined of another. */
export function readWord({ records, offsets, briefLengths }: Records, row: number, name: Name): string | undefined {
  const member = places.get(name) ?? 0;
  return wordsOfMembers[member].get(records[offsets[row] + briefLengths[row] + member]);
}
