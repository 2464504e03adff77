// Verdict of a check: what a line reads as, and how often hooks like it were viewed, in one sentence.
import { taxonomy } from '../../taxonomy/taxonomy.ts';
import type { DraftLabel, Standing } from './check-schema.ts';

/** `niche`: null if it is unknown or uncertain. `isSample`: whether all figures are of sample data. */
type Judged = { archetype: DraftLabel; niche: string | null; standing: Standing; isSample: boolean };

const minConfidence = 0.5;
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const exact = new Intl.NumberFormat('en');

/** “Reads as a how-to hook about finance; like 148 hooks with a median of 1.4M views.” */
export function verdictOf({ archetype, niche, standing, isSample }: Judged): string {
  const about = niche === null || niche === 'other' ? '' : ` about ${nameOf('niche', niche)}`;
  if (archetype.value === 'other') return `No archetype fits this line${about}.`;
  const kind = nameOf('archetype', archetype.value).replaceAll(' ', '-');
  const reads = archetype.confidence >= minConfidence ? 'Reads as' : 'May read as';
  const line = `${reads} ${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind} hook${about}`;
  const hooks = isSample ? 'sample hooks' : 'hooks';
  const figures = standing.wider ?? standing;
  if (figures.median_views === null) return `${line}; too few ${hooks} are like it for figures.`;
  const place = `${figures.niche === niche ? '' : ' of all niches'}${figures.platform === null ? '' : ` on ${figures.platform}`}`;
  return `${line}; like ${exact.format(figures.n)} ${hooks}${place} with a median of ${compact.format(figures.median_views)} views.`;
}

/** Writes a name as it stands within a sentence: “listicle”, but “POV” and “AI”. */
function nameOf(label: 'archetype' | 'niche', value: string): string {
  const name = taxonomy[label].find(({ id }) => id === value)?.name ?? value;
  return /^\p{Lu}(?!\p{Lu})/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
