// Output of commands: JSON for programs, aligned columns for people.

export function print(value: unknown, asJson: boolean | undefined, format: () => string): void {
  console.log(asJson ? JSON.stringify(value, null, 2) : format());
}

/** “1,204” */
export const formatCount = (count: number) => count.toLocaleString('en');

export type Row = Readonly<Record<string, unknown>>;

/** Each column is as wide as its widest cell. */
export function table(rows: readonly Row[], columns: readonly string[]): string {
  if (rows.length === 0) return '(none)';
  const cells = [columns, ...rows.map((row) => columns.map((column) => cellOf(row[column])))];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One record, a line for each of its fields. */
export function fieldTable(record: Row): string {
  const rows = Object.entries(record).map(([field, value]) => ({ field, value }));
  return table(rows, ['field', 'value']);
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
