// The JSON of many hooks in one piece of shared memory, each with a line feed after it, and room for what later versions bring.
import { type HookRow, toRecord } from '../record.ts';
import { sharedDoubles, sharedInts, sharedShorts } from './shared-arrays.ts';
import type { Rows } from './snapshot.ts';

/** Generous, since memory that is never written to is not taken. */
const generousRecordBytes = 1280;
const spareBytes = 2 ** 20;
/** Of its records, those that the catalog no longer has may take so much: a copy without them is made by a whole build. */
const mostUnused = 1 / 4;
// A quote inside a JSON string is always escaped, so this can only be the eighth field of the record.
const eighthField = ',"format":';
const lineFeed = 0x0a;

type Records = Pick<Rows, 'records' | 'offsets' | 'lengths' | 'briefLengths'>;

/** Takes `size` hooks in the order of their rows. */
export function collectRecords(size: number): { add: (row: number, hook: HookRow) => void; finish: () => Records } {
  const offsets = sharedDoubles(size);
  const lengths = sharedInts(size);
  const briefLengths = sharedShorts(size);
  let records = Buffer.from(new SharedArrayBuffer(spareBytes + size * generousRecordBytes));
  let used = 0;

  function add(row: number, hook: HookRow): void {
    const record = JSON.stringify(toRecord(hook));
    const mostBytes = record.length * 3 + 1;
    if (used + mostBytes > records.length) records = grown(records, used, mostBytes);
    const briefUnits = record.indexOf(eighthField);
    const length = records.write(record, used);
    offsets[row] = used;
    lengths[row] = length;
    briefLengths[row] = length === record.length ? briefUnits : Buffer.byteLength(record.slice(0, briefUnits));
    records[used + length] = lineFeed;
    used += length + 1;
  }

  return { add, finish: () => ({ records: records.subarray(0, used), offsets, lengths, briefLengths }) };
}

/**
 * Writes records behind those of a version that is being served, whose own bytes stay as they are. Returns the longer piece, of
 * which `needed` bytes are still of use; undefined where there is no room, or too much in it that is of no use.
 */
export function appendRecords(
  { records }: Pick<Rows, 'records'>,
  added: Pick<Rows, 'records'>,
  needed: number,
): Rows['records'] | undefined {
  const used = records.length + added.records.length;
  const { buffer, byteOffset } = records;
  if (byteOffset + used > buffer.byteLength || used > needed * (1 + mostUnused) + spareBytes) return undefined;
  const longer = Buffer.from(buffer, byteOffset, used);
  longer.set(added.records, records.length);
  return longer;
}

/** A Buffer crosses threads as the plain bytes under it. */
export function received<T extends Pick<Rows, 'records'>>(sent: T): T {
  const { buffer, byteOffset, byteLength } = sent.records;
  return { ...sent, records: Buffer.from(buffer, byteOffset, byteLength) };
}

function grown(records: Rows['records'], used: number, more: number): Rows['records'] {
  const larger = Buffer.from(new SharedArrayBuffer(Math.ceil((used + more) * (1 + mostUnused)) + spareBytes));
  records.copy(larger, 0, 0, used);
  return larger;
}
