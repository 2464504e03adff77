// Splits one row of CSV or TSV (RFC 4180) out of text. Pure: no reading, no headers, no recovery.

/** `quoteAt` is where the next quote stands at or after the row's start, so that rows without quotes are cheap. */
export type RowRules = { delimiter: string; ended: boolean; quoteAt: number };

export type RowScan =
  | { kind: 'row'; cells: string[]; next: number }
  /** The row may go on in text that has not arrived. */
  | { kind: 'more' }
  | { kind: 'broken'; reason: string; at: number };

/** A stray quote may open a cell that swallows the file: a row longer than this is refused. */
export const maxRowLength = 1_048_576;

const more: RowScan = { kind: 'more' };
const tooLong = (from: number): RowScan => ({
  kind: 'broken',
  reason: 'the record is longer than 1 MiB: a quote is probably left open',
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

type CellScan = { kind: 'cell'; value: string; next: number; last: boolean } | Exclude<RowScan, { kind: 'row' }>;

function unfinished(text: string, from: number, rules: RowRules, reason: string): CellScan {
  if (text.length - from > maxRowLength) return tooLong(from) as CellScan;
  return rules.ended ? { kind: 'broken', reason, at: text.length } : (more as CellScan);
}

/** A quote inside a bare cell is itself: `5" pipe`. */
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
    if (close - from > maxRowLength) return tooLong(from) as CellScan;
    if (close + 2 >= text.length && !rules.ended) return more as CellScan;
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
  // Over several lines this is a stray quote that swallowed rows; on one line it is a writer that quotes nothing: "a"|"b".
  if (value.includes('\n')) {
    return {
      kind: 'broken',
      reason: `a quoted cell goes on after its closing quote, with ${JSON.stringify(after)}`,
      at,
    };
  }
  const rest = scanBare(text, from, at, rules);
  return rest.kind === 'cell' ? { ...rest, value: text.slice(open, at) + rest.value } : rest;
}
