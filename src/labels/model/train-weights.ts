// Trains weights: multinomial logistic regression by stochastic gradient descent with AdaGrad steps. Deterministic for the same examples.
import { type Rows, rowsOf } from './features.ts';

type Example = {
  features: readonly number[];
  /** Index of the right class. */
  target: number;
  /** Weight compared with other examples. */
  weight: number;
  /** Logarithms of the prior probabilities, which the weights correct; absent without a prior. */
  prior?: Float64Array;
};

/** `priorPower`: exponent of the prior; 1 leaves it unchanged. */
export type Trained = Weights & { priorPower: number };

const [minEpochs, maxEpochs] = [4, 20];
const decay = 1e-3;
/** Smaller errors are not corrected, which skips most classes most of the time. */
const negligible = 1e-3;

/** `steps`: approximate number of training steps, whatever the number of examples. */
type Options = { rows: Rows; classes: readonly string[]; rate: number; steps: number };

export function trainWeights(examples: readonly Example[], { rows, classes, rate, steps }: Options): Trained {
  const learner = createLearner(rows.features.length, classes.length);
  const rowsOfExamples = examples.map(({ features }) => Uint32Array.from(rowsOf(rows, features)));
  const order = Uint32Array.from(examples, (_, at) => at);
  const random = createRandom();
  const epochs = Math.max(minEpochs, Math.min(maxEpochs, Math.round(steps / Math.max(1, examples.length))));
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    const step = rate * (1 - (0.9 * epoch) / epochs);
    for (const at of order) {
      const [example, ownRows] = [examples[at], rowsOfExamples[at]];
      if (example && ownRows) learner.learn(example, ownRows, step);
    }
  }
  return { classes, ...quantize(learner.weights), priorPower: learner.priorPower() };
}

function createLearner(rowCount: number, count: number) {
  const weights = new Float32Array(rowCount * count);
  const squares = new Float64Array(rowCount).fill(1e-6);
  const errors = new Float64Array(count);
  /** Classes with an error; the first `wrongCount` entries are used. */
  const wrong = new Uint32Array(count);
  let wrongCount = 0;
  let priorPower = 1;
  let priorSquares = 1;

  /** Adds four rows at a time, so that sums are loaded and stored less often. */
  function addRows(rows: Uint32Array): void {
    const inFours = rows.length - (rows.length % 4);
    for (let index = 0; index < inFours; index += 4) {
      const one = (rows[index] as number) * count;
      const two = (rows[index + 1] as number) * count;
      const three = (rows[index + 2] as number) * count;
      const four = (rows[index + 3] as number) * count;
      for (let at = 0; at < count; at++)
        errors[at] =
          (errors[at] as number) +
          (weights[one + at] as number) +
          (weights[two + at] as number) +
          (weights[three + at] as number) +
          (weights[four + at] as number);
    }
    for (let index = inFours; index < rows.length; index++) {
      const from = (rows[index] as number) * count;
      for (let at = 0; at < count; at++) errors[at] = (errors[at] as number) + (weights[from + at] as number);
    }
  }

  function findErrors({ target, weight, prior }: Example, rows: Uint32Array): void {
    for (let at = 0; at < count; at++) errors[at] = priorPower * (prior?.[at] ?? 0);
    addRows(rows);
    softmax(errors);
    wrongCount = 0;
    for (let at = 0; at < count; at++) {
      const error = ((errors[at] as number) - (at === target ? 1 : 0)) * weight;
      const isWrong = Math.abs(error) >= negligible;
      errors[at] = isWrong ? error : 0;
      if (isWrong) wrong[wrongCount++] = at;
    }
  }

  function learnPrior(prior: Float64Array, step: number): void {
    let slope = 0;
    for (let at = 0; at < count; at++) slope += (errors[at] as number) * (prior[at] as number);
    priorSquares += slope * slope;
    priorPower = Math.min(1.5, Math.max(0.2, priorPower - (step * slope) / Math.sqrt(priorSquares)));
  }

  return {
    weights,
    priorPower: () => priorPower,
    learn: (example: Example, rows: Uint32Array, step: number) => {
      findErrors(example, rows);
      let square = 0;
      for (let index = 0; index < wrongCount; index++) square += (errors[wrong[index] as number] as number) ** 2;
      for (const row of rows) {
        const sum = (squares[row] ?? 0) + square;
        squares[row] = sum;
        const rowStep = step / Math.sqrt(sum);
        const from = row * count;
        for (let index = 0; index < wrongCount; index++) {
          const at = wrong[index] as number;
          const error = errors[at] as number;
          const weight = weights[from + at] as number;
          weights[from + at] = weight - rowStep * (error + decay * weight);
        }
      }
      if (example.prior) learnPrior(example.prior, step);
    },
  };
}

function shuffle(order: Uint32Array, random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = random() % (at + 1);
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
}

/** Linear congruential generator: returns the same numbers in every training. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

// Weights of a logistic regression over hashed features, with one row of bytes per feature.

/** A weight is its byte times `scale`. `bytes` has one row per feature, with a weight for each class. */
type Weights = { classes: readonly string[]; bytes: Int8Array; scale: number };

const maxByte = 127;
/** A larger weight is clipped, since it would reduce the precision of all others. */
const maxWeight = 4;

/** More than the classes of any label. The array is reused, since creating one takes longer than filling it. */
const maxClasses = 256;
const sums = new Int32Array(maxClasses);

/** Adds the weights of the rows to the scores of the classes, four rows at a time, so that sums are loaded and stored less often. */
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

/** Converts scores to probabilities, in place. */
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

function quantize(weights: Float32Array): Pick<Weights, 'bytes' | 'scale'> {
  let largest = 1e-6;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  const scale = Math.min(largest, maxWeight) / maxByte;
  const bytes = new Int8Array(weights.length);
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = Math.max(-maxByte, Math.min(maxByte, Math.round((weights[at] as number) / scale)));
  return { bytes, scale };
}
