// Figures as Markdown tables.

export type Table = { head: readonly string[]; rows: readonly (readonly string[])[] };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** 1,234 above a thousand, two digits after the point below ten, one between. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function times(ratio: number): string {
  return Number.isFinite(ratio) ? `${ratio.toFixed(2)} ×` : '–';
}

/** Columns as wide as their widest cell, as the formatter of the project has them. */
export function markdown({ head, rows }: Table): string {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((row) => [...row[at]].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell + ' '.repeat(widths[at] - [...cell].length)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
