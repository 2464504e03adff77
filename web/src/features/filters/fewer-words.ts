// Searches with fewer words, for when nothing contains them all. Of more words than can be counted there are none.

/** As many searches are counted, each by a request. */
const maxWords = 6;

/** Words, and phrases in quotation marks, as they are written. */
function partsOf(q: string): string[] {
  return q.match(/-?["“][^"“”]*["”]?|[^\s"“”]+/g) ?? [];
}

/** Each word alone, unless one without another would be the same. What is excluded finds nearly everything alone. */
export function onlyOneWord(q: string): string[] {
  const parts = partsOf(q);
  return parts.length < 3 || parts.length > maxWords ? [] : parts.filter((word) => !word.startsWith('-'));
}

/** Each without one word. Empty for one word. */
export function withoutOneWord(q: string): { word: string; q: string }[] {
  const parts = partsOf(q);
  if (parts.length < 2 || parts.length > maxWords) return [];
  return parts.map((word, dropped) => ({ word, q: parts.filter((_, at) => at !== dropped).join(' ') }));
}
