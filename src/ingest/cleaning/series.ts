// Takes the number of a part off a text: `(Part 2)`, `Pt. 3`, `Parte 2`, `(2/5)`, `#3`, `Ep. 4`, `第3集`.

const part =
  'part|pt|parte|partie|teil|deel|del|część|часть|серия|bölüm|bagian|phần|भाग|الجزء|episode|episodio|episódio|épisode|folge|ep|eps|chapter|capítulo|capitulo|vol|volume';
const count = String.raw`(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|II|III|IV|VI{0,3}|IX|X)`;
const of = String.raw`(?:\s*(?:/|of|von|de|di|из)\s*\d{1,3})?`;
const named = String.raw`(?:(?:${part})\.?\s*[:#-]?\s*${count}${of}(?!\p{L}|\p{N})|第\s*(\d{1,3})\s*[集話话回部期])`;
const numbered = String.raw`(?:(\d{1,2})\s*/\s*\d{1,2}|#(\d{1,3}))`;
const tag = `(?:${named}|${numbered})`;
const separator = String.raw`[\s|｜·•,:;~/–—-]*`;

/** Cheap: every form begins with one of these. */
const mayHavePart = /\d|part|teil|第/i;
const bracketed = new RegExp(String.raw`\s*[(\[{【]\s*${tag}\s*[)\]}】]`, 'iu');
const atEnd = new RegExp(String.raw`(?:[|｜·•,:;~!?.–—-]\s*${tag}|\s${named}|\s#(?!1$)(\d{1,3}))\s*(?:[!.…]*)$`, 'iu');
const atStart = new RegExp(String.raw`^${named}${separator}(?:(?<=[|｜·•,:;~–—-]\s*)|(?=[«“"]))`, 'iu');

const words: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ ii: 2, iii: 3, iv: 4, v: 5, vi: 6, vii: 7, viii: 8, ix: 9, x: 10 },
};

/** The text without the part, and its number, if it has one. */
export function takeSeriesPart(text: string): { text: string; part: number | null } {
  if (!mayHavePart.test(text)) return { text, part: null };
  for (const pattern of [bracketed, atEnd, atStart]) {
    const found = pattern.exec(text);
    const given = found?.slice(1).find((group) => group !== undefined);
    if (found === null || given === undefined) continue;
    const rest =
      `${text.slice(0, found.index)}${keptMark(found[0])}${text.slice(found.index + found[0].length)}`.trim();
    const number = Number(given) || (words[given.toLowerCase()] ?? 0);
    // The whole text is none.
    if (number > 0 && /\p{L}/u.test(rest)) return { text: rest, part: number };
  }
  return { text, part: null };
}

/** The question before `Part 2` keeps its mark. */
function keptMark(found: string): string {
  return /^[!?.]/.exec(found)?.[0] ?? '';
}
