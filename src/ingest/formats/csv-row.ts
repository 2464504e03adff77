// CSV scanner: splits one row of CSV or TSV (RFC 4180) out of text.

/** `quoteAt` is the position of the next quote at or after the start of the row, so that rows without quotes are cheap. */
export type RowRules = { delimiter: string; ended: boolean; quoteAt: number };

type Incomplete =
  /** The row may continue in text that has not arrived. */
  { kind: 'more' } | { kind: 'broken'; reason: string; at: number };

export type RowScan = { kind: 'row'; cells: string[]; next: number } | Incomplete;

/** A longer row is rejected: a stray quote can open a cell that runs to the end of the file. */
export const maxRowLength = 1_048_576;

const more: Incomplete = { kind: 'more' };
const tooLong = (from: number): Incomplete => ({
  kind: 'broken',
  reason: 'the record is longer than 1 MiB; check for an unclosed quote',
  at: from + maxRowLength,
});

export function scanRow(text: string, from: number, rules: RowRules): RowScan {
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
  for (let at = from; ; ) {
    const cell = text[at] === '"' ? scanQuoted(text, from, at, rules) : scanBare(text, from, at, rules);
    if (cell.kind !== 'cell') return cell;
    cells.push(cell.value);
    if (cell.last) return { kind: 'row', cells, next: cell.next };
    at = cell.next;
  }
}

type CellScan = { kind: 'cell'; value: string; next: number; last: boolean } | Incomplete;

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
  // Over several lines, a stray quote swallowed rows. On one line, the writer does not quote at all: "a"|"b".
  if (value.includes('\n')) {
    return { kind: 'broken', reason: `unexpected ${JSON.stringify(after)} after the closing quote of a cell`, at };
  }
  const rest = scanBare(text, from, at, rules);
  return rest.kind === 'cell' ? { ...rest, value: text.slice(open, at) + rest.value } : rest;
}
