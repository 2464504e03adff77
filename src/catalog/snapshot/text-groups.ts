// Hooks with the same words: the rows whose text group another row has too. Many catalogs have none.
import { recordMembers } from '../record.ts';
import { gone, type NewRows } from './merge-words.ts';
import { sharedInts } from './shared-arrays.ts';
import { type Rows, recordEnd, type TextGroups } from './snapshot.ts';

/** Of the first half of a text group, which is 16 hexadecimal digits, so different groups may have the same. */
export function hashTextGroup(textGroup: string): number {
  return Number.parseInt(textGroup.slice(0, 8), 16);
}

/** Rows of the same hash are compared in their records, so that a row takes 4 bytes. */
type Hashed = Pick<Rows, 'textHashes' | 'records' | 'offsets' | 'lengths'>;

export function findTextGroups(rows: Hashed): TextGroups {
  return toTextGroups([], groupByText(rows, repeatedRows(rows.textHashes)));
}

/** Equals findTextGroups(rows). `newRows` maps rows of the previous version; groups without a changed hash are taken from it. */
export function mergeTextGroups(
  rows: Hashed,
  base: TextGroups,
  newRows: NewRows,
  changedHashes: Uint32Array,
): TextGroups {
  const changed = new Set(changedHashes);
  const kept: Member[] = [];
  for (let at = 0; at < base.rows.length; at++) {
    const row = newRows[base.rows[at]];
    if (row !== gone && !changed.has(rows.textHashes[row])) kept.push({ row, group: base.groups[at] });
  }
  return toTextGroups(kept, groupByText(rows, rowsWithHashes(rows.textHashes, changed)), base.count);
}

type Member = { row: number; group: number };

/** `kept` are of `keptCount` groups, of which some may have lost members. Groups of one member are left out. */
function toTextGroups(kept: readonly Member[], found: readonly number[][], keptCount = 0): TextGroups {
  const members = [...kept, ...found.flatMap((group, at) => group.map((row) => ({ row, group: keptCount + at })))];
  if (found.length > 0) members.sort((a, b) => a.row - b.row);
  const sizes = new Uint32Array(keptCount + found.length);
  for (const { group } of members) sizes[group]++;
  const sharing = members.filter(({ group }) => sizes[group] > 1);
  const numbers = new Int32Array(sizes.length).fill(-1);
  const groups: TextGroups = { count: 0, rows: sharedInts(sharing.length), groups: sharedInts(sharing.length) };
  for (let at = 0; at < sharing.length; at++) {
    const { row, group } = sharing[at];
    if (numbers[group] < 0) numbers[group] = groups.count++;
    groups.rows[at] = row;
    groups.groups[at] = numbers[group];
  }
  return groups;
}

function groupByText(rows: Hashed, candidates: readonly number[]): number[][] {
  const hasSeveral = ({ length }: readonly number[]) => length > 1;
  const byHash = Map.groupBy(candidates, (row) => rows.textHashes[row]);
  return [...byHash.values()]
    .filter(hasSeveral)
    .flatMap((sameHash) => [...Map.groupBy(sameHash, (row) => textGroupOf(rows, row)).values()].filter(hasSeveral));
}

/** Quotes in JSON strings are escaped, so it occurs once. */
const opening = recordMembers.find(({ name }) => name === 'text_group')?.opening ?? '';

export function textGroupOf(rows: Pick<Rows, 'records' | 'offsets' | 'lengths'>, row: number): string {
  const record = rows.records.toString('latin1', rows.offsets[row], recordEnd(rows, row));
  const start = record.lastIndexOf(opening) + opening.length + 1;
  return record.slice(start, record.indexOf('"', start));
}

/** Ascending. One in 32 of them has a hash that only resembles another row's. */
function repeatedRows(hashes: Uint32Array): number[] {
  const [seen, repeated] = [createFilter(hashes.length), createFilter(hashes.length)];
  for (const hash of hashes) {
    if (seen.has(hash)) repeated.add(hash);
    seen.add(hash);
  }
  const rows: number[] = [];
  for (let row = 0; row < hashes.length; row++) if (repeated.has(hashes[row])) rows.push(row);
  return rows;
}

function rowsWithHashes(hashes: Uint32Array, wanted: ReadonlySet<number>): number[] {
  const filter = createFilter(wanted.size);
  for (const hash of wanted) filter.add(hash);
  const rows: number[] = [];
  for (let row = 0; row < hashes.length; row++) if (filter.has(hashes[row]) && wanted.has(hashes[row])) rows.push(row);
  return rows;
}

/** A set of hashes as bits, 64 for each: `has` is also true for one absent hash in 64. */
function createFilter(count: number): { add: (hash: number) => void; has: (hash: number) => boolean } {
  const mask = 2 ** Math.ceil(Math.log2(Math.max(1, count) * 64)) - 1;
  const bits = new Uint8Array((mask + 1) / 8);
  return {
    add: (hash) => {
      bits[(hash & mask) >>> 3] |= 1 << (hash & 7);
    },
    has: (hash) => (bits[(hash & mask) >>> 3] & (1 << (hash & 7))) !== 0,
  };
}
