// Searches with fewer words, for when nothing contains all of them. Empty for more than `maxWords` words.

/** Limited because each search with fewer words is counted by a request. */
const maxWords = 6;

/** Splits a search into words and quoted phrases, as written. */
function partsOf(q: string): string[] {
  return q.match(/-?["“][^"“”]*["”]?|[^\s"“”]+/g) ?? [];
}

/** Returns each word alone, unless `withoutOneWord` returns the same. An excluded word is left out: alone, it finds nearly everything. */
export function onlyOneWord(q: string): string[] {
  const parts = partsOf(q);
  return parts.length < 3 || parts.length > maxWords ? [] : parts.filter((word) => !word.startsWith('-'));
}

/** Returns the search without each of its words; empty for one word. */
export function withoutOneWord(q: string): { word: string; q: string }[] {
  const parts = partsOf(q);
  if (parts.length < 2 || parts.length > maxWords) return [];
  return parts.map((word, dropped) => ({ word, q: parts.filter((_, at) => at !== dropped).join(' ') }));
}
