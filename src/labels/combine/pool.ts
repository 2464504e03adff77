// What rules and the starter model say together: one distribution over the values of a label.
import type { ModelLabel } from '../model/classes.ts';
import type { RuleGuess } from '../rules/rule-guess.ts';

/** The share of the rules, the rest is the model's: chosen on lines labelled by hand (docs/labels.md). */
const ruleShares: Readonly<Record<ModelLabel, number>> = { archetype: 0.35, emotional_trigger: 0.65, niche: 0.65 };

/** Of the rules: the guess has its confidence, the rest is spread evenly, as nothing is known of it. */
export function distributionOfRules({ value, confidence }: RuleGuess, classes: readonly string[]): Float64Array {
  const isSilent = value === 'other';
  const distribution = new Float64Array(classes.length).fill((isSilent ? 1 : 1 - confidence) / classes.length);
  const at = isSilent ? -1 : classes.indexOf(value);
  if (at >= 0) distribution[at] = (distribution[at] ?? 0) + confidence;
  return distribution;
}

/** The weighted mean. */
export function pool(label: ModelLabel, rules: Float64Array, model: Float64Array): Float64Array {
  const share = ruleShares[label];
  return rules.map((probability, at) => share * probability + (1 - share) * (model[at] ?? 0));
}
