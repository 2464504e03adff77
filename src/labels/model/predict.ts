// Combines rules, starter model and learned model: the distribution over the values of each label.

import type { RuleGuess } from '../label.ts';
import type { Line } from '../line.ts';
import type { RuleGuesses } from '../rules/rules.ts';
import { classesOf, type ModelLabel } from './classes.ts';
import { featuresOf, type LineContext, rowsOf } from './features.ts';
import { type AllWeights, starterModel } from './model.ts';
import { addScores, softmax } from './train-weights.ts';

// Combines rules and starter model: one distribution over the values of a label.

/** Weight of the rules; the starter model has the rest. Chosen on lines labelled by hand (docs/labels.md). */
const ruleShares: Readonly<Record<ModelLabel, number>> = { archetype: 0.35, emotional_trigger: 0.35, niche: 0.4 };

/** `ruled`: index of the rules' guess, -1 if they have none. `prior`: weighted mean of rules and starter model. */
export type Prior = { ruled: number; ruleConfidence: number; starter: Float64Array; prior: Float64Array };

/** Probability that the rules do not assign is spread evenly over all values. */
function pool(
  label: ModelLabel,
  { value, confidence }: RuleGuess,
  starter: Float64Array,
  classes: readonly string[],
): Prior {
  const ruled = value === 'other' ? -1 : classes.indexOf(value);
  const ruleConfidence = ruled < 0 ? 0 : confidence;
  const share = ruleShares[label];
  const open = (share * (1 - ruleConfidence)) / classes.length;
  const prior = new Float64Array(classes.length);
  for (let at = 0; at < prior.length; at++) prior[at] = open + (1 - share) * (starter[at] as number);
  if (ruled >= 0) prior[ruled] = (prior[ruled] as number) + share * ruleConfidence;
  return { ruled, ruleConfidence, starter, prior };
}

/** Returns the index of the largest probability. */
export function mostLikely(distribution: Float64Array): number {
  let best = 0;
  for (let at = 1; at < distribution.length; at++)
    if ((distribution[at] as number) > (distribution[best] as number)) best = at;
  return best;
}

/** Evidence for a value in addition to its probability. */
export function votesFor({ ruled, starter }: Prior, at: number): { ruled: boolean; agree: boolean } {
  return { ruled: at === ruled, agree: at === ruled && at === mostLikely(starter) };
}

/** Returns whether the rules contributed more to a value than the models. `probability`: the final probability of the value. */
export function isOfRules({ ruled, ruleConfidence, starter, prior }: Prior, at: number, probability: number): boolean {
  const learned = Math.max(0, probability - (prior[at] ?? 0));
  return at === ruled && ruleConfidence >= (starter[at] ?? 0) + learned;
}

// Prediction: the distribution over the values of each label, from rules, starter model and learned corrections.

/** `priorOf`: combined guess of rules and starter model for a label. */
type ReadFeatures = { features: readonly number[]; priorOf: (label: ModelLabel) => Prior };

export function readFeatures(
  line: Line,
  guesses: RuleGuesses,
  context: LineContext,
  { rows, labels }: AllWeights = starterModel().weights,
): ReadFeatures {
  const features = featuresOf(line, guesses, context);
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

/** A value without any evidence is still possible. */
const least = 1e-4;

export function logarithms(distribution: Float64Array): Float64Array {
  const logarithm = new Float64Array(distribution.length);
  for (let at = 0; at < logarithm.length; at++) logarithm[at] = Math.log((distribution[at] as number) + least);
  return logarithm;
}

/** Returns the distribution of a label: the prior, corrected by the model if there is one. */
type Predict = (label: ModelLabel, prior: Prior) => Float64Array;

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
