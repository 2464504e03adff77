// How commands show what they got: JSON for programs, aligned columns for people.

export function print(value: unknown, asJson: boolean, show: () => string): void {
  console.log(asJson ? JSON.stringify(value, null, 2) : show());
}

/** Columns as wide as their widest cell. */
export function table(rows: readonly Record<string, unknown>[], columns: readonly string[]): string {
  if (rows.length === 0) return '(none)';
  const cells = [columns, ...rows.map((row) => columns.map((column) => show(row[column])))];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at].length)));
  return cells
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
