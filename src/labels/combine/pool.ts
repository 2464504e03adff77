// What rules and the starter model say together: one distribution over the values of a label.

import type { RuleGuess } from '../label.ts';
import type { ModelLabel } from '../model/classes.ts';

/** The share of the rules, the rest is the model's: chosen on lines labelled by hand (docs/labels.md). */
const ruleShares: Readonly<Record<ModelLabel, number>> = { archetype: 0.35, emotional_trigger: 0.65, niche: 0.65 };

/**
 * Values that fit many more real lines than the starter set has: readers accept `curiosity` for two of three lines, beside others
 * (docs/labels.md).
 */
const boosts: Readonly<Partial<Record<ModelLabel, Readonly<Record<string, number>>>>> = {
  emotional_trigger: { curiosity: 3 },
};

/** `ruled` is the index of the rules' guess, -1 if they have none; `prior` the weighted mean of both. */
export type Prior = { ruled: number; ruleConfidence: number; starter: Float64Array; prior: Float64Array };

/** What the rules leave open is spread evenly, as nothing is known of it. */
export function pool(
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
  boost(prior, label, classes);
  return { ruled, ruleConfidence, starter, prior };
}

function boost(prior: Float64Array, label: ModelLabel, classes: readonly string[]): void {
  for (const [value, factor] of Object.entries(boosts[label] ?? {})) {
    const at = classes.indexOf(value);
    const more = (prior[at] ?? 0) * (factor - 1);
    prior[at] = (prior[at] ?? 0) + more;
    for (let index = 0; index < prior.length; index++) prior[index] = (prior[index] as number) / (1 + more);
  }
}

/** Index of the largest. */
export function mostLikely(distribution: Float64Array): number {
  let best = 0;
  for (let at = 1; at < distribution.length; at++)
    if ((distribution[at] as number) > (distribution[best] as number)) best = at;
  return best;
}

/** What speaks for a value besides its probability. */
export function votesFor({ ruled, starter }: Prior, at: number): { ruled: boolean; agree: boolean } {
  return { ruled: at === ruled, agree: at === ruled && at === mostLikely(starter) };
}

/** Whether the rules did more for a value than the models. `probability`: of the value in the end. */
export function isOfRules({ ruled, ruleConfidence, starter, prior }: Prior, at: number, probability: number): boolean {
  const learned = Math.max(0, probability - (prior[at] ?? 0));
  return at === ruled && ruleConfidence >= (starter[at] ?? 0) + learned;
}
