// Header of a table: the title rows above it, and the names of its columns.

/** Rows that are searched for a header below a title. */
export const maxTitleRows = 10;
const maxNameLength = 80;

/** Whether a row has at most one value. */
export function isTitleRow(cells: readonly unknown[]): boolean {
  return cells.filter(isFilled).length < 2;
}

/** Whether the values can be column names: none is a number or long. */
export function isHeaderRow(cells: readonly unknown[]): boolean {
  const names = cells.filter(isFilled).map((cell) => String(cell).trim());
  return names.every((name) => name.length <= maxNameLength && !/^[\d.,\s]+[kmb%]?$/i.test(name));
}

/** Repeated names are numbered: `Views`, `Views 2`. Undefined for an empty cell. */
export function nameColumns(cells: Iterable<unknown>): (string | undefined)[] {
  const counts = new Map<string, number>();
  const given = Array.from(cells, (cell) => String(cell ?? '').trim());
  return given.map((name) => {
    if (name === '') return undefined;
    let count = counts.get(name) ?? 0;
    do count++;
    while (count > 1 && given.includes(`${name} ${count}`));
    counts.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  });
}

function isFilled(cell: unknown): boolean {
  return cell !== undefined && cell !== null && String(cell).trim() !== '';
}
