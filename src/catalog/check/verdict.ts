// Verdict of a check: the kind of a line and the typical views of hooks of this kind, in two sentences.
import { nameOf } from '../../taxonomy/taxonomy.ts';
import type { DraftLabel, Standing } from './check-schema.ts';

/** `niche` is null if it is unknown or uncertain. `isSample` is true if all figures are based on the sample. */
type Judged = { words: number; archetype: DraftLabel; niche: string | null; standing: Standing; isSample: boolean };

const minConfidence = 0.8;
const minGuess = 0.3;
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const exact = new Intl.NumberFormat('en');

/** “This is a how-to hook in finance. Half of the 148 how-to hooks in finance in the catalog have more than 1.4M views.” */
export function verdictOf({ words, archetype, niche, standing, isSample }: Judged): string {
  if (words < 2) return 'One word is too short to judge. Write the whole line.';
  const about = niche === null || niche === 'other' ? '' : ` in ${lowerNameOf('niche', niche)}`;
  if (archetype.value === 'other') return `This line${about} fits no archetype of hooks.`;
  if (archetype.confidence < minGuess) return `It is unclear what kind of hook this line${about} is.`;
  const kind = `${lowerNameOf('archetype', archetype.value).replaceAll(' ', '-')} hook`;
  const is = archetype.confidence >= minConfidence ? 'is' : 'may be';
  const line = `This ${is} ${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind}${about}.`;
  const figures = standing.wider ?? standing;
  if (figures.median_views === null) return `${line} There are too few like it to compare views.`;
  const place = `${figures.niche === niche ? about : ''}${figures.platform === null ? '' : ` on ${figures.platform}`}`;
  const hooks = `${exact.format(figures.n)} ${kind}s${place} in the ${isSample ? 'sample data' : 'catalog'}`;
  return `${line} Half of the ${hooks} have more than ${compact.format(figures.median_views)} views.`;
}

/** Writes a name as it stands within a sentence: “listicle”, but “POV” and “AI”. */
function lowerNameOf(label: 'archetype' | 'niche', value: string): string {
  const name = nameOf(label, value);
  return /^\p{Lu}(?!\p{Lu})/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
