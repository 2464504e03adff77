// Builds a snapshot from binary COPY streams. Runs in a worker thread (build-worker.ts), so that serving never waits for it.
import { activitySince, collectActivity, trendsOfAll } from './activity.ts';
import { copyHooks } from './copy-rows.ts';
import { toRecord } from './record.ts';
import { type ChangeLog, type Column, type Dimension, dimensions, type Snapshot } from './snapshot.ts';
import { collectWords } from './words.ts';

/** Generous, since memory that is never written to is not taken. */
const generousRecordBytes = 1024;
// A quote inside a JSON string is always escaped, so this can only be the eighth field of the record.
const eighthField = ',"format":';
const lineFeed = 0x0a;

type Columns = Record<Dimension, { numbers: Map<string, number>; codes: Uint16Array }>;

/** One committed state of the database, read piece by piece. */
export type CatalogReader = {
  version: number;
  updatedAt: Date;
  /** null where there is no hook. */
  dataThrough: Date | null;
  size: number;
  /** What copySnapshot sends, for exactly `size` rows. */
  hooks: () => AsyncIterable<Buffer>;
  /** What copyRises sends. */
  rises: (since: Date) => AsyncIterable<Buffer>;
  /** What selectRetired gives. */
  retired: () => Promise<readonly { id: number; version: number }[]>;
};

export async function buildSnapshot(reader: CatalogReader): Promise<Snapshot> {
  const { version, updatedAt, dataThrough, size } = reader;
  const ids = new Float64Array(size);
  const views = new Float64Array(size);
  const addedAt = new Float64Array(size);
  const seenAt = new Float64Array(size);
  const versions = new Float64Array(size);
  const addedVersions = new Float64Array(size);
  const offsets = new Float64Array(new SharedArrayBuffer((size + 1) * Float64Array.BYTES_PER_ELEMENT));
  const briefLengths = new Uint16Array(size);
  const collected = Object.fromEntries(
    dimensions.map((dimension) => [dimension, { numbers: new Map(), codes: new Uint16Array(size) }]),
  ) as Columns;
  const words = collectWords();
  let records = Buffer.from(new SharedArrayBuffer(Math.max(1024, size * generousRecordBytes)));
  let hasSample = false;
  let row = 0;

  await copyHooks(reader.hooks(), (hook) => {
    ids[row] = hook.id;
    views[row] = hook.views;
    addedAt[row] = hook.added_at;
    seenAt[row] = hook.seen_at;
    versions[row] = hook.version;
    addedVersions[row] = hook.added_version;
    for (const dimension of dimensions) {
      const { numbers, codes } = collected[dimension];
      codes[row] = codeOf(numbers, hook[dimension] ?? '');
    }
    hasSample ||= hook.sample;
    words.add(row, hook.text);
    const record = JSON.stringify(toRecord(hook));
    const start = offsets[row];
    const mostBytes = record.length * 3 + 1;
    if (start + mostBytes > records.length) records = grown(records, start, mostBytes);
    const briefUnits = record.indexOf(eighthField);
    const length = records.write(record, start);
    briefLengths[row] = length === record.length ? briefUnits : Buffer.byteLength(record.slice(0, briefUnits));
    records[start + length] = lineFeed;
    offsets[++row] = start + length + 1;
  });
  if (row !== size) throw new Error(`The catalog sent ${row} hooks where ${size} were expected.`);
  const byId = rowsById(ids);
  const end = (dataThrough ?? updatedAt).getTime();
  const activity = await collectActivity({ ids, byId }, seenAt, end, reader.rises(activitySince(end)));
  const columns = Object.fromEntries(
    dimensions.map((name) => [name, finishColumn(collected[name])]),
  ) as Snapshot['columns'];
  return {
    version,
    updatedAt: updatedAt.toISOString(),
    dataThrough: dataThrough?.toISOString() ?? null,
    size,
    records: records.subarray(0, offsets[size]),
    offsets,
    briefLengths,
    ids,
    views,
    addedAt,
    byAdded: rowsByAdded(byId, addedAt),
    byId,
    columns,
    words: words.finish(),
    changes: {
      versions,
      addedVersions,
      byVersion: rowsByVersion(byId, versions),
      ...tombstones(await reader.retired()),
    },
    activity,
    trends: trendsOfAll(activity, views, columns),
    hasSample,
  };
}

function codeOf(numbers: Map<string, number>, value: string): number {
  let code = numbers.get(value);
  if (code === undefined) {
    code = numbers.size;
    numbers.set(value, code);
  }
  return code;
}

function grown(records: Buffer<SharedArrayBuffer>, used: number, more: number): Buffer<SharedArrayBuffer> {
  const larger = Buffer.from(new SharedArrayBuffer(Math.ceil((used + more) * 1.25)));
  records.copy(larger, 0, 0, used);
  return larger;
}

/** Rows by id. Where they fit, id and row are sorted as one number, which needs no function to compare. */
function rowsById(ids: Float64Array): Uint32Array<ArrayBuffer> {
  const size = ids.length;
  const largest = ids.reduce((a, b) => Math.max(a, b), 0);
  const rows = Uint32Array.from(ids.keys());
  if (!Number.isSafeInteger((largest + 1) * size)) return rows.sort((a, b) => ids[a] - ids[b]);
  const keys = ids.map((id, row) => id * size + row).sort();
  for (let at = 0; at < size; at++) rows[at] = keys[at] % size;
  return rows;
}

/** Newest first, then by id. */
function rowsByAdded(byId: Uint32Array, addedAt: Float64Array): Uint32Array<ArrayBuffer> {
  return dealOut(byId, addedAt, (a, b) => b - a);
}

function rowsByVersion(byId: Uint32Array, versions: Float64Array): Uint32Array<ArrayBuffer> {
  return dealOut(byId, versions, (a, b) => a - b);
}

/** By key, then by id: `byId` dealt out by keys, of which there are about as many as imports. */
function dealOut(
  byId: Uint32Array,
  keys: Float64Array,
  order: (a: number, b: number) => number,
): Uint32Array<ArrayBuffer> {
  const places = new Map<number, number>();
  for (const key of keys) places.set(key, (places.get(key) ?? 0) + 1);
  let start = 0;
  for (const key of [...places.keys()].sort(order)) {
    const count = places.get(key) ?? 0;
    places.set(key, start);
    start += count;
  }
  const rows = new Uint32Array(byId.length);
  for (const row of byId) {
    const at = places.get(keys[row]) ?? 0;
    rows[at] = row;
    places.set(keys[row], at + 1);
  }
  return rows;
}

function tombstones(
  retired: readonly { id: number; version: number }[],
): Pick<ChangeLog, 'retiredIds' | 'retiredVersions' | 'retiredById'> {
  const retiredIds = Float64Array.from(retired, ({ id }) => id);
  return {
    retiredIds,
    retiredVersions: Float64Array.from(retired, ({ version }) => version),
    retiredById: retiredIds.slice().sort(),
  };
}

function finishColumn({ numbers, codes }: Columns[Dimension]): Column {
  const values = [...numbers.keys()];
  const starts = new Uint32Array(values.length + 1);
  for (const code of codes) starts[code + 1]++;
  for (let code = 0; code < values.length; code++) starts[code + 1] += starts[code];
  const next = starts.slice();
  const rows = new Uint32Array(codes.length);
  for (let row = 0; row < codes.length; row++) rows[next[codes[row]]++] = row;
  return { values, codes, starts, rows };
}
