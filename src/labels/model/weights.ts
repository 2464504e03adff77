// Weights of a logistic regression over hashed features, one row of bytes a feature.

/** The row of each feature. */
export type Rows = ReadonlyMap<number, number>;

/** A weight is its byte times `scale`. `bytes` has one row for each feature, of a weight for each class. */
export type Weights = { classes: readonly string[]; bytes: Int8Array; scale: number };

const maxByte = 127;
/** A larger weight is cut: it would cost the others their precision. */
const maxWeight = 4;

/** Rows of the features that have weights. */
export function rowsOf(rows: Rows, features: readonly number[]): number[] {
  const found: number[] = [];
  for (const feature of features) {
    const row = rows.get(feature);
    if (row !== undefined) found.push(row);
  }
  return found;
}

/** Adds the weights of the rows to the scores of the classes. */
export function addScores({ bytes, scale }: Weights, rows: readonly number[], scores: Float64Array): void {
  const count = scores.length;
  const sums = new Int32Array(count);
  for (const row of rows) {
    const start = row * count;
    for (let at = 0; at < count; at++) sums[at] = (sums[at] as number) + (bytes[start + at] as number);
  }
  for (let at = 0; at < count; at++) scores[at] = (scores[at] as number) + (sums[at] as number) * scale;
}

/** Scores become probabilities, in place. */
export function softmax(scores: Float64Array): Float64Array {
  let largest = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > largest) largest = score;
  let sum = 0;
  for (let at = 0; at < scores.length; at++) {
    const power = Math.exp((scores[at] as number) - largest);
    scores[at] = power;
    sum += power;
  }
  for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] as number) / sum;
  return scores;
}

export function quantize(weights: Float32Array): Pick<Weights, 'bytes' | 'scale'> {
  let largest = 1e-6;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  const scale = Math.min(largest, maxWeight) / maxByte;
  const toByte = (weight: number) => Math.max(-maxByte, Math.min(maxByte, Math.round(weight / scale)));
  return { bytes: Int8Array.from(weights, toByte), scale };
}

/** The most frequent features get rows, at most `maxRows`; those of fewer than `minLines` lines none. */
export function chooseRows(lines: readonly (readonly number[])[], minLines: number, maxRows: number): Rows {
  const counts = new Map<number, number>();
  for (const features of lines) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= minLines);
  if (frequent.length > maxRows) frequent.sort(([a, n], [b, m]) => m - n || a - b);
  return new Map(frequent.slice(0, maxRows).map(([feature], row) => [feature, row]));
}
