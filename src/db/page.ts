// Keyset pagination: selects one row more than the limit, to know whether another page follows.

export type Page<Row> = {
  rows: Row[];
  /** Key of the last row, to continue after; null on the last page. */
  next: string | null;
};

/** `select` gets the number of rows to select, `keyOf` gives the key that the next page continues after. */
export async function takePage<Row>(
  limit: number,
  select: (limit: number) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): Promise<Page<Row>> {
  const found = await select(limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : keyOf(last) };
}
