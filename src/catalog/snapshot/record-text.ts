// Reads texts of records from the bytes of a row's JSON, since parsing the record takes ten times as long.
import type { HashColumn } from './filter-columns.ts';
import { startOfText } from './records/expand.ts';
import type { Rows } from './snapshot.ts';

type Records = Pick<Rows, 'records' | 'offsets' | 'briefLengths'>;
export type RecordText = HashColumn | 'text' | 'text_group';

const quote = 0x22;
const backslash = 0x5c;

/** The row must have this text, since null has no quotes. */
export function readText(rows: Records, row: number, name: RecordText): string {
  const { records } = rows;
  const start = startOfText(rows, row, name);
  let end = start + 1;
  while (records[end] !== quote) end += records[end] === backslash ? 2 : 1;
  return JSON.parse(records.toString('utf8', start, end + 1));
}

/** The returned function compares, byte for byte, a text that both rows must have. */
export function textComparer(rows: Records, name: RecordText): (row: number, other: number) => boolean {
  const { records, offsets } = rows;
  // Caches starts, since most rows are compared with an earlier one, and finding the start takes longer than comparing.
  const starts = new Float64Array(offsets.length);
  const startAt = (row: number): number => {
    if (starts[row] === 0) starts[row] = startOfText(rows, row, name) + 1;
    return starts[row];
  };
  return (row, other) => {
    let [at, otherAt] = [startAt(row), startAt(other)];
    for (let isEscaped = false; records[at] === records[otherAt]; at++, otherAt++) {
      if (records[at] === quote && !isEscaped) return true;
      isEscaped = records[at] === backslash && !isEscaped;
    }
    return false;
  };
}
