// CSV and TSV reader: rows to raw records. Rejects broken rows and recovers after them.

import { advance, atEnd, fill, findDamage, type TextCursor } from './decode-text.ts';
import { findTableProblem } from './detect.ts';
import { isHeaderRow, isTitleRow, maxTitleRows, nameColumns } from './header.ts';
import { type Position, type RawRecord, type Rejection, reject } from './record.ts';

// CSV scanner: splits one row of CSV or TSV (RFC 4180) out of text.

/** `quoteAt`: position of the next quote at or after the start of the row, so that rows without quotes are cheap. */
type RowRules = { delimiter: string; ended: boolean; quoteAt: number };

type Incomplete =
  /** The row may continue in text that has not arrived yet. */
  { kind: 'more' } | { kind: 'broken'; reason: string; at: number };

/** `isLoose`: text follows the closing quote of a cell. */
type RowScan = { kind: 'row'; cells: string[]; next: number; isLoose?: boolean } | Incomplete;

/** A longer row is rejected: a stray quote can open a cell that runs to the end of the file. */
const maxRowLength = 1_048_576;

const more: Incomplete = { kind: 'more' };
const tooLong = (from: number): Incomplete => ({
  kind: 'broken',
  reason: 'the record is longer than 1 MiB; check for an unclosed quote',
  at: from + maxRowLength,
});

function scanRow(text: string, from: number, rules: RowRules): RowScan {
  const newline = text.indexOf('\n', from);
  if (newline === -1 && !rules.ended) return text.length - from > maxRowLength ? tooLong(from) : more;
  const end = newline === -1 ? text.length : newline;
  if (rules.quoteAt < end) return scanQuotedRow(text, from, rules);
  if (end - from > maxRowLength) return tooLong(from);
  return { kind: 'row', cells: text.slice(from, lineEnd(text, from, end)).split(rules.delimiter), next: end + 1 };
}

function lineEnd(text: string, from: number, newline: number): number {
  return newline > from && text.charCodeAt(newline - 1) === 13 ? newline - 1 : newline;
}

function scanQuotedRow(text: string, from: number, rules: RowRules): RowScan {
  const cells: string[] = [];
  let isLoose = false;
  for (let at = from; ; ) {
    const cell = text[at] === '"' ? scanQuoted(text, from, at, rules) : scanBare(text, from, at, rules);
    if (cell.kind !== 'cell') return cell;
    cells.push(cell.value);
    isLoose ||= cell.isLoose === true;
    if (cell.last) return { kind: 'row', cells, next: cell.next, isLoose };
    at = cell.next;
  }
}

type CellScan = { kind: 'cell'; value: string; next: number; last: boolean; isLoose?: boolean } | Incomplete;

function unfinished(text: string, from: number, rules: RowRules, reason: string): Incomplete {
  if (text.length - from > maxRowLength) return tooLong(from);
  return rules.ended ? { kind: 'broken', reason, at: text.length } : more;
}

/** A quote inside a bare cell is literal: `5" pipe`. */
function scanBare(text: string, from: number, at: number, rules: RowRules): CellScan {
  const delimiter = text.indexOf(rules.delimiter, at);
  const newline = text.indexOf('\n', at);
  if (delimiter !== -1 && (newline === -1 || delimiter < newline)) {
    return { kind: 'cell', value: text.slice(at, delimiter), next: delimiter + 1, last: false };
  }
  if (newline === -1 && !rules.ended) return unfinished(text, from, rules, '');
  const end = newline === -1 ? text.length : newline;
  return { kind: 'cell', value: text.slice(at, lineEnd(text, at, end)), next: end + 1, last: true };
}

function scanQuoted(text: string, from: number, open: number, rules: RowRules): CellScan {
  let value = '';
  for (let at = open + 1; ; ) {
    const close = text.indexOf('"', at);
    if (close === -1) return unfinished(text, from, rules, 'the file ends inside a quoted cell');
    if (close - from > maxRowLength) return tooLong(from);
    if (close + 2 >= text.length && !rules.ended) return more;
    if (text[close + 1] === '"') {
      value += text.slice(at, close + 1);
      at = close + 2;
      continue;
    }
    return closeCell(text, from, open, value + text.slice(at, close), close + 1, rules);
  }
}

function closeCell(text: string, from: number, open: number, value: string, at: number, rules: RowRules): CellScan {
  const after = text[at];
  if (after === rules.delimiter) return { kind: 'cell', value, next: at + 1, last: false };
  if (after === undefined || after === '\n') return { kind: 'cell', value, next: at + 1, last: true };
  if (after === '\r' && (text[at + 1] === '\n' || at + 1 === text.length)) {
    return { kind: 'cell', value, next: at + 2, last: true };
  }
  // In a cell of several lines, a stray quote swallowed rows. In a cell of one line, the writer does not quote at all: "a"|"b".
  if (value.includes('\n')) {
    return { kind: 'broken', reason: `unexpected ${JSON.stringify(after)} after the closing quote of a cell`, at };
  }
  const rest = scanBare(text, from, at, rules);
  return rest.kind === 'cell' ? { ...rest, value: text.slice(open, at) + rest.value, isLoose: true } : rest;
}

// Reads rows of writers that do not double the quotes within cells. The number of columns determines which quotes end cells.

/**
 * `backslash`: quotes within cells are `\"`. `quoted`: every cell is quoted, so a quote before `,"` ends a cell. `mixed`: a quote before a
 * comma ends a cell.
 */
const quoting = ['backslash', 'quoted', 'mixed'] as const;
/** Longer rows are not reread. */
const maxLooseRow = 65_536;

/** Returns the row if it has exactly these columns, else null. */
function scanQuoting(
  text: string,
  from: number,
  { delimiter, ended }: RowRules,
  columns: number,
  kind: (typeof quoting)[number],
): Extract<RowScan, { kind: 'row' }> | null {
  const window = text.slice(from, from + maxLooseRow);
  const comma = `\\u{${delimiter.codePointAt(0)?.toString(16)}}`;
  const quoted = kind === 'backslash' ? String.raw`"((?:[^"\\]|\\[^]|"")*)"` : '"([^]*?)"';
  const bare = kind === 'quoted' ? '' : `|([^${comma}"\\n][^${comma}\\n\\r]*|)`;
  const end = ended && from + window.length === text.length ? '(?:\\n|$)' : '\\n';
  const [inner, last] = [`${comma}${kind === 'quoted' ? '(?=")' : ''}`, `\\r?${end}`].map(
    (after) => new RegExp(`(?:${quoted}${bare})${after}`, 'uy'),
  ) as [RegExp, RegExp];
  const cells: string[] = [];
  for (let at = 0; cells.length < columns; ) {
    const pattern = cells.length + 1 < columns ? inner : last;
    pattern.lastIndex = at;
    const found = pattern.exec(window);
    if (found === null) return null;
    const value = found[1] ?? found[2] ?? '';
    cells.push(kind === 'backslash' ? value.replaceAll('\\"', '"') : value.replaceAll('""', '"'));
    at = pattern.lastIndex;
    if (pattern === last) return { kind: 'row', cells, next: from + at };
  }
  return null;
}

const batchSize = 1000;
/** Limit of characters scanned for whole rows inside one broken row, and inside all broken rows of a file. */
const maxRescueLength = 4 * maxRowLength;
const rescueBudget = 256 * maxRowLength;

type Table = {
  cursor: TextCursor;
  file: string;
  rules: RowRules;
  columns: string[];
  record: number;
  rescueLeft: number;
};

export async function* readCsv(
  cursor: TextCursor,
  file: string,
  format: 'csv' | 'tsv',
  headerRow: number | null = null,
): AsyncGenerator<Array<RawRecord | Rejection>> {
  const start: Position = { file, line: cursor.line, record: 0 };
  const named = /^sep=([^\r\n])\r?\n/i.exec(cursor.text);
  if (named !== null) advance(cursor, named[0].length);
  const delimiter = named?.[1] ?? (format === 'tsv' ? '\t' : findDelimiter(cursor.text));
  const rules = { delimiter, ended: cursor.ended, quoteAt: -1 };
  const table: Table = { cursor, file, rules, columns: [], record: 0, rescueLeft: rescueBudget };
  const problem = findTableProblem(cursor.text) ?? (await readHeader(table, headerRow));
  if (problem !== null) {
    yield [reject(start, 'file', problem, cursor.text.slice(0, 200))];
    return;
  }
  let batch: Array<RawRecord | Rejection> = [];
  while (!atEnd(cursor)) {
    const line = cursor.line;
    const from = cursor.at;
    const scan = scanNext(table);
    const row = scan.kind === 'more' ? scan : recover(table, scan, from);
    if (row.kind === 'more') {
      await fill(cursor);
      continue;
    }
    const item = row.kind === 'row' ? takeRow(table, row, from, line) : await rejectRow(table, row, from, line);
    if (item !== null) batch.push(item);
    if (batch.length >= batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Excel uses semicolons in locales where the comma is the decimal sign. A first line without a delimiter may be a title. */
function findDelimiter(text: string): string {
  const lines = text
    .slice(0, 16_384)
    .split('\n')
    .filter((line) => line.trim() !== '');
  for (const line of lines.slice(0, maxTitleRows)) {
    const unquoted = line.replace(/"(?:[^"]|"")*"/g, '');
    const count = (delimiter: string) => unquoted.split(delimiter).length;
    const found = [';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best), ',');
    if (count(found) > 1) return found;
  }
  return ',';
}

/** Rereads a row whose quotes are not doubled, if one of the other rules gives a cell for each column. */
function recover(table: Table, scan: Exclude<RowScan, { kind: 'more' }>, from: number): RowScan {
  const { cursor, columns, rules } = table;
  const isRow = scan.kind === 'row';
  if (columns.length < 2 || table.rescueLeft <= 0 || (isRow && !scan.isLoose && isComplete(scan.cells, columns)))
    return scan;
  const { text } = cursor;
  const quoteAt = text.indexOf('"', from);
  if (quoteAt === -1 || quoteAt > (isRow ? scan.next : scan.at)) return scan;
  for (const kind of quoting) {
    // If the number of cells fits, the writer quotes nothing, so the row is kept.
    if (kind === 'mixed' && isRow && scan.cells.length === columns.length) continue;
    const found = scanQuoting(text, from, rules, columns.length, kind);
    table.rescueLeft -= found === null ? maxLooseRow : found.next - from;
    if (found === null || (kind === 'backslash' && !text.slice(from, found.next).includes('\\"'))) continue;
    if (found.next >= text.length && !cursor.ended) return more;
    if (resumeWithin(table, from, found.next - 1, found.next) === found.next) return found;
  }
  return scan;
}

/** Whether no cell after the last column has a value. Spreadsheets add empty cells, and omit those at the end. */
function isComplete(cells: readonly string[], { length }: readonly string[]): boolean {
  return cells.length <= length || cells.slice(length).every((cell) => cell.trim() === '');
}

function scanNext(table: Table): RowScan {
  const { cursor, rules } = table;
  rules.ended = cursor.ended;
  rules.quoteAt = nextQuote(cursor.text, cursor.at, rules.quoteAt);
  const scan = scanRow(cursor.text, cursor.at, rules);
  // Positions change when more text arrives.
  if (scan.kind === 'more') rules.quoteAt = -1;
  return scan;
}

function nextQuote(text: string, from: number, known: number): number {
  if (known >= from) return known;
  const found = text.indexOf('"', from);
  return found === -1 ? Number.POSITIVE_INFINITY : found;
}

/** `headerRow`: the row number, if the caller sets it. Else leading rows with a single cell are a title. */
async function readHeader(table: Table, headerRow: number | null): Promise<string | null> {
  const { cursor } = table;
  for (let row = 1; !atEnd(cursor); ) {
    const scan = scanNext(table);
    if (scan.kind === 'more') await fill(cursor);
    else if (scan.kind === 'broken') return `the header row cannot be read: ${scan.reason}`;
    else {
      const damage = findDamage(cursor, cursor.text.slice(cursor.at, scan.next));
      if (damage !== null) return `the header row cannot be read: ${damage}`;
      advance(cursor, Math.min(scan.next, cursor.text.length));
      const isEarlier = headerRow === null ? isBlank(scan.cells) || isTitle(table, scan.cells) : row < headerRow;
      row++;
      if (isEarlier) continue;
      table.columns = nameColumns(scan.cells).map((name, index) => name ?? `column_${index + 1}`);
      return null;
    }
  }
  return headerRow === null ? 'the file is empty' : `the file has no row ${headerRow} for the header`;
}

/** Whether a header and a row with as many cells follow a row with a single value. Only checks text that has been read. */
function isTitle({ cursor, rules }: Table, cells: readonly string[]): boolean {
  if (!isTitleRow(cells)) return false;
  let header: number | null = null;
  for (let at = cursor.at, rows = 0; at < cursor.text.length && rows < maxTitleRows; rows++) {
    const scan = scanRow(cursor.text, at, { ...rules, ended: true, quoteAt: nextQuote(cursor.text, at, -1) });
    if (scan.kind !== 'row') return false;
    if (header !== null) return scan.cells.length === header;
    if (!isTitleRow(scan.cells)) {
      if (!isHeaderRow(scan.cells)) return false;
      header = scan.cells.length;
    }
    at = scan.next;
  }
  return false;
}

function isBlank(cells: string[]): boolean {
  return cells.length === 1 && cells[0]?.trim() === '';
}

function takeRow(
  table: Table,
  scan: Extract<RowScan, { kind: 'row' }>,
  from: number,
  line: number,
): RawRecord | Rejection | null {
  const { cursor, columns } = table;
  const { cells } = scan;
  const next = Math.min(scan.next, cursor.text.length);
  if (isBlank(cells)) {
    advance(cursor, next);
    return null;
  }
  const position: Position = { file: table.file, line, record: ++table.record };
  const damage = cursor.damaged ? findDamage(cursor, cursor.text.slice(from, next)) : null;
  // Cells at the end may be missing, unless the file or the row seems to be truncated.
  const isWhole =
    cells.length < columns.length
      ? cells.length > 1 && cursor.text[next - 1] === '\n' && resumeWithin(table, from, next, next) === next
      : isComplete(cells, columns);
  if (damage !== null || !isWhole) {
    const resume = damage === null ? resumeWithin(table, from, next, next) : next;
    advance(cursor, resume);
    const note = resume < next ? '; reading resumed at its second line' : '';
    const reason = damage ?? `the row has ${cells.length} cells, the header ${columns.length}${note}`;
    return reject(position, null, reason, damage === null ? cells : cells.map((cell) => cell.toWellFormed()));
  }
  advance(cursor, next);
  const fields: Record<string, unknown> = {};
  let at = 0;
  for (const column of columns) fields[column] = cells[at++] ?? '';
  return { position, fields };
}

async function rejectRow(
  table: Table,
  scan: Extract<RowScan, { kind: 'broken' }>,
  from: number,
  line: number,
): Promise<Rejection> {
  const { cursor } = table;
  const position: Position = { file: table.file, line, record: ++table.record };
  const text = cursor.text.slice(from, scan.at + 1);
  const reason = findDamage(cursor, text) ?? scan.reason;
  const after = cursor.text.indexOf('\n', scan.at);
  const resume = resumeWithin(table, from, scan.at, after === -1 ? cursor.text.length : after + 1);
  advance(cursor, resume);
  if (after === -1 && resume === cursor.text.length) await skipLine(table);
  const note = atEnd(cursor) ? '' : `; reading resumed at line ${cursor.line}`;
  return reject(position, null, reason + note, text.toWellFormed());
}

async function skipLine({ cursor, rules }: Table): Promise<void> {
  rules.quoteAt = -1;
  while (!cursor.ended) {
    await fill(cursor);
    const newline = cursor.text.indexOf('\n');
    advance(cursor, newline === -1 ? cursor.text.length : newline + 1);
    if (newline !== -1) return;
  }
}

/** The position to resume at after a row that failed at `failedAt`: its own second line if whole rows follow there, else `after`. */
function resumeWithin(table: Table, from: number, failedAt: number, after: number): number {
  const { cursor, columns } = table;
  const second = cursor.text.indexOf('\n', from) + 1;
  if (second === 0 || second >= failedAt || columns.length < 2 || table.rescueLeft <= 0) return after;
  const rules: RowRules = { ...table.rules, quoteAt: -1 };
  let left = maxRescueLength;
  for (let at = second; at < failedAt && left > 0; ) {
    rules.quoteAt = nextQuote(cursor.text, at, rules.quoteAt);
    const scan = scanRow(cursor.text, at, rules);
    const end = scan.kind === 'row' ? scan.next : scan.kind === 'broken' ? scan.at : cursor.text.length;
    left -= end - at + 1;
    table.rescueLeft -= end - at + 1;
    if (scan.kind === 'row' && scan.cells.length === columns.length) return second;
    const newline = cursor.text.indexOf('\n', at);
    if (newline === -1) break;
    at = scan.kind === 'row' ? scan.next : newline + 1;
  }
  return after;
}
