// Tables of a terminal: columns as wide as their widest cell, and the widest shortened to fit. Pure.
import { eastAsianWidth } from 'get-east-asian-width';

export type Column = {
  field: string;
  title?: string;
  /** Numbers are aligned right, with separators of thousands. */
  isNumber?: boolean;
  /** How the value is shown. Default: as text. */
  show?: (value: unknown) => string;
  /** The column is left out if a text would become too short to read. */
  isOptional?: boolean;
};
type Row = Readonly<Record<string, unknown>>;

const gap = '  ';
const shortestCell = 16;
/** Optional columns are left out while longer texts are cut below this width. */
const readableCell = 36;

/** Lines of the table, the titles first. `width` is the width of the terminal. */
export function toTable(rows: readonly Row[], columns: readonly Column[], width: number): string[] {
  const measured = measure(rows, columns);
  const fitted = fit(measured, width);
  const dropped = columns.findLastIndex(({ isOptional }) => isOptional);
  const isUnreadable = fitted.some((one, at) => one < Math.min(readableCell, measured.widths[at] ?? 0));
  if (dropped >= 0 && isUnreadable) return toTable(rows, columns.toSpliced(dropped, 1), width);
  return measured.lines.map((line) =>
    line
      .map((text, at) => pad(shorten(text, fitted[at] ?? 0), fitted[at] ?? 0, columns[at]?.isNumber === true))
      .join(gap)
      .trimEnd(),
  );
}

type Measured = { lines: string[][]; widths: number[]; isId: boolean[] };

function measure(rows: readonly Row[], columns: readonly Column[]): Measured {
  const titles = columns.map(({ field, title }) => (title ?? field).replaceAll('_', ' ').toUpperCase());
  const cells = rows.map((row) => columns.map((column) => showCell(readField(row, column.field), column)));
  const widths = titles.map((title, at) => Math.max(...[title, ...cells.map((line) => line[at] ?? '')].map(widthOf)));
  return { lines: [titles, ...cells], widths, isId: columns.map(({ field }) => /(^|_)id$/.test(field)) };
}

/** A field, or one within it: `labels.method`. */
export function readField(record: Row, path: string): unknown {
  if (path in record) return record[path];
  let value: unknown = record;
  for (const name of path.split('.')) value = (value as Row | null | undefined)?.[name];
  return value;
}

/** Narrows the widest column until the line fits. IDs stay whole: they are copied into other commands. */
function fit({ widths, isId }: Measured, width: number): number[] {
  const fitted = [...widths];
  let excess = fitted.reduce((sum, one) => sum + one, gap.length * (fitted.length - 1)) - width;
  for (; excess > 0; excess--) {
    const widest = Math.max(...fitted.filter((_, at) => !isId[at]));
    if (widest <= shortestCell) break;
    fitted[fitted.findIndex((one, at) => one === widest && !isId[at])] = widest - 1;
  }
  return fitted;
}

function showCell(value: unknown, { isNumber, show }: Column): string {
  if (show) return printable(show(value));
  if (value === null || value === undefined) return '–';
  if (isNumber && typeof value === 'number') return value.toLocaleString('en');
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** “2026-11-23 08:57” of a time, in UTC. */
export function minuteOf(time: unknown): string {
  return time === null || time === undefined ? '–' : String(time).slice(0, 16).replace('T', ' ');
}

/** Texts are untrusted: control characters could move the cursor, change colours or set the clipboard. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');
}

/** Columns of a text. Not the package string-width: its patterns of emoji double the time in which the program starts. */
function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return [...segmentsOf(text)].reduce((sum, { segment }) => sum + segmentWidth(segment), 0);
}

const segmentsOf = (text: string) => new Intl.Segmenter().segment(text);

/** A variation selector or a joiner makes an emoji of the preceding character. */
function segmentWidth(segment: string): number {
  if (/[\ufe0f\u200d]/.test(segment)) return 2;
  return /^[\p{Mn}\p{Cf}]/u.test(segment) ? 0 : eastAsianWidth(segment.codePointAt(0) ?? 0);
}

/** Shortens a text to `width`, with … where it was cut. */
function shorten(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of segmentsOf(text)) {
    used += segmentWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return `${kept}…`;
}

function pad(text: string, width: number, isRight: boolean): string {
  const spaces = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isRight ? spaces + text : text + spaces;
}
