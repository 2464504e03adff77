// Prediction: the distribution over the values of each label, from rules, starter model and what was learned here.
import type { Line } from '../line.ts';
import { classesOf, type ModelLabel } from '../model/classes.ts';
import type { AllWeights } from '../model/encode-weights.ts';
import { featuresOf, type LineContext } from '../model/features.ts';
import { rowsOf } from '../model/rows.ts';
import { starterModel } from '../model/starter-model.ts';
import { addScores, softmax } from '../model/weights.ts';
import type { RuleGuesses } from '../rules/rules.ts';
import { type Prior, pool } from './pool.ts';

/** `priorOf`: what rules and starter model say of a label. */
export type ReadFeatures = { features: readonly number[]; priorOf: (label: ModelLabel) => Prior };

export function readFeatures(line: Line, guesses: RuleGuesses, context: LineContext): ReadFeatures {
  const features = featuresOf(line, guesses, context);
  const { rows, labels } = starterModel();
  const starterRows = rowsOf(rows, features);
  const priorOf = (label: ModelLabel): Prior => {
    const classes = classesOf[label];
    const starter = new Float64Array(classes.length);
    addScores(labels[label], starterRows, starter);
    softmax(starter);
    return pool(label, guesses[label], starter, classes);
  };
  return { features, priorOf };
}

/** A value that nothing spoke for is still possible. */
const least = 1e-4;

export function logarithms(distribution: Float64Array): Float64Array {
  const logarithm = new Float64Array(distribution.length);
  for (let at = 0; at < logarithm.length; at++) logarithm[at] = Math.log((distribution[at] as number) + least);
  return logarithm;
}

/** The distribution of a label from what rules and starter model say, with the corrections of the model, if there is one. */
export type Predict = (label: ModelLabel, prior: Prior) => Float64Array;

export function createPredictor(weights: AllWeights | undefined, features: readonly number[]): Predict {
  if (!weights) return (_, { prior }) => prior;
  const rows = rowsOf(weights.rows, features);
  return (label, { prior }) => {
    const own = weights.labels[label];
    const scores = logarithms(prior);
    for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] as number) * own.priorPower;
    addScores(own, rows, scores);
    return softmax(scores);
  };
}
