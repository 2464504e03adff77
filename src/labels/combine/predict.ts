// Prediction: the distribution over the values of each label, from rules, starter model and what was learned here.
import type { Line } from '../line.ts';
import { classesOf, type ModelLabel, modelLabels } from '../model/classes.ts';
import { featuresOf, type LineContext } from '../model/features.ts';
import type { LabelModel } from '../model/model.ts';
import { starterModel } from '../model/starter-model.ts';
import { addScores, softmax } from '../model/weights.ts';
import type { RuleGuesses } from '../rules/rules.ts';
import { distributionOfRules, pool } from './pool.ts';

/** Before anything was learned here. `prior` is what rules and starter model say together. */
export type Prior = { rules: Float64Array; starter: Float64Array; prior: Float64Array };
export type Priors = Readonly<Record<ModelLabel, Prior>>;
export type ReadFeatures = { features: readonly number[]; priors: Priors };

export function readFeatures(line: Line, rules: RuleGuesses, context: LineContext): ReadFeatures {
  const features = featuresOf(line, rules, context);
  const priors = Object.fromEntries(modelLabels.map((label) => [label, priorOf(label, features, rules)]));
  return { features, priors: priors as Priors };
}

function priorOf(label: ModelLabel, features: readonly number[], guesses: RuleGuesses): Prior {
  const classes = classesOf[label];
  const starter = new Float64Array(classes.length);
  addScores(starterModel()[label], features, starter);
  softmax(starter);
  const rules = distributionOfRules(guesses[label], classes);
  return { rules, starter, prior: pool(label, rules, starter) };
}

/** A value that nothing spoke for is still possible. */
const least = 1e-4;

export function logarithms(distribution: Float64Array): Float64Array {
  return distribution.map((probability) => Math.log(probability + least));
}

/** With the corrections of the model, if there is one. */
export function predict(
  label: ModelLabel,
  { features, priors }: ReadFeatures,
  weights: LabelModel['weights'] | undefined,
): Float64Array {
  const { prior } = priors[label];
  if (!weights) return prior;
  const { priorPower } = weights[label];
  const scores = logarithms(prior).map((score) => score * priorPower);
  addScores(weights[label], features, scores);
  return softmax(scores);
}

/** Index of the largest. */
export function mostLikely(distribution: Float64Array): number {
  let best = 0;
  for (let at = 1; at < distribution.length; at++) if ((distribution[at] ?? 0) > (distribution[best] ?? 0)) best = at;
  return best;
}

/** Whether rules and starter model have the same value, each on its own. */
export function doAgree({ rules, starter }: Prior): boolean {
  return mostLikely(rules) === mostLikely(starter);
}
