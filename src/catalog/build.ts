// Builds a snapshot from a binary COPY stream. Runs in a worker thread (build-worker.ts), so that serving never waits for it.
import { type Column, type Dimension, dimensions, type Snapshot } from './snapshot.ts';
import { collectWords } from './words.ts';

const typicalRecordBytes = 640;
const copyHeaderBytes = 19;
// A quote inside a JSON string is always escaped, so this can only be the eighth field of the record.
const eighthField = Buffer.from(',"format":');

type Columns = Record<Dimension, { numbers: Map<string, number>; codes: Uint16Array }>;

/** `chunks`: what copySnapshot sends, for exactly `size` rows. */
export async function buildSnapshot(
  chunks: AsyncIterable<Buffer>,
  { version, updatedAt, size }: { version: number; updatedAt: string; size: number },
): Promise<Snapshot> {
  const ids = new Float64Array(size);
  const views = new Float64Array(size);
  const addedAt = new Float64Array(size);
  const offsets = new Float64Array(size + 1);
  const briefLengths = new Uint16Array(size);
  const columns = Object.fromEntries(
    dimensions.map((dimension) => [dimension, { numbers: new Map(), codes: new Uint16Array(size) }]),
  ) as Columns;
  const words = collectWords();
  let records = Buffer.from(new ArrayBuffer(Math.max(1024, size * typicalRecordBytes)));
  let hasSample = false;
  let row = 0;

  for await (const fields of copyRows(chunks)) {
    ids[row] = Number(fields[0].readBigInt64BE());
    views[row] = fields[1].readDoubleBE();
    addedAt[row] = fields[2].readDoubleBE();
    dimensions.forEach((dimension, at) => {
      columns[dimension].codes[row] = codeOf(columns[dimension].numbers, fields[3 + at].toString());
    });
    hasSample ||= fields[9][0] === 1;
    words.add(row, fields[10].toString());
    const record = fields[11];
    const start = offsets[row];
    if (start + record.length > records.length) records = grown(records, start, record.length);
    record.copy(records, start);
    briefLengths[row] = record.indexOf(eighthField);
    offsets[++row] = start + record.length;
  }
  if (row !== size) throw new Error(`The catalog sent ${row} hooks where ${size} were expected.`);
  return {
    version,
    updatedAt,
    size,
    records: Buffer.from(records.buffer.slice(0, offsets[size])),
    offsets,
    briefLengths,
    ids,
    views,
    addedAt,
    byAdded: sortedRows(size, (a, b) => addedAt[b] - addedAt[a] || ids[a] - ids[b]),
    byId: sortedRows(size, (a, b) => ids[a] - ids[b]),
    columns: Object.fromEntries(dimensions.map((name) => [name, finishColumn(columns[name])])) as Snapshot['columns'],
    words: words.finish(),
    hasSample,
  };
}

/** Rows of PostgreSQL's binary COPY format: a header, then per row a field count and length-prefixed fields. */
async function* copyRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of chunks) {
    const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    if (isFirst) {
      if (data.length < copyHeaderBytes) {
        rest = data;
        continue;
      }
      at = copyHeaderBytes;
      isFirst = false;
    }
    for (;;) {
      const fields = readRow(data, at);
      if (!fields) break;
      at = fields.end;
      yield fields.values;
    }
    rest = data.subarray(at);
  }
}

function readRow(data: Buffer, start: number): { values: Buffer[]; end: number } | undefined {
  if (start + 2 > data.length) return undefined;
  const count = data.readInt16BE(start);
  if (count < 0) return undefined;
  const values: Buffer[] = [];
  let at = start + 2;
  for (let field = 0; field < count; field++) {
    if (at + 4 > data.length) return undefined;
    const length = data.readInt32BE(at);
    at += 4;
    if (at + length > data.length) return undefined;
    values.push(data.subarray(at, at + length));
    at += length;
  }
  return { values, end: at };
}

function codeOf(numbers: Map<string, number>, value: string): number {
  let code = numbers.get(value);
  if (code === undefined) {
    code = numbers.size;
    numbers.set(value, code);
  }
  return code;
}

function grown(records: Buffer<ArrayBuffer>, used: number, more: number): Buffer<ArrayBuffer> {
  const larger = Buffer.from(new ArrayBuffer(Math.ceil((used + more) * 1.25)));
  records.copy(larger, 0, 0, used);
  return larger;
}

function sortedRows(size: number, order: (a: number, b: number) => number): Uint32Array {
  return Uint32Array.from({ length: size }, (_, row) => row).sort(order);
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
