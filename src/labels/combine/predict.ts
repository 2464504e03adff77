// Prediction: the distribution over the values of each label, from rules, starter model and what was learned here.
import type { Line } from '../line.ts';
import { classesOf, type ModelLabel } from '../model/classes.ts';
import type { AllWeights } from '../model/encode-weights.ts';
import { featuresOf, type LineContext } from '../model/features.ts';
import { starterModel } from '../model/starter-model.ts';
import { addScores, rowsOf, softmax } from '../model/weights.ts';
import type { RuleGuesses } from '../rules/rules.ts';
import { type Prior, pool } from './pool.ts';

export type ReadFeatures = { features: readonly number[]; priors: Readonly<Record<ModelLabel, Prior>> };

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
  const [archetype, emotional_trigger, niche] = [priorOf('archetype'), priorOf('emotional_trigger'), priorOf('niche')];
  return { features, priors: { archetype, emotional_trigger, niche } };
}

/** A value that nothing spoke for is still possible. */
const least = 1e-4;

export function logarithms(distribution: Float64Array): Float64Array {
  const logarithm = new Float64Array(distribution.length);
  for (let at = 0; at < logarithm.length; at++) logarithm[at] = Math.log((distribution[at] as number) + least);
  return logarithm;
}

/** The distribution of each label with the corrections of the model, if there is one. */
export function createPredictor(weights: AllWeights | undefined, { features, priors }: ReadFeatures) {
  const rows = weights ? rowsOf(weights.rows, features) : [];
  return (label: ModelLabel): Float64Array => {
    const { prior } = priors[label];
    if (!weights) return prior;
    const own = weights.labels[label];
    const scores = logarithms(prior);
    for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] as number) * own.priorPower;
    addScores(own, rows, scores);
    return softmax(scores);
  };
}
