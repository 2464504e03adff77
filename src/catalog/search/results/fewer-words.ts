// Searches with fewer words that find something, for when nothing contains them all.
import { readTextQuery } from '../text-query.ts';

export type FewerWords = { without: string; q: string; total: number };

const maxSuggestions = 4;

/** Each without one word or phrase, else each word alone, the most hooks first. `count` is how many hooks a text finds. */
export function suggestFewerWords(q: string, count: (q: string) => number): FewerWords[] {
  const parts = q.match(/-?["“][^"“”]*["”]?|[^\s"“”]+/g) ?? [];
  const othersThan = (place: number) => parts.filter((_, at) => at !== place).join(' ');
  const withoutOne = parts.map((without, at) => ({ without, q: othersThan(at) }));
  const found = findMatching(withoutOne, count);
  return found.length > 0
    ? found
    : findMatching(
        parts.map((only, at) => ({ without: othersThan(at), q: only })),
        count,
      );
}

function findMatching(searches: readonly Omit<FewerWords, 'total'>[], count: (q: string) => number): FewerWords[] {
  return searches
    .filter(({ q: rest }) => hasWords(rest))
    .map((suggestion) => ({ ...suggestion, total: count(suggestion.q) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, maxSuggestions);
}

/** More than what it excludes, which would find nearly everything. */
function hasWords(q: string): boolean {
  const { words, phrases } = readTextQuery(q);
  return words.length + phrases.length > 0;
}
