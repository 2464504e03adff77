// Records of all hooks (records/members.ts) in one block of shared memory, with space for later versions.
import type { HookRow } from '../record.ts';
import { narrow } from './filter-columns.ts';
import { toBrief, toCompact } from './records/members.ts';
import { sharedShorts } from './shared-arrays.ts';
import { type Rows, snapshotLayout } from './snapshot.ts';

/** Generous, since memory that is never written to is not allocated. */
const generousRecordBytes = 640;
const spareBytes = 2 ** 20;
/** Maximum share of obsolete records. Beyond it, a full build copies the current ones. */
const maxObsoleteShare = 1 / 4;

type Records = Pick<Rows, 'records' | 'offsets' | 'lengths' | 'briefLengths'>;

/** Collects the records of `size` hooks in order of their rows. */
export function collectRecords(size: number): { add: (row: number, hook: HookRow) => void; finish: () => Records } {
  const offsets = new Float64Array(size);
  const lengths = new Float64Array(size);
  const briefLengths = sharedShorts(size);
  let records = Buffer.from(new SharedArrayBuffer(spareBytes + size * generousRecordBytes));
  let used = 0;

  function add(row: number, hook: HookRow): void {
    const brief = toBrief(hook);
    const record = brief + toCompact(hook);
    const maxBytes = record.length * 3;
    if (used + maxBytes > records.length) records = grown(records, used, maxBytes);
    const length = records.write(record, used);
    offsets[row] = used;
    lengths[row] = length;
    briefLengths[row] = length === record.length ? brief.length : Buffer.byteLength(brief);
    used += length;
  }

  return {
    add,
    finish: () => ({
      records: records.subarray(0, used),
      offsets: narrow(offsets),
      lengths: narrow(lengths),
      briefLengths,
    }),
  };
}

/**
 * Appends records to those of a served version, whose bytes do not change. Returns the longer buffer, of which `needed` bytes are current;
 * undefined if it has no space, or too many obsolete bytes.
 */
export function appendRecords(
  { records }: Pick<Rows, 'records'>,
  added: Pick<Rows, 'records'>,
  needed: number,
): Rows['records'] | undefined {
  const used = records.length + added.records.length;
  const { buffer, byteOffset } = records;
  if (byteOffset + used > buffer.byteLength || used > needed * (1 + maxObsoleteShare) + spareBytes) return undefined;
  const longer = Buffer.from(buffer, byteOffset, used);
  longer.set(added.records, records.length);
  return longer;
}

/**
 * Restores a Buffer, which arrives in another thread as a plain Uint8Array. Throws if another version of the program, with other columns,
 * sent it.
 */
export function restoreBuffer<T extends Pick<Rows, 'records' | 'layout'>>(sent: T): T {
  if (sent.layout !== snapshotLayout)
    throw new Error('The files of the program have changed, and the catalog in memory with them. Restart the service.');
  const { buffer, byteOffset, byteLength } = sent.records;
  return { ...sent, records: Buffer.from(buffer, byteOffset, byteLength) };
}

function grown(records: Rows['records'], used: number, more: number): Rows['records'] {
  const larger = allocateRecords(used + more);
  records.copy(larger, 0, 0, used);
  return larger;
}

/** Adds space for later versions. */
export function allocateRecords(bytes: number): Rows['records'] {
  return Buffer.from(new SharedArrayBuffer(Math.ceil(bytes * (1 + maxObsoleteShare)) + spareBytes));
}
