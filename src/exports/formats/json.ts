// json and jsonl: the records of the snapshot are JSON already and only have to be joined.
import { recordEnd, recordStart } from '../../catalog/snapshot/snapshot.ts';
import { bufferWrites, chunkBytes } from './buffer-writes.ts';
import type { Encoder } from './format.ts';

/** One array, a line for each hook. */
export const encodeJson: Encoder = (hooks, rows, write) => {
  const { add, flush } = bufferWrites(write);
  const separator = Buffer.from(',\n');
  const [first, last] = [Buffer.from('[\n'), Buffer.from('\n]\n')];
  let before = first;
  for (const row of rows) {
    add(before, 0, before.length);
    add(hooks.records, recordStart(hooks, row), recordEnd(hooks, row));
    before = separator;
  }
  if (before === first) add(first, 0, first.length);
  add(last, 0, last.length);
  flush();
};

/** Adjacent records are lines already and are written as one run. */
export const encodeJsonl: Encoder = (hooks, rows, write) => {
  const { add, flush } = bufferWrites(write);
  const { records } = hooks;
  let [start, end] = [0, 0];
  for (const row of rows) {
    const rowStart = recordStart(hooks, row);
    if (rowStart !== end || end - start >= chunkBytes) {
      add(records, start, end);
      start = rowStart;
    }
    end = recordEnd(hooks, row) + 1;
  }
  add(records, start, end);
  flush();
};
