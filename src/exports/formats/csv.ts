// csv: RFC 4180 with a header, safe to open in a spreadsheet.
import { recordMembers } from '../../catalog/record.ts';
import { maxRecordBytes, type Records, recordBytes, recordWriter } from '../../catalog/snapshot/records/expand.ts';
import {
  bufferWrites,
  type Column,
  columns,
  columnsOf,
  type Encoder,
  endOfValue,
  type FlatHook,
  flatten,
} from './format.ts';

export const encodeCsv: Encoder = (hooks, rows, write, fields) => {
  const shown = fields === null ? columns : columnsOf(fields);
  const isShown = columns.map((column) => shown.includes(column));
  const out = bufferWrites(write);
  const writeRecord = recordWriter(hooks);
  let record = Buffer.allocUnsafeSlow(64 * 1024);
  out.add(Buffer.from(toHeader(shown)));
  for (const row of rows) {
    const size = maxRecordBytes(hooks, row);
    if (size > record.length) record = Buffer.allocUnsafeSlow(2 * size);
    const length = writeRecord(row, record, 0);
    // A line is shorter than its record plus one guard for each cell.
    const line = out.reserve(size + columns.length);
    const end = stripToLine(record, line, out.used, isShown);
    if (end > 0) out.used = end;
    else out.add(Buffer.from(toLine(flatten(record.toString('utf8', 0, length)), shown)));
  }
  out.flush();
};

/** Encodes a page of rows, with these columns. */
export function toCsv(hooks: Records, rows: Uint32Array, shown: readonly Column[]): string {
  const lines = Array.from(rows, (row) => toLine(flatten(recordBytes(hooks, row).toString()), shown));
  return toHeader(shown) + lines.join('');
}

function toHeader(shown: readonly Column[]): string {
  return `${shown.map(({ name }) => name).join()}\r\n`;
}

/** Encodes any hook as a line: text is quoted, unknown values are empty. */
export function toLine(hook: FlatHook, shown: readonly Column[] = columns): string {
  return `${shown.map(({ name }) => toCell(hook[name] ?? null)).join()}\r\n`;
}

/** Text is quoted and guarded; unknown values are empty. */
export function toCell(value: FlatHook[string]): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return `"${guard(value).replaceAll('"', '""')}"`;
}

/**
 * Spreadsheets run a cell that begins with `= + - @`, tab or CR as a formula; East Asian ones also the full-width signs. A text that begins
 * with the guard gets another one, so that an importer can remove exactly one.
 */
function guard(text: string): string {
  return /^'*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

const allShown: readonly boolean[] = columns.map(() => true);

/** Bytes of a record before the value of each column. */
const openingLengths = recordMembers.map(({ opening }) => Buffer.byteLength(opening));

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [closingBrace, firstOfNull] = [0x7d, 0x6e];
const [carriageReturn, lineFeed] = [0x0d, 0x0a];
const apostrophe = 0x27;
const isFormulaSign = signs('=+-@');
/** Includes an apostrophe and, among others, the first byte of full-width signs. */
const isDoubtful = signs("'＝");

/** Indexed by first byte in UTF-8. */
function signs(text: string): Uint8Array {
  const found = new Uint8Array(256);
  for (const sign of text) found[Buffer.from(sign)[0] ?? 0] = 1;
  return found;
}

/**
 * Writes the shown columns to `line` from `to` on, from the bytes of a record, which are a line of CSV apart from the names: three times as
 * fast as `toLine`. Returns the end, or 0 if a text of the record may need a guard or has escapes other than `\"`, which CSV doubles.
 */
export function stripToLine(record: Uint8Array, line: Uint8Array, to: number, isShown = allShown): number {
  let from = 0;
  let isFirst = true;
  for (let column = 0; column < openingLengths.length; column++) {
    if (!isShown[column]) {
      from = endOfValue(record, from + (openingLengths[column] ?? 0));
      continue;
    }
    if (!isFirst) line[to++] = comma;
    isFirst = false;
    from += openingLengths[column] ?? 0;
    let byte = record[from] ?? 0;
    if (byte === quote) {
      line[to++] = quote;
      byte = record[++from] ?? 0;
      if (isDoubtful[byte]) return 0;
      if (isFormulaSign[byte]) line[to++] = apostrophe;
      for (; byte !== quote; byte = record[++from] ?? 0) {
        if (byte === backslash) {
          byte = record[++from] ?? 0;
          if (byte !== quote) return 0;
          line[to++] = quote;
        }
        line[to++] = byte;
      }
      line[to++] = quote;
      from++;
    } else if (byte === firstOfNull) from += 'null'.length;
    else for (; byte !== comma && byte !== closingBrace; byte = record[++from] ?? 0) line[to++] = byte;
  }
  line[to++] = carriageReturn;
  line[to++] = lineFeed;
  return to;
}
