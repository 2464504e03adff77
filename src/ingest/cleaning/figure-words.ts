// Words of figures in any language: `1.2M views`, `2,4 Mio. Aufrufe`, `12万回視聴`. Captions and columns of counts contain them.
import { readWordGroups } from '../../labels/word-list.ts';
import { lazily } from '../../lib/async.ts';

const scaleKinds = ['e3', 'e4', 'e5', 'e6', 'e7', 'e8', 'e9'] as const;

/** `powers`: powers of ten by word; `counted`: beginnings of words; `linking`: words between both. */
const figureWords = lazily(() => {
  const words = readWordGroups('ingest/words/engagement.tsv', 'kind', [...scaleKinds, 'counted', 'linking']);
  const powers = new Map(
    scaleKinds.flatMap((kind) => words[kind].map((word) => [word, Number(kind.slice(1))] as const)),
  );
  return { powers, counted: words.counted, linking: new Set(words.linking) };
});

/** Scripts without spaces write scale and noun as one word. */
function spacelessScale(word: string): string | undefined {
  if (word.charCodeAt(0) <= 0x2ff) return undefined;
  for (const scale of figureWords().powers.keys())
    if (scale.charCodeAt(0) > 0x2ff && word.length > scale.length && word.startsWith(scale)) {
      const rest = word.slice(scale.length);
      if (figureWords().counted.some((noun) => rest.startsWith(noun))) return scale;
    }
  return undefined;
}

/** The power of ten of a word in lower case, or null. */
export function powerOf(word: string): number | null {
  const { powers } = figureWords();
  return powers.get(word) ?? powers.get(spacelessScale(word) ?? '') ?? null;
}

export function isCounted(word: string): boolean {
  return figureWords().counted.some((noun) => word.startsWith(noun)) || spacelessScale(word) !== undefined;
}

export function isLinking(word: string): boolean {
  return figureWords().linking.has(word);
}
