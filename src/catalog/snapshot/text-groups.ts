// Hooks with the same words: the rows whose text group another row has too. Many catalogs have none.
import { recordMembers } from '../record.ts';
import { type Ints, sharedInts } from './shared-arrays.ts';
import { type Rows, recordEnd } from './snapshot.ts';

/** `rows` are ascending; `groups[at]` is the group of `rows[at]`, of `count` groups in the order of their first rows. */
export type TextGroups = { count: number; rows: Ints; groups: Ints };

/** Of the first half of a text group, which is 16 hexadecimal digits, so different groups may have the same. */
export function hashTextGroup(textGroup: string): number {
  return Number.parseInt(textGroup.slice(0, 8), 16);
}

type Hashed = Pick<Rows, 'size' | 'textHashes' | 'records' | 'offsets' | 'lengths'>;

/**
 * Rows are grouped by hash, and groups of several are then compared in the records. So a row takes 4 bytes, and a version is merged
 * without looking up the group of each changed hook.
 */
export function findTextGroups(rows: Hashed): TextGroups {
  const byHash = Map.groupBy(rowsOfRepeatedHashes(rows), (row) => rows.textHashes[row]);
  const sharing = [...byHash.values()]
    .filter(hasSeveral)
    .flatMap((candidates) => [...Map.groupBy(candidates, (row) => textGroupOf(rows, row)).values()].filter(hasSeveral))
    .sort(([a], [b]) => a - b);
  const members = sharing.flatMap((group, number) => group.map((row) => ({ row, number })));
  members.sort((a, b) => a.row - b.row);
  const found = { count: sharing.length, rows: sharedInts(members.length), groups: sharedInts(members.length) };
  for (const [at, { row, number }] of members.entries()) [found.rows[at], found.groups[at]] = [row, number];
  return found;
}

const hasSeveral = ({ length }: readonly number[]) => length > 1;

/** With this many bits per row, one row in 32 is looked at although its hash is unique. */
const bitsPerRow = 64;

/** Ascending. Some rows are among them whose hash shares its bit with another hash. */
function rowsOfRepeatedHashes({ size, textHashes }: Hashed): number[] {
  const mask = 2 ** Math.ceil(Math.log2(Math.max(1, size) * bitsPerRow)) - 1;
  const seen = new Uint8Array((mask + 1) / 8);
  const repeated = new Uint8Array(seen.length);
  for (let row = 0; row < size; row++) {
    const bit = textHashes[row] & mask;
    const flag = 1 << (bit & 7);
    repeated[bit >>> 3] |= seen[bit >>> 3] & flag;
    seen[bit >>> 3] |= flag;
  }
  const found: number[] = [];
  for (let row = 0; row < size; row++) {
    const bit = textHashes[row] & mask;
    if ((repeated[bit >>> 3] & (1 << (bit & 7))) !== 0) found.push(row);
  }
  return found;
}

/** Quotes in JSON strings are escaped, so it occurs once. */
const opening = recordMembers.find(({ name }) => name === 'text_group')?.opening ?? '';

function textGroupOf(rows: Hashed, row: number): string {
  const record = rows.records.toString('latin1', rows.offsets[row], recordEnd(rows, row));
  const start = record.lastIndexOf(opening) + opening.length + 1;
  return record.slice(start, record.indexOf('"', start));
}
