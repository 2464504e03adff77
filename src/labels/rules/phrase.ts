// The small language in which cues are written, and the one pass that finds them in a line's tokens. Holds no cue itself.
//
// A cue is words in order. `a|b` either, `x?` may be absent, `*ing` and `self*` by an end or a beginning, `@time` a word
// class, `#` a number (`#*` any number, money and shares included), `_` one word, `..` up to five words of the same
// sentence, `...` anything (once a cue), `^` the start of the line, `~` the start of a sentence, `$` the end of the line.

export type Cue = { value: string; weight: number; phrases: string };
/** Value → weight → phrases; the weight is how often a cue is right when it fires, 0.9 nearly always, 0.5 every other time. */
export type CuesByValue = Readonly<Record<string, Readonly<Record<number, string>>>>;
/** The strongest value of a line, how strong, and the strongest value that disputes it. */
export type Finding = { value: string | undefined; score: number; rival: string | undefined; rivalScore: number };
/** Cues by their first word, and by where they may begin. */
export type CueIndex = Record<'anywhere' | 'sentence' | 'line', Map<string, Phrase[]>>;
export type WordClasses = Readonly<Record<string, readonly string[]>>;

type Element =
  | { kind: 'words'; words: ReadonlySet<string>; optional: boolean }
  | { kind: 'affix'; beginning: string; end: string; optional: boolean }
  | { kind: 'gap'; least: number; most: number; crosses: boolean }
  | { kind: 'end' };
type Phrase = { value: string; weight: number; anchor: 'line' | 'sentence' | null; elements: readonly Element[] };

const sentenceMarks = new Set(['.', '?', '!', ':', '"', '[', '|']);
const fullStops = new Set(['.', '?', '!']);
const fillers = new Set(['so', 'ok', 'okay', 'but', 'and', 'yo', 'guys', 'well', 'because', 'honestly', 'literally']);
/** Where cues are kept that begin a line with any word. */
const anyFirstWord = '^';
const shortGap = 5;
// A line's length bounds this anyway; the number keeps a caption of a thousand words from being walked for every cue.
const longGap = 60;

export function indexCues(cues: readonly Cue[], classes: WordClasses): CueIndex {
  const index: CueIndex = { anywhere: new Map(), sentence: new Map(), line: new Map() };
  for (const { value, weight, phrases } of cues) {
    for (const source of phrases.split(/[;\n]/)) {
      if (source.trim() === '') continue;
      const phrase = compile(source.trim(), value, weight, classes);
      const place = index[phrase.anchor ?? 'anywhere'];
      for (const word of firstWords(phrase, source)) place.set(word, [...(place.get(word) ?? []), phrase]);
    }
  }
  // Heavy first, so that a line's score is settled early and lighter cues of the same value need no matching.
  for (const place of Object.values(index)) {
    for (const phrases of place.values()) phrases.sort((a, b) => b.weight - a.weight);
  }
  return index;
}

/** One pass: each token is looked up, and only cues that begin with it, where it stands, are tried. */
export function findCues(index: CueIndex, tokens: readonly string[]): Finding {
  return strongest(scoreCues(index, tokens));
}

/** Every value that a cue speaks for, with the weight of its heaviest. */
export function scoreCues(
  { anywhere, sentence, line }: CueIndex,
  tokens: readonly string[],
): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  const start = lineStart(tokens);
  score(line.get(anyFirstWord), tokens, start, scores);
  score(line.get(tokens[start]), tokens, start, scores);
  if (start > 0) score(line.get(tokens[0]), tokens, 0, scores);
  for (let at = 0; at < tokens.length; at++) {
    score(anywhere.get(tokens[at]), tokens, at, scores);
    if (at <= start || sentenceMarks.has(tokens[at - 1])) score(sentence.get(tokens[at]), tokens, at, scores);
  }
  return scores;
}

function score(
  phrases: readonly Phrase[] | undefined,
  tokens: readonly string[],
  at: number,
  scores: Map<string, number>,
): void {
  if (!phrases) return;
  for (const { value, weight, elements } of phrases) {
    const known = scores.get(value);
    if (known !== undefined && known >= weight) continue;
    if (matches(elements, 0, tokens, at)) scores.set(value, weight);
  }
}

function strongest(scores: ReadonlyMap<string, number>): Finding {
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

/** The first token that says something: marks, pictographs and one filler word are passed over. */
function lineStart(tokens: readonly string[]): number {
  let at = 0;
  while (at < tokens.length && (sentenceMarks.has(tokens[at]) || tokens[at].codePointAt(0) === 0x2014)) at++;
  return fillers.has(tokens[at]) ? at + 1 : at;
}

function matches(elements: readonly Element[], from: number, tokens: readonly string[], at: number): boolean {
  let position = at;
  for (let index = from; index < elements.length; index++) {
    const element = elements[index];
    if (element.kind === 'gap') return matchesAfterGap(element, elements, index + 1, tokens, position);
    if (element.kind === 'end') return isEnd(tokens, position);
    const fits = position < tokens.length && fitsToken(element, tokens[position]);
    if (fits && element.optional && matches(elements, index + 1, tokens, position + 1)) return true;
    if (fits && !element.optional) position++;
    else if (!element.optional) return false;
  }
  return true;
}

type Gap = Extract<Element, { kind: 'gap' }>;

function matchesAfterGap(gap: Gap, elements: readonly Element[], next: number, tokens: readonly string[], at: number) {
  for (let skipped = 0; skipped <= gap.most && at + skipped <= tokens.length; skipped++) {
    if (skipped >= gap.least && matches(elements, next, tokens, at + skipped)) return true;
    if (!gap.crosses && fullStops.has(tokens[at + skipped])) return false;
  }
  return false;
}

function isEnd(tokens: readonly string[], position: number): boolean {
  for (let at = position; at < tokens.length; at++) if (!fullStops.has(tokens[at])) return false;
  return true;
}

function fitsToken(element: Extract<Element, { optional: boolean }>, token: string): boolean {
  if (element.kind === 'words') return element.words.has(token);
  return token.length > 4 && token.startsWith(element.beginning) && token.endsWith(element.end);
}

const anyNumber = ['#', '#$', '#%', '#y', '#1'];

function compile(source: string, value: string, weight: number, classes: WordClasses): Phrase {
  const anchor = source[0] === '^' ? 'line' : source[0] === '~' ? 'sentence' : null;
  const parts = source.replace(/^[~^] ?/, '').split(/\s+/);
  if (parts.filter((part) => part === '...').length > 1) throw new Error(`Cue with two open gaps: ${source}`);
  return { value, weight, anchor, elements: parts.map((part) => compileElement(part, classes)) };
}

function compileElement(part: string, classes: WordClasses): Element {
  if (part === '$') return { kind: 'end' };
  if (part === '_') return { kind: 'gap', least: 1, most: 1, crosses: false };
  if (part === '..') return { kind: 'gap', least: 0, most: shortGap, crosses: false };
  if (part === '...') return { kind: 'gap', least: 0, most: longGap, crosses: true };
  const optional = part.length > 1 && part.endsWith('?');
  const body = optional ? part.slice(0, -1) : part;
  if (body !== '#*' && body.includes('*')) {
    const [beginning, end] = body.split('*');
    return { kind: 'affix', beginning, end, optional };
  }
  return { kind: 'words', words: new Set(body.split('|').flatMap((word) => expand(word, classes))), optional };
}

function expand(word: string, classes: WordClasses): readonly string[] {
  if (word === '#*') return anyNumber;
  if (word[0] !== '@') return [word];
  const members = classes[word.slice(1)];
  if (!members) throw new Error(`No word class ${word}`);
  return members;
}

function firstWords({ elements, anchor }: Phrase, source: string): Set<string> {
  const words = new Set<string>();
  for (const element of elements) {
    if (element.kind !== 'words' && anchor === 'line') return words.add(anyFirstWord);
    if (element.kind !== 'words') throw new Error(`A cue must begin with words: ${source}`);
    for (const word of element.words) words.add(word);
    if (!element.optional) return words;
  }
  return words;
}
