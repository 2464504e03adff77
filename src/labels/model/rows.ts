// Rows of features: a hash table of 32-bit features. A Map would allocate an object for each number that it looks up.

/** `features`: by row. `slots`: rows by hash, -1 where there is none. */
export type Rows = { features: Uint32Array; slots: Int32Array };

export function createRows(features: Uint32Array): Rows {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * features.length + 2))).fill(-1);
  const mask = slots.length - 1;
  features.forEach((feature, row) => {
    let at = feature & mask;
    while (slots[at] !== -1) at = (at + 1) & mask;
    slots[at] = row;
  });
  return { features, slots };
}

/** Rows of the features that have one. */
export function rowsOf({ features: known, slots }: Rows, features: readonly number[]): number[] {
  const mask = slots.length - 1;
  const found: number[] = [];
  for (let index = 0; index < features.length; index++) {
    const feature = features[index] as number;
    let at = feature & mask;
    let row = slots[at] as number;
    while (row !== -1 && known[row] !== feature) {
      at = (at + 1) & mask;
      row = slots[at] as number;
    }
    if (row !== -1) found.push(row);
  }
  return found;
}

/** The most frequent features get rows, at most `maxRows`; those of fewer than `minLines` lines none. */
export function chooseRows(lines: readonly (readonly number[])[], minLines: number, maxRows: number): Rows {
  const counts = new Map<number, number>();
  for (const features of lines) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= minLines);
  if (frequent.length > maxRows) frequent.sort(([a, n], [b, m]) => m - n || a - b);
  return createRows(Uint32Array.from(frequent.slice(0, maxRows), ([feature]) => feature));
}
