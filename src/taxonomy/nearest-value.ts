// The value of the taxonomy that a label outside of it most likely means: by words in common, misspelt ones included.
import { closestMatch } from '../lib/did-you-mean.ts';
import { foldLabel, type TaxonomySet, taxonomy } from './taxonomy.ts';

/** Words that say nothing of a value. */
const fillers = new Set(
  'a all and are best content e et for more of other others the und und video videos y'.split(' '),
);
const minMisspelt = 5;
const minShare = 0.5;

const wordsOf = (label: string) =>
  foldLabel(label)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillers.has(word));

/** Undefined when nothing is near. Of values that are as near, the one of the first word. */
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

/** Short words are near to many others, and a misspelt word begins as it should. */
function correct(word: string, known: ReadonlySet<string>): string | undefined {
  if (word.length < minMisspelt) return undefined;
  return closestMatch(
    word,
    [...known].filter((other) => other.length >= minMisspelt && other.slice(0, 3) === word.slice(0, 3)),
  );
}
