// Weights of a logistic regression over hashed features, one row of bytes a feature.

/** A weight is its byte times `scale`. `bytes` has one row for each feature, of a weight for each class. */
export type Weights = { classes: readonly string[]; bytes: Int8Array; scale: number };

const maxByte = 127;
/** A larger weight is cut: it would cost the others their precision. */
const maxWeight = 4;

/** More than any label has classes. Reused: to create an array of numbers takes longer than to fill it. */
const maxClasses = 256;
const sums = new Int32Array(maxClasses);

/** Adds the weights of the rows to the scores of the classes. Four rows at a time, so that sums are loaded and stored less often. */
export function addScores({ bytes, scale }: Weights, rows: readonly number[], scores: Float64Array): void {
  const count = scores.length;
  sums.fill(0, 0, count);
  const inFours = rows.length - (rows.length % 4);
  for (let index = 0; index < inFours; index += 4) {
    const one = (rows[index] as number) * count;
    const two = (rows[index + 1] as number) * count;
    const three = (rows[index + 2] as number) * count;
    const four = (rows[index + 3] as number) * count;
    for (let at = 0; at < count; at++)
      sums[at] =
        (sums[at] as number) +
        (bytes[one + at] as number) +
        (bytes[two + at] as number) +
        (bytes[three + at] as number) +
        (bytes[four + at] as number);
  }
  for (let index = inFours; index < rows.length; index++) {
    const start = (rows[index] as number) * count;
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
  const bytes = new Int8Array(weights.length);
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = Math.max(-maxByte, Math.min(maxByte, Math.round((weights[at] as number) / scale)));
  return { bytes, scale };
}
