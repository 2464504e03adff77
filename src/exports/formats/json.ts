// json and jsonl: the snapshot's records are JSON already, so what is left is to put them one after the other. Pure.
import { recordEnd } from '../../catalog/snapshot/snapshot.ts';
import { gatherPieces, pieceBytes } from './chunks.ts';
import type { Encoder } from './encode.ts';

/** One array, a line for each hook. */
export const encodeJson: Encoder = (hooks, rows, write) => {
  const { add, flush } = gatherPieces(write);
  const between = Buffer.from(',\n');
  const [first, last] = [Buffer.from('[\n'), Buffer.from('\n]\n')];
  add(first, 0, first.length);
  for (let at = 0; at < rows.length; at++) {
    if (at > 0) add(between, 0, between.length);
    add(hooks.records, hooks.offsets[rows[at]], recordEnd(hooks, rows[at]));
  }
  add(last, 0, last.length);
  flush();
};

/** Hooks that stand side by side in the records are lines already. */
export const encodeJsonl: Encoder = (hooks, rows, write) => {
  const { add, flush } = gatherPieces(write);
  const { records, offsets } = hooks;
  for (let at = 0; at < rows.length; ) {
    const start = offsets[rows[at]];
    let end = start;
    do end = recordEnd(hooks, rows[at++]) + 1;
    while (offsets[rows[at]] === end && end - start < pieceBytes);
    add(records, start, end);
  }
  flush();
};
