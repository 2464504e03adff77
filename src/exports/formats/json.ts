// json and jsonl: the records of the snapshot only have to be written out and joined.
import { recordBytes } from '../../catalog/snapshot/records/expand.ts';
import { bufferWrites } from './buffer-writes.ts';
import type { Encoder } from './format.ts';

/** One array, a line for each hook. */
export const encodeJson: Encoder = (hooks, rows, write) => {
  const { add, flush } = bufferWrites(write);
  const separator = Buffer.from(',\n');
  const [first, last] = [Buffer.from('[\n'), Buffer.from('\n]\n')];
  let before = first;
  for (const row of rows) {
    const record = recordBytes(hooks, row);
    add(before, 0, before.length);
    add(record, 0, record.length);
    before = separator;
  }
  if (before === first) add(first, 0, first.length);
  add(last, 0, last.length);
  flush();
};

export const encodeJsonl: Encoder = (hooks, rows, write) => {
  const { add, flush } = bufferWrites(write);
  const lineFeed = Buffer.from('\n');
  for (const row of rows) {
    const record = recordBytes(hooks, row);
    add(record, 0, record.length);
    add(lineFeed, 0, 1);
  }
  flush();
};
