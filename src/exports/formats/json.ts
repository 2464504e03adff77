// json and jsonl: writes out the records of the snapshot, or copies some of their fields.
import { maxRecordBytes, type Records, recordWriter, type WriteRecord } from '../../catalog/snapshot/records/expand.ts';
import { bufferWrites, createFieldPicker, type Encoder } from './format.ts';

/** Writes one array, with one line per hook. */
export const encodeJson: Encoder = (hooks, rows, write, fields) => {
  const out = bufferWrites(write);
  const writeRecord = writerOf(hooks, fields);
  const separator = Buffer.from(',\n');
  let before = Buffer.from('[\n');
  for (const row of rows) {
    out.add(before);
    out.used = writeRecord(row, out.reserve(maxRecordBytes(hooks, row)), out.used);
    before = separator;
  }
  if (before !== separator) out.add(before);
  out.add(Buffer.from('\n]\n'));
  out.flush();
};

export const encodeJsonl: Encoder = (hooks, rows, write, fields) => {
  const out = bufferWrites(write);
  const writeRecord = writerOf(hooks, fields);
  const lineFeed = Buffer.from('\n');
  for (const row of rows) {
    out.used = writeRecord(row, out.reserve(maxRecordBytes(hooks, row)), out.used);
    out.add(lineFeed);
  }
  out.flush();
};

function writerOf(hooks: Records, fields: readonly string[] | null): WriteRecord {
  const writeRecord = recordWriter(hooks);
  if (fields === null) return writeRecord;
  const pickFields = createFieldPicker(fields);
  let record = Buffer.allocUnsafeSlow(64 * 1024);
  return (row, target, to) => {
    const size = maxRecordBytes(hooks, row);
    if (size > record.length) record = Buffer.allocUnsafeSlow(2 * size);
    writeRecord(row, record, 0);
    return pickFields(record, target, to);
  };
}
