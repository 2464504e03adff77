// Divides rows by the values of one or more labels.
import type { Column, Dimension, Snapshot } from '../../snapshot/snapshot.ts';

/** `codes` are those of the labels, in their order. Rows ascend. */
export type LabelGroup = { codes: readonly number[]; rows: Uint32Array };

type Labels = Pick<Snapshot, 'size' | 'columns'>;

/** In order of their first rows. `rows` ascend. */
export function groupByLabels(
  { size, columns }: Labels,
  rows: Uint32Array,
  dimensions: readonly Dimension[],
): LabelGroup[] {
  const [first, ...others] = dimensions.map((dimension) => columns[dimension]);
  // Those of the whole catalog are divided already.
  let groups = rows.length === size ? groupsOf(first.rows, first.starts) : divide(rows, first);
  for (const label of others)
    groups = groups.flatMap((group) =>
      divide(group.rows, label).map(({ codes, rows: own }) => ({ codes: [...group.codes, ...codes], rows: own })),
    );
  return groups.sort((a, b) => a.rows[0] - b.rows[0]);
}

/** A counting sort, which keeps the order of rows. */
function divide(rows: Uint32Array, { codes, values }: Column): LabelGroup[] {
  const starts = new Uint32Array(values.length + 1);
  for (let at = 0; at < rows.length; at++) starts[codes[rows[at]] + 1]++;
  for (let code = 0; code < values.length; code++) starts[code + 1] += starts[code];
  const next = starts.slice();
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) sorted[next[codes[rows[at]]]++] = rows[at];
  return groupsOf(sorted, starts);
}

/** Those that are not empty. */
function groupsOf(sorted: Uint32Array, starts: Uint32Array): LabelGroup[] {
  const groups: LabelGroup[] = [];
  for (let code = 0; code + 1 < starts.length; code++)
    if (starts[code] < starts[code + 1])
      groups.push({ codes: [code], rows: sorted.subarray(starts[code], starts[code + 1]) });
  return groups;
}
