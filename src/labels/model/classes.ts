// Labels that the model guesses, and their values.
import { taxonomy } from '../../taxonomy/taxonomy.ts';
import { type RequiredLabel, requiredLabels } from '../label.ts';

export const modelLabels = requiredLabels;
export type ModelLabel = RequiredLabel;

/** Values of a label, in the order of the taxonomy. */
export const classesOf: Readonly<Record<ModelLabel, readonly string[]>> = {
  archetype: taxonomy.archetype.map(({ id }) => id),
  emotional_trigger: taxonomy.emotional_trigger.map(({ id }) => id),
  niche: taxonomy.niche.map(({ id }) => id),
};
