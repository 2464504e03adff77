// Finds the value that a label outside the taxonomy most likely means: by words in common, including misspelt ones.
import { closestMatch } from '../lib/did-you-mean.ts';
import { foldLabel, type TaxonomySet, taxonomy } from './taxonomy.ts';

/** Words that do not identify a value. */
const fillers = new Set(
  'a all and are best content e et for more of other others the und und video videos y'.split(' '),
);
const minMisspelt = 5;
const minShare = 0.5;

const wordsOf = (label: string) =>
  foldLabel(label)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillers.has(word));

/** Returns undefined if nothing is near. Of equally near values, the one of the first word wins. */
export function nearestValue(set: TaxonomySet, label: string): string | undefined {
  const names = taxonomy[set]
    .filter(({ id }) => id.toLowerCase() !== 'other')
    .flatMap(({ id, aliases }) => [id, ...aliases].map((name) => ({ id, words: wordsOf(name) })));
  const known = new Set(names.flatMap(({ words }) => words));
  const spelled = wordsOf(label).map((word) => (known.has(word) ? word : (correct(word, known) ?? word)));
  let best: { id: string; share: number; place: number } | undefined;
  for (const { id, words } of names) {
    const common = words.filter((word) => spelled.includes(word));
    const share = (2 * common.length) / (words.length + spelled.length);
    const place = Math.min(...common.map((word) => spelled.indexOf(word)));
    const isNearer = best === undefined || share > best.share || (share === best.share && place < best.place);
    if (share >= minShare && isNearer) best = { id, share, place };
  }
  return best?.id;
}

/** Short words are near many others, and the beginning of a misspelt word is usually right. */
function correct(word: string, known: ReadonlySet<string>): string | undefined {
  if (word.length < minMisspelt) return undefined;
  return closestMatch(
    word,
    [...known].filter((other) => other.length >= minMisspelt && other.slice(0, 3) === word.slice(0, 3)),
  );
}
