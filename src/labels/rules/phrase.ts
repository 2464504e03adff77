// The pattern language of cues, and the single pass that finds them in the tokens of a line. The cues are in ../words/cues/.
//
// A cue is a sequence of words. `a|b` either word, `x?` optional, `*ing` and `self*` any word with that suffix or prefix, `@time`
// a word class, `#` a number (`#*` any number, including amounts and percentages), `_` one word, `..` up to five words of the same
// sentence, `...` anything (once per cue), `^` start of the line, `~` start of a sentence, `$` end of the line.

/** `firstWords`: words that the cue can begin with. */
export type Cue = { phrase: Phrase; firstWords: ReadonlySet<string> };
/** The value with the highest score, and the runner-up. */
export type Finding = { value: string | undefined; score: number; rival: string | undefined; rivalScore: number };
/** Cues by where they can begin, then by their first word. */
export type CueIndex = Record<'anywhere' | 'sentence' | 'line', Map<string, PhraseList>>;
/**
 * Cues that begin with the same word. `open`: cues that accept any second word. `after`: matching cues by second word; null until a line
 * first has that word. Most second words are in no cue.
 */
export type PhraseList = { all: Phrase[]; open: Phrase[]; after: Map<string | undefined, Phrase[] | null> };
export type WordClasses = Readonly<Record<string, readonly string[]>>;

type Word =
  | { kind: 'words'; words: ReadonlySet<string>; isOptional: boolean }
  | { kind: 'affix'; prefix: string; suffix: string; isOptional: boolean };
/** `min` to `max` words; `crosses` allows ends of sentences in between. */
type Gap = { kind: 'gap'; min: number; max: number; crosses: boolean };
type Element = Word | Gap | { kind: 'end' };
export type Phrase = {
  value: string;
  weight: number;
  anchor: 'line' | 'sentence' | null;
  elements: readonly Element[];
  /** Words of which one must follow the first; undefined if any word may. */
  second: ReadonlySet<string | undefined> | undefined;
};

// Undefined means a token past the end.
export const sentenceMarks: ReadonlySet<string | undefined> = new Set(['.', '?', '!', ':', '"', '[', '|']);
const fullStops: ReadonlySet<string | undefined> = new Set(['.', '?', '!']);
const fillers = new Set(['so', 'ok', 'okay', 'but', 'and', 'yo', 'guys', 'well', 'because', 'honestly', 'literally']);
/** Key of the cues at the start of a line that accept any first word. */
export const anyFirstWord = '^';
const shortGap = 5;
// Limit that keeps a caption of a thousand words from being scanned once for every cue.
const longGap = 60;

export function indexCues(cues: readonly Cue[]): CueIndex {
  const index: CueIndex = { anywhere: new Map(), sentence: new Map(), line: new Map() };
  for (const { phrase, firstWords } of cues) {
    const place = index[phrase.anchor ?? 'anywhere'];
    for (const word of firstWords) {
      const list: PhraseList = place.get(word) ?? { all: [], open: [], after: new Map() };
      list.all.push(phrase);
      place.set(word, list);
    }
  }
  // Sorted by weight, descending: lighter cues of the same value then need no matching.
  for (const place of Object.values(index)) for (const list of place.values()) sortPhrases(list);
  return index;
}

function sortPhrases(list: PhraseList): void {
  list.all.sort((a, b) => b.weight - a.weight);
  list.open = list.all.filter(({ second }) => second === undefined);
  for (const { second } of list.all) for (const word of second ?? []) list.after.set(word, null);
}

function phrasesBefore({ all, open, after }: PhraseList, next: string | undefined): Phrase[] {
  const known = after.get(next);
  if (known === undefined) return open;
  if (known !== null) return known;
  const fitting = all.filter(({ second }) => second === undefined || second.has(next));
  after.set(next, fitting);
  return fitting;
}

/**
 * Adds every value with a matching cue to `scores`, with the weight of its heaviest match. Needs one pass: at each token, only cues that
 * begin with it are tried.
 */
export function scoreCues(
  { anywhere, sentence, line }: CueIndex,
  tokens: readonly string[],
  scores = new Map<string, number>(),
): Map<string, number> {
  const start = lineStart(tokens);
  score(line.get(anyFirstWord), tokens, start, scores);
  const [first] = tokens;
  const firstWord = tokens[start];
  if (firstWord !== undefined) score(line.get(firstWord), tokens, start, scores);
  if (start > 0 && first !== undefined) score(line.get(first), tokens, 0, scores);
  let at = 0;
  let previous: string | undefined;
  for (const token of tokens) {
    score(anywhere.get(token), tokens, at, scores);
    if (at <= start || sentenceMarks.has(previous)) score(sentence.get(token), tokens, at, scores);
    previous = token;
    at++;
  }
  return scores;
}

function score(list: PhraseList | undefined, tokens: readonly string[], at: number, scores: Map<string, number>): void {
  if (!list) return;
  for (const { value, weight, elements } of phrasesBefore(list, tokens[at + 1])) {
    const known = scores.get(value);
    if (known !== undefined && known >= weight) continue;
    if (matches(elements, 0, tokens, at)) scores.set(value, weight);
  }
}

export function strongest(scores: ReadonlyMap<string, number>): Finding {
  const finding: Finding = { value: undefined, score: 0, rival: undefined, rivalScore: 0 };
  for (const [value, score] of scores) {
    if (score > finding.score) {
      finding.rival = finding.value;
      finding.rivalScore = finding.score;
      finding.value = value;
      finding.score = score;
    } else if (score > finding.rivalScore) {
      finding.rival = value;
      finding.rivalScore = score;
    }
  }
  return finding;
}

/** Returns the index of the first word after sentence marks and one filler word. */
export function lineStart(tokens: readonly string[]): number {
  let at = 0;
  for (const token of tokens) {
    if (!sentenceMarks.has(token) && token.codePointAt(0) !== 0x2014) return fillers.has(token) ? at + 1 : at;
    at++;
  }
  return at;
}

export function matches(elements: readonly Element[], from: number, tokens: readonly string[], at: number): boolean {
  let position = at;
  for (let index = from; index < elements.length; index++) {
    const element = elements[index];
    if (element === undefined) break;
    if (element.kind === 'gap') return matchesAfterGap(element, elements, index + 1, tokens, position);
    if (element.kind === 'end') return isEnd(tokens, position);
    const token = position < tokens.length ? tokens[position] : undefined;
    const fits = token !== undefined && fitsToken(element, token);
    if (fits && element.isOptional && matches(elements, index + 1, tokens, position + 1)) return true;
    if (fits && !element.isOptional) position++;
    else if (!element.isOptional) return false;
  }
  return true;
}

function matchesAfterGap(gap: Gap, elements: readonly Element[], next: number, tokens: readonly string[], at: number) {
  for (let skipped = 0; skipped <= gap.max && at + skipped <= tokens.length; skipped++) {
    if (skipped >= gap.min && matches(elements, next, tokens, at + skipped)) return true;
    if (!gap.crosses && fullStops.has(tokens[at + skipped])) return false;
  }
  return false;
}

function isEnd(tokens: readonly string[], position: number): boolean {
  for (let at = position; at < tokens.length; at++) if (!fullStops.has(tokens[at])) return false;
  return true;
}

function fitsToken(element: Word, token: string): boolean {
  if (element.kind === 'words') return element.words.has(token);
  return token.length > 4 && token.startsWith(element.prefix) && token.endsWith(element.suffix);
}

const anyNumber = ['#', '#$', '#%', '#y', '#1'];

/** `weight`: share of matches for which the value is right. */
export function compileCue(source: string, value: string, weight: number, classes: WordClasses): Cue {
  const anchor = source[0] === '^' ? 'line' : source[0] === '~' ? 'sentence' : null;
  const parts = source.replace(/^[~^] ?/, '').split(/\s+/);
  if (parts.filter((part) => part === '...').length > 1) throw new Error(`Use "..." only once in a cue: ${source}`);
  const elements = parts.map((part) => compileElement(part, classes));
  const [first, second] = elements.map((element) =>
    element.kind === 'words' && !element.isOptional ? element.words : undefined,
  );
  const phrase = { value, weight, anchor, elements, second: first && second } as const;
  return { phrase, firstWords: firstWordsOf(phrase, source) };
}

function compileElement(part: string, classes: WordClasses): Element {
  if (part === '$') return { kind: 'end' };
  if (part === '_') return { kind: 'gap', min: 1, max: 1, crosses: false };
  if (part === '..') return { kind: 'gap', min: 0, max: shortGap, crosses: false };
  if (part === '...') return { kind: 'gap', min: 0, max: longGap, crosses: true };
  const isOptional = part.length > 1 && part.endsWith('?');
  const body = isOptional ? part.slice(0, -1) : part;
  if (body !== '#*' && body.includes('*')) {
    const [prefix = '', suffix = ''] = body.split('*');
    return { kind: 'affix', prefix, suffix, isOptional };
  }
  return { kind: 'words', words: new Set(body.split('|').flatMap((word) => expand(word, classes))), isOptional };
}

function expand(word: string, classes: WordClasses): readonly string[] {
  if (word === '#*') return anyNumber;
  if (word[0] !== '@') return [word];
  const members = classes[word.slice(1)];
  if (!members) throw new Error(`Unknown word class ${word} in a cue`);
  return members;
}

function firstWordsOf({ elements, anchor }: Phrase, source: string): Set<string> {
  const words = new Set<string>();
  for (const element of elements) {
    if (element.kind !== 'words' && anchor === 'line') return words.add(anyFirstWord);
    if (element.kind !== 'words') throw new Error(`A cue must begin with words: ${source}`);
    for (const word of element.words) words.add(word);
    if (!element.isOptional) return words;
  }
  return words;
}
