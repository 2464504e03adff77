// Labels that the model guesses, and their values.
import { archetypes } from '../../taxonomy/archetypes.ts';
import { niches } from '../../taxonomy/niches.ts';
import { taxonomy } from '../../taxonomy/taxonomy.ts';
import { type RequiredLabel, requiredLabels } from '../label.ts';

export const modelLabels = requiredLabels;
export type ModelLabel = RequiredLabel;

/** Built-in values of a label, in taxonomy order. Models have no class for values of operators. */
export const classesOf: Readonly<Record<ModelLabel, readonly string[]>> = {
  archetype: archetypes.map(({ id }) => id),
  emotional_trigger: taxonomy.emotional_trigger.map(({ id }) => id),
  niche: niches.map(({ id }) => id),
};
