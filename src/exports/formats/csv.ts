// csv: RFC 4180 with a header, safe to open in a spreadsheet.
import { recordMembers } from '../../catalog/record.ts';
import { type Records, recordBytes } from '../../catalog/snapshot/records/expand.ts';
import { bufferWrites } from './buffer-writes.ts';
import { type Column, columns, type FlatHook, flatten } from './columns.ts';
import type { Encoder } from './format.ts';

export const encodeCsv: Encoder = (hooks, rows, write) => {
  const { add, flush } = bufferWrites(write);
  const header = Buffer.from(toHeader(columns));
  add(header, 0, header.length);
  let line = Buffer.allocUnsafeSlow(64 * 1024);
  for (const row of rows) {
    const record = recordBytes(hooks, row);
    // A line is shorter than its record plus one guard for each cell.
    if (record.length + columns.length > line.length) line = Buffer.allocUnsafeSlow(record.length * 2);
    const length = stripToLine(record, 0, line);
    if (length > 0) add(line, 0, length);
    else {
      const whole = Buffer.from(toLine(flatten(record.toString())));
      add(whole, 0, whole.length);
    }
  }
  flush();
};

/** A file of these columns, for as many rows as a page has. */
export function toCsv(hooks: Records, rows: Uint32Array, shown: readonly Column[]): string {
  const lines = Array.from(rows, (row) => toLine(flatten(recordBytes(hooks, row).toString()), shown));
  return toHeader(shown) + lines.join('');
}

function toHeader(shown: readonly Column[]): string {
  return `${shown.map(({ name }) => name).join()}\r\n`;
}

/** Any hook as a line: text is quoted, unknown is empty. */
export function toLine(hook: FlatHook, shown: readonly Column[] = columns): string {
  return `${shown.map(({ name }) => toCell(hook[name] ?? null)).join()}\r\n`;
}

/** Text is quoted and guarded, unknown is empty. */
export function toCell(value: FlatHook[string]): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return `"${guard(value).replaceAll('"', '""')}"`;
}

/**
 * Spreadsheets run a cell that begins with `= + - @`, tab or CR as a formula, and East Asian ones also the full-width signs. A text
 * that begins with the guard gets another one, so that an importer can remove exactly one.
 */
function guard(text: string): string {
  return /^'*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** Bytes of a record before the value of each column. */
const openingLengths = recordMembers.map(({ opening }) => Buffer.byteLength(opening));

const [quote, comma, backslash, apostrophe] = [0x22, 0x2c, 0x5c, 0x27];
const [closingBrace, firstOfNull] = [0x7d, 0x6e];
const [carriageReturn, lineFeed] = [0x0d, 0x0a];
const formulaSigns = new Set<number | undefined>(Buffer.from('=+-@'));
/** The first byte of full-width signs, among others. */
const fullWidth = 0xef;

/**
 * As `toLine`, from the bytes of a record, which are a line of CSV apart from the names: three times as fast.
 * Returns the length, or 0 when a text of the record has escapes, which CSV writes differently, or may need a guard.
 */
export function stripToLine(records: Uint8Array, start: number, line: Uint8Array): number {
  let from = start;
  let to = 0;
  for (const openingLength of openingLengths) {
    // The first column is never empty.
    if (to > 0) line[to++] = comma;
    from += openingLength;
    let byte = records[from];
    if (byte === quote) {
      line[to++] = quote;
      byte = records[++from];
      if (byte === apostrophe || byte === fullWidth) return 0;
      if (formulaSigns.has(byte)) line[to++] = apostrophe;
      for (; byte !== quote; byte = records[++from]) {
        if (byte === backslash || byte === undefined) return 0;
        line[to++] = byte;
      }
      line[to++] = quote;
      from++;
    } else if (byte === firstOfNull) from += 'null'.length;
    else
      for (; byte !== comma && byte !== closingBrace; byte = records[++from]) {
        if (byte === undefined) return 0;
        line[to++] = byte;
      }
  }
  line[to++] = carriageReturn;
  line[to++] = lineFeed;
  return to;
}
