// Searches with fewer words, for when nothing contains them all.

/** As many searches are counted, each by a request. */
const maxWords = 6;

/** Words, and phrases in quotation marks, as they are written. */
function partsOf(q: string): string[] {
  return q.match(/-?["“][^"“”]*["”]?|[^\s"“”]+/g) ?? [];
}

/** Each without one word. Empty for one word, and for more than can be counted. */
export function withoutOneWord(q: string): { word: string; q: string }[] {
  const parts = partsOf(q);
  if (parts.length < 2 || parts.length > maxWords) return [];
  return parts.map((word, dropped) => ({ word, q: parts.filter((_, at) => at !== dropped).join(' ') }));
}
