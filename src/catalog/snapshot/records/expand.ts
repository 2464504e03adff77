// Whole records, and single values of them, from their form in memory (members.ts).
import { type RecordMember, recordClosing, recordMembers } from '../../record.ts';
import type { Rows } from '../snapshot.ts';
import { fullMembers, wordsOfMembers, writtenOut } from './members.ts';
import { piecesOf } from './pieces.ts';

export type Records = Pick<Rows, 'records' | 'offsets' | 'lengths' | 'briefLengths'>;
type Name = RecordMember['name'];

const count = fullMembers.length;
/** Records are copied this many bytes at a time, so bytes behind their end are read and overwritten. */
export const wordBytes = 8;
/** What a record has beside its bytes in memory, at most. */
const mostAdded = fullMembers.reduce(
  (sum, { opening }, member) =>
    sum + opening.length + Math.max(...[...wordsOfMembers[member].values()].map(({ length }) => length)),
  recordClosing.length + wordBytes,
);

/** At least the bytes that writing a row's record overwrites. */
export function maxRecordBytes({ lengths }: Pick<Rows, 'lengths'>, row: number): number {
  return lengths[row] + mostAdded;
}

/** Writes a row's record, which is JSON, to `target` from `to` on. Returns its end. The bytes up to `maxRecordBytes` may change. */
export type WriteRecord = (row: number, target: Buffer, to: number) => number;

/** Positions below it are 32-bit integers, with which copying takes half the time. */
const maxPosition = 2 ** 30;

export function recordWriter({ records, offsets, briefLengths }: Omit<Records, 'lengths'>): WriteRecord {
  let start = 0;
  let source = new DataView(records.buffer, records.byteOffset);
  let viewed: Buffer | undefined;
  let output: DataView;

  function moveTo(offset: number): void {
    start = offset - (offset % maxPosition);
    source = new DataView(records.buffer, records.byteOffset + start);
  }

  return (row, target, to) => {
    if (offsets[row] < start || offsets[row] >= start + maxPosition) moveTo(offsets[row]);
    if (target !== viewed) {
      output = new DataView(target.buffer, target.byteOffset, target.length);
      viewed = target;
    }
    return copyRecord(source, (offsets[row] - start) | 0, briefLengths[row], output, to | 0);
  };
}

/** Copies words, not bytes, and beyond the end of each piece, which the next one overwrites. Their size as a literal saves 4 %. */
function copyRecord(source: DataView, from: number, briefLength: number, output: DataView, to: number): number {
  for (let done = 0; done < briefLength; done += 8)
    output.setBigInt64(to + done, source.getBigInt64(from + done, true), true);
  const pieces = piecesOf(source, from + briefLength);
  let at = from + briefLength + count;
  let end = to + briefLength;
  for (let place = 0; ; place++) {
    const { words, wordCount, byteLength } = pieces[place];
    for (let word = 0; word < wordCount; word++) output.setBigInt64(end + 8 * word, words[word], true);
    end += byteLength;
    if (place === pieces.length - 1) return end;
    for (;;) {
      const word = source.getInt32(at, true);
      output.setInt32(end, word, true);
      const found = findEnd(word);
      if (found !== 0) {
        const left = (31 - Math.clz32(found & -found)) >> 3;
        at += left + 1;
        end += left;
        break;
      }
      at += 4;
      end += 4;
    }
  }
}

const fourEnds = 0x01010101 * writtenOut;

/** Sets the highest bit of the first byte of a word that ends a value, and perhaps bits of those behind it; 0 if none does. */
function findEnd(word: number): number {
  const zeroAtEnd = word ^ fourEnds;
  return (zeroAtEnd - 0x01010101) & ~zeroAtEnd & 0x80808080;
}

/** Reused, since a buffer for each record takes longer than writing it. */
let scratch = Buffer.allocUnsafeSlow(16 * 1024);

/** The bytes of a row's record, until the next call. */
export function recordBytes(rows: Records, row: number): Buffer {
  const size = maxRecordBytes(rows, row);
  if (size > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * size);
  return scratch.subarray(0, recordWriter(rows)(row, scratch, 0));
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
