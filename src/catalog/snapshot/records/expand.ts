// Expands records in memory (members.ts) to whole records and single values.
import { type RecordMember, recordClosing, recordMembers } from '../../record.ts';
import type { Rows } from '../snapshot.ts';
import { fullMembers, wordsOfMembers, writtenOut } from './members.ts';

export type Records = Pick<Rows, 'records' | 'offsets' | 'lengths' | 'briefLengths'>;
type Name = RecordMember['name'];

const count = fullMembers.length;
const members = fullMembers.map(({ opening }, member) => ({
  opening: Buffer.from(opening),
  /** Values that are stored as one byte. */
  words: new Map([...wordsOfMembers[member]].map(([byte, json]) => [byte, Buffer.from(opening + json)])),
}));
const closing = Buffer.from(recordClosing);
/** Maximum number of bytes of a record in addition to its bytes in memory. */
const mostAdded = members.reduce(
  (sum, { words }) => sum + Math.max(...[...words.values()].map(({ length }) => length)),
  closing.length,
);

/** Returns at least the length of a row's record. */
export function maxRecordBytes({ lengths }: Pick<Rows, 'lengths'>, row: number): number {
  return lengths[row] + mostAdded;
}

/** Writes a row's record, which is JSON, to `target` from `to` on. Returns its end. */
export type WriteRecord = (row: number, target: Buffer, to: number) => number;

export function recordWriter({ records, offsets, briefLengths }: Omit<Records, 'lengths'>): WriteRecord {
  return (row, target, to) => {
    const bytes = offsets[row] + briefLengths[row];
    let end = to + records.copy(target, to, offsets[row], bytes);
    let from = bytes + count;
    for (let member = 0; member < count; member++) {
      const { opening, words } = members[member];
      const known = words.get(records[bytes + member]) ?? opening;
      for (let at = 0; at < known.length; at++) target[end++] = known[at];
      if (known !== opening) continue;
      for (; records[from] !== writtenOut; from++) target[end++] = records[from];
      from++;
    }
    for (let at = 0; at < closing.length; at++) target[end++] = closing[at];
    return end;
  };
}

/** Reused, since a buffer per record takes longer than writing it. It must be read before the next call. */
let scratch = Buffer.allocUnsafeSlow(16 * 1024);

/** Returns the bytes of a row's record, which are valid until the next call. */
export function recordBytes(rows: Records, row: number): Buffer {
  const size = maxRecordBytes(rows, row);
  if (size > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * size);
  return scratch.subarray(0, recordWriter(rows)(row, scratch, 0));
}

const briefOpenings = new Map(recordMembers.slice(0, -count).map(({ name, opening }) => [name, Buffer.from(opening)]));
const places = new Map(fullMembers.map(({ name }, member) => [name, member]));

/** Returns the start of a text's JSON. The row must have this text. */
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

/** Returns the JSON of a value that is stored as one byte, such as `label_method`, else undefined. */
export function readWord({ records, offsets, briefLengths }: Records, row: number, name: Name): string | undefined {
  const member = places.get(name) ?? 0;
  return wordsOfMembers[member].get(records[offsets[row] + briefLengths[row] + member]);
}
