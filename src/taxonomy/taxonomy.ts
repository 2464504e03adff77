// The value sets of the catalog, and the lookup of a value by any spelling of its label.
import { archetypes } from './archetypes.ts';
import { emotions } from './emotions.ts';
import { formats } from './formats.ts';
import { niches } from './niches.ts';
import { platforms } from './platforms.ts';
import type { Term } from './term.ts';

/** Raised when a value changes its meaning or is removed, not when one is added. */
export const taxonomyVersion = 1;

/** The sets of values. All but `platform` are closed: an import may bring a new platform. */
export const taxonomy = {
  archetype: archetypes,
  emotional_trigger: emotions,
  niche: niches,
  format: formats,
  platform: platforms,
} as const satisfies Record<string, readonly Term[]>;

export type TaxonomySet = keyof typeof taxonomy;

/** Normalises case, accents, spaces and hyphens: `Self-Improvement ` → `self_improvement`. */
export function foldLabel(label: string): string {
  if (/^[a-z0-9]+(_[a-z0-9]+)*$/.test(label)) return label;
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’']/g, '')
    .trim()
    .replace(/[\s\-–—_]+/g, '_');
}

function indexTerms(terms: readonly Term[]): ReadonlyMap<string, string> {
  const byLabel = new Map<string, string>();
  for (const { id, aliases } of terms) for (const alias of aliases) byLabel.set(foldLabel(alias), id);
  for (const { id } of terms) byLabel.set(foldLabel(id), id);
  return byLabel;
}

const values: Record<TaxonomySet, ReadonlyMap<string, string>> = {
  archetype: indexTerms(archetypes),
  emotional_trigger: indexTerms(emotions),
  niche: indexTerms(niches),
  format: indexTerms(formats),
  platform: indexTerms(platforms),
};

/** The id whose id or alias is `label`, or undefined. */
export function findValue(set: TaxonomySet, label: string): string | undefined {
  return values[set].get(foldLabel(label));
}

/** The display name of an id, which is the id itself where the set does not have it, as of platforms that imports brought. */
export function nameOf(set: TaxonomySet, id: string): string {
  return taxonomy[set].find((term) => term.id === id)?.name ?? id;
}
