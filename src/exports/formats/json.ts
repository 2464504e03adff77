// json and jsonl: the records of the snapshot only have to be written out and joined.
import { maxRecordBytes, recordWriter } from '../../catalog/snapshot/records/expand.ts';
import { bufferWrites } from './buffer-writes.ts';
import type { Encoder } from './format.ts';

/** One array, a line for each hook. */
export const encodeJson: Encoder = (hooks, rows, write) => {
  const out = bufferWrites(write);
  const writeRecord = recordWriter(hooks);
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

export const encodeJsonl: Encoder = (hooks, rows, write) => {
  const out = bufferWrites(write);
  const writeRecord = recordWriter(hooks);
  const lineFeed = Buffer.from('\n');
  for (const row of rows) {
    out.used = writeRecord(row, out.reserve(maxRecordBytes(hooks, row)), out.used);
    out.add(lineFeed);
  }
  out.flush();
};
