// Makes the opening line of a caption or title, with the reason if it must be reviewed before it is published.
import type { HookValues } from '../../db/hook-columns.ts';
import { cleanText, hasContent } from '../../lib/text.ts';
import { decodeEntities } from './entities.ts';
import { isCounted, isLinking, powerOf } from './figure-words.ts';
import { beginsWithCreator, readPlainLine, stripEdges, stripReply, stripTrimmings } from './plain-opening.ts';
import {
  beginsWithQuestion,
  endsInMiddle,
  findProduction,
  firstClause,
  goesOnAfterDash,
  hasWords,
  isAside,
  isContrast,
  isGreetingAlone,
  isPhrase,
  splitSentences,
  standsAlone,
  type Wording,
} from './stand-alone.ts';
import { beginsLikePhrase, isRepetition, isStockPhrase } from './stock-phrases.ts';
import { findPlaceholder, foldWords, wordSets } from './word-sets.ts';

type ReviewReason = HookValues<Date>['review_reason'];

/** Other values of the record about the video; read only for texts that need them. */
export type Origin = {
  creator: string | null;
  platform: string | null;
  niche: string | null;
  /** Whether the text is spoken or shown in the video, so that it counts as a line, whatever its words are. */
  isLine: boolean;
};

export type CleanedText = {
  text: string;
  /** The whole text without control characters; null if it is `text`. */
  rawText: string | null;
  seriesPart: number | null;
  reason: ReviewReason;
};

const hallucination = 'the text is a phrase that speech models output for silence; map another column';
const noWords =
  'the text has only greetings, hashtags, mentions or emoji; map the column that holds the caption or the spoken line';

/** Longer texts are cut. */
export const maxRawTextLength = 1000;
/** Only this much is scanned, since an opening line is at the beginning. */
const maxScanned = 2200;
/** The rest of a longer line is ignored, since hostile input would make patterns slow. */
const maxLineLength = 1000;
const maxLines = 4;
const maxCandidates = 3;
/** A list item does not open a video if the text before the list does not. */
const bullet = /^\s*(?:[✅✔☑➡▪•·*]|\d+[.)]\s)/u;
/** A sentence that begins so continues the one before, which cannot stand alone. */
const thirdPerson =
  /^\P{L}*(?:he|she|it|they|his|her|its|their|him|this|that|these|those|here|there|just|especially|even|try it|but|and|so|also|or|in this|with|from|for|all|then|which|who|er|sie|es|elle?s?|ils?|él|ella|ele|ela)(?![\p{L}])/iu;
/** A credit: `Saree: @name`. */
const creditOf = /^\P{L}*\p{L}[\p{L}\s&]{1,20}:\s*@/u;
const shortFragment = /^[^!?#@…:]{3,40}\.$/u;
const explains = /^(?:That|Here|These|One|Only|It|Then|Just|Now|People)(?:['’]s)?\s/;
/** The object replacement character, which stands for a picture. */
const embedded = '\ufffc';
/** Some exports write a line break as the two characters `\n`. */
const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]|(?:\\n)+(?=\P{Ll}|$)/u;
const ellipsis = /(?:…|\.{2,})["'”’)\]\s]*$/u;
/** No tool cuts a text this short, so an ellipsis in it was written by the creator. */
const shortestCut = 40;
/** German nouns have capitals in any sentence, so capitals do not indicate a title. */
const isGerman =
  /\s(?:der|die|das|dem|den|und|ist|ein|eine|mit|zu|auf|im)\s.*\s(?:der|die|das|dem|den|und|ist|ein|eine|mit|zu|auf|im|bis|wie)\s/;
const ended = /[.!?。！？।…:"'”’»)\]]$|[\p{Extended_Pictographic}\ufe0f]$/u;

/**
 * The cleaned text, or why the record is rejected as a placeholder. Captions of any length are accepted. `cutLength`: the length at which
 * the source cuts its texts, if it does.
 */
export function cleanCaption(
  given: string,
  cutLength: number | null,
  readOrigin: () => Origin,
): CleanedText | { rejected: string } {
  const raw = toLetters(given);
  const cleaned = cleanLetters(raw, cutLength, readOrigin);
  if (raw === given || 'rejected' in cleaned) return cleaned;
  const rawText = cap(cleanText(given));
  return { ...cleaned, rawText: rawText === cleaned.text ? null : rawText };
}

const mathematical = /[\u{1d400}-\u{1d7ff}]/u;
/** Some letters of these alphabets are in an older Unicode block. */
const allMathematical = /[\u{1d400}-\u{1d7ff}\u2102-\u2134]/gu;
/** The prefix that image models put before a text. */
const pictureText =
  /^\s*(?:sure[,!.]?\s+)?(?:here(?:'s|’s| is)\s+)?the\s+[\p{L}\s/'’-]{0,40}?(?:text|words?|caption|headline|hook)\b[\p{L}\s/-]{0,40}\b(?:image|picture|photo|screenshot|slide|video|frame|screen)(?:\s+(?:is|are|reads?|says|states))?\s*:\s*(?=\S)/iu;

/** Decodes HTML entities and mathematical letters, and removes the prefix of image models. */
function toLetters(given: string): string {
  const text = decodeEntities(given);
  const plain = mathematical.test(text) ? text.replace(allMathematical, (letter) => letter.normalize('NFKC')) : text;
  const found = pictureText.exec(plain);
  if (found === null) return plain;
  const rest = plain.slice(found[0].length);
  return rest.replace(/^(["“])([^"“”]*)["”]/u, '$2');
}

function cleanLetters(
  raw: string,
  cutLength: number | null,
  readOrigin: () => Origin,
): CleanedText | { rejected: string } {
  const line = raw.length > maxLineLength || lineBreaks.test(raw) || raw.includes(embedded) ? null : cleanText(raw);
  const plain = line === null || isCutOff(line, line, cutLength) ? null : readPlainLine(line);
  const isChecked = plain?.kind === 'opening' && !beginsLikePhrase(line ?? '');
  if (line !== null && !isChecked && isHallucination(line)) return { rejected: hallucination };
  const clean = { text: line ?? '', seriesPart: null, reason: null, rawText: null };
  if (plain?.kind === 'opening') return clean;
  const origin = readOrigin();
  if (plain !== null && wordingOf(clean.text, origin.platform, 1) === 'caption') {
    const { kind, firstSentence: text } = plain;
    if (kind === 'sentence') return clean;
    if (!mayBeTrimmed(clean.text, origin) && standsAlone(text, 'caption'))
      return text === clean.text ? clean : { ...clean, text, rawText: clean.text };
  }
  const lines = line === null ? readLines(raw) : [line];
  const whole = lines.filter((line) => line !== '').join(' ');
  const placeholder = findPlaceholder(whole);
  if (placeholder !== null) return { rejected: placeholder };
  if (isHallucination(whole)) return { rejected: hallucination };
  const found = findOpening(lines, { ...origin, cutLength }, whole);
  if (found.text === '' && whole !== '') return { rejected: noWords };
  return { ...found, rawText: whole === found.text ? null : cap(whole) };
}

/** People repeat words for effect, models repeat sentences. */
function isHallucination(text: string): boolean {
  const start = text.slice(0, 8);
  return isStockPhrase(text) || (text.length > 20 && text.includes(start, 8) && isRepetition(text));
}

/** A colon may follow the creator's name, and a number may belong to a series. */
function mayBeTrimmed(line: string, { creator }: Origin): boolean {
  return (line.includes(':') && stripTrimmings(line, creator) !== line) || takeSeriesPart(line).part !== null;
}

function cap(text: string): string {
  return text.length <= maxRawTextLength
    ? text
    : `${text
        .slice(0, maxRawTextLength - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** Lines without noise; '' separates paragraphs. A line that continues in the next, in lower case, is joined to it. */
function readLines(raw: string): string[] {
  const lines: string[] = [];
  for (const part of raw.slice(0, maxScanned).split(lineBreaks)) {
    const line = cleanText(part.slice(0, maxLineLength).replaceAll(embedded, ' '));
    const before = lines.at(-1) ?? '';
    if (before !== '' && line !== '' && /^\p{Ll}/u.test(line) && !ended.test(before) && /[\p{Ll},]$/u.test(before))
      lines[lines.length - 1] = `${before} ${line}`;
    else lines.push(hasContent(line) ? line : '');
  }
  return lines;
}

type Opening = Omit<CleanedText, 'rawText'>;

function findOpening(lines: readonly string[], origin: Origin & { cutLength: number | null }, whole: string): Opening {
  let seriesPart: number | null = null;
  let first: Opening | null = null;
  /** Whether `first` only greets or makes a request, so that the next line is better. */
  let isGreeting = false;
  let candidates = 0;
  const filled = lines.filter((line) => line !== '');
  /** An ellipsis in spoken or shown text is a pause. */
  const isMeant = origin.isLine && (origin.cutLength === null || !isAbout([...whole].length, origin.cutLength));
  for (const [at, given] of filled.slice(0, maxLines).entries()) {
    if (creditOf.test(given)) continue;
    const line = stripTags(stripReply(stripEngagement(given)));
    if (line === '' || !hasContent(line) || (first !== null && bullet.test(line))) continue;
    const { text: untagged, part } = takeSeriesPart(line);
    seriesPart ??= part;
    const wording = wordingOf(untagged, origin.platform, filled.length);
    const title = stripTrimmings(untagged, origin.creator);
    const production = first === null ? productionOf(line, title, wording, origin) : null;
    const pieces = piecesOf(title, wording);
    if (production !== null) return { text: pieces[0] ?? line, seriesPart, reason: production };
    for (const [index, piece] of pieces.entries()) {
      const isLast = at === filled.length - 1 && index === pieces.length - 1;
      const isCut = isLast && !isMeant && isCutOff(piece, whole, origin.cutLength);
      if ((first !== null && thirdPerson.test(piece)) || isStockPhrase(piece)) continue;
      if (isGreetingAlone(piece) || !/[\p{L}\p{N}]/u.test(piece)) continue;
      const opening: Opening = {
        text: isCut ? piece : withoutEllipsis(piece),
        seriesPart,
        reason: reasonOf(piece, isCut, first === null ? wording : 'title'),
      };
      if (opening.reason === null) return opening;
      const next = pieces[index + 1] ?? '';
      if (first === null && wording === 'caption' && opening.reason === 'no_sentence' && goesOn(piece, next))
        return { ...opening, text: `${piece} ${next}`, reason: null };
      if (first === null || (isGreeting && !isAside(piece, foldWords(piece)))) {
        first = opening;
        isGreeting = isAside(piece, foldWords(piece));
      }
      candidates++;
    }
    if (candidates >= maxCandidates) break;
  }
  if (first === null) return { text: '', seriesPart, reason: null };
  const isLine = first.reason === 'no_sentence' && (origin.isLine ? hasWords(first.text) : isPhrase(first.text));
  return { ...first, seriesPart, reason: isLine ? null : first.reason };
}

/** Each part between pipes may end with hashtags. */
function stripTags(line: string): string {
  if (!/[|｜].*[#＃@]|[#＃@].*[|｜]/u.test(line)) return stripHashtags(line);
  return line
    .split(/\s*[|｜]\s*/)
    .map(stripHashtags)
    .filter((part) => part !== '')
    .join(' | ');
}

/** In `Four days. That's how long it took.` the second sentence explains the first, which cannot stand alone. */
function goesOn(piece: string, next: string): boolean {
  if (!shortFragment.test(piece) || !explains.test(next) || ellipsis.test(next)) return false;
  return !isAside(piece, foldWords(piece)) && standsAlone(next, 'caption');
}

function reasonOf(piece: string, isCut: boolean, wording: Wording): ReviewReason {
  if (isCut || isRunOn(piece) || endsInMiddle(withoutEllipsis(piece))) return 'cut_text';
  return standsAlone(piece, wording) ? null : 'no_sentence';
}

function withoutEllipsis(piece: string): string {
  return piece.replace(ellipsis, (end) => end.replace(/[….\s]/g, '')).trimEnd();
}

function isCutOff(piece: string, whole: string, cutLength: number | null): boolean {
  if (ellipsis.test(whole)) return ellipsis.test(piece) && whole.length > shortestCut;
  return cutLength !== null && isAbout([...whole].length, cutLength) && !ended.test(piece);
}

/** A text may be shorter than its cut length, since mentions and spaces are removed after the cut. */
function isAbout(length: number, cutLength: number): boolean {
  return length <= cutLength && length >= cutLength - 3;
}

function productionOf(line: string, title: string, wording: Wording, { creator, niche }: Origin): ReviewReason {
  const production = findProduction(line, wording, niche);
  if (production !== null || wording === 'caption') return production;
  if (niche === 'music' || beginsWithCreator(line, creator))
    return niche === 'music' || title.length < 80 ? 'music_video' : null;
  return null;
}

/** The sentences of each part between pipes; a title loses the name of a show after a dash. */
function piecesOf(title: string, wording: Wording): string[] {
  const parts = /[|｜⎮│]|\s(?:\/\/|••?)\s/.test(title) ? title.split(/\s*[|｜⎮│]+\s*|\s(?:\/\/|••?)\s/) : [title];
  const pieces = parts.flatMap(splitSentences).map(stripEdges).filter(hasContent).map(cutRunOn);
  return wording === 'caption' ? pieces : pieces.slice(0, 2).map(beforeDash);
}

/** A longer sentence must have an end. */
const maxWithoutEnd = 200;

/** Cuts speech without punctuation at the end of a clause. Without a clause it stays too long, and is held as cut. */
function cutRunOn(piece: string): string {
  return isRunOn(piece) ? (firstClause(piece.slice(0, maxWithoutEnd)) ?? piece) : piece;
}

function isRunOn(piece: string): boolean {
  return piece.length > maxWithoutEnd && !ended.test(piece);
}

/** The part before a dash if it can stand alone, or the question after a name; else the whole, which names a production. */
function beforeDash(piece: string): string {
  const dash = piece.search(/\s[-–—]+\s|(?<=\p{L})[-–—]+\s/u);
  const before = piece.slice(0, dash);
  if (dash > 0 && goesOnAfter(before, piece.slice(dash))) return piece;
  if (dash > 0 && before.split(' ').length > 2 && standsAlone(before, 'title')) return before;
  const question = /^[^?!]{2,40}?(?:\s[-–—]+|:)\s(\p{L}.*)/u.exec(piece)?.[1];
  return question !== undefined && beginsWithQuestion(question) && standsAlone(question, 'title') ? question : piece;
}

/** `It is not just bread - it is a habit` is one sentence. */
function goesOnAfter(before: string, after: string): boolean {
  return (
    isContrast.test(before) ||
    goesOnAfterDash.test(after) ||
    /^\s*[-–—]+\s*(?:it|its|it['’]s|they|they['’]re|but|sondern|sino|mais|c['’]est|es ist)(?!\p{L})/iu.test(after)
  );
}

/** YouTube's limit. */
const maxTitleLength = 100;
const twoCapitals = /\p{Lu}\P{Lu}*\p{Lu}/u;

/** `title` for a title of YouTube, or words that mostly begin with capitals. */
function wordingOf(line: string, platform: string | null, lines: number): Wording {
  if (platform !== null && lines === 1 && line.length <= maxTitleLength && /youtube/i.test(platform)) return 'title';
  if (!twoCapitals.test(line)) return 'caption';
  const words = line.match(/\p{L}[\p{L}\p{M}'’]{3,}/gu) ?? [];
  const capitals = words.filter((word, at) => at > 0 && /^\p{Lu}/u.test(word)).length;
  const share = isGerman.test(line) ? 0.85 : 0.6;
  return words.length > 2 && capitals >= (words.length - 1) * share ? 'title' : 'caption';
}

// Removes figures of the post before its text, as page exports write them: `1.7M views · 124K reactions | …`.

const token = /\p{Nd}[\p{Nd}.,]*|[\p{L}\p{M}]+/gu;
const separator = /[|｜·•・\n]+|\s[-–—]+\s/u;
/** A cheap check, since figures are at the beginning. */
const mayHaveFigures = /^.{0,20}?\p{Nd}/u;
/** Longer pieces count as text. */
const maxFigureLength = 60;

/** Removes the figures; a text of figures alone becomes ''. */
function stripEngagement(text: string): string {
  if (!mayHaveFigures.test(text)) return text;
  let rest = text;
  for (;;) {
    const end = separator.exec(rest);
    if (!isFigure(rest.slice(0, end?.index))) return rest.trimStart();
    if (end === null) return '';
    rest = rest.slice(end.index + end[0].length);
  }
}

function isFigure(piece: string): boolean {
  if (piece.length > maxFigureLength) return false;
  const words = piece.toLowerCase().match(token) ?? [];
  const isNumber = (word: string) => /^\p{Nd}/u.test(word);
  const isAllowed = (word: string) => isNumber(word) || powerOf(word) !== null || isLinking(word) || isCounted(word);
  return words.some(isNumber) && words.some(isCounted) && words.every(isAllowed);
}

// Takes the number of a part off a text: `(Part 2)`, `Pt. 3`, `Parte 2`, `(2/5)`, `#3`, `Ep. 4`, `第3集`.

const part =
  'part|pt|parte|partie|teil|deel|del|część|часть|серия|bölüm|bagian|phần|भाग|الجزء|episode|episodio|episódio|épisode|folge|ep|eps|chapter|capítulo|capitulo|vol|volume';
const count = String.raw`(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|II|III|IV|VI{0,3}|IX|X)`;
const of = String.raw`(?:\s*(?:/|of|von|de|di|из)\s*\d{1,3})?`;
const named = String.raw`(?:(?:${part})\.?\s*[:#-]?\s*${count}${of}(?!\p{L}|\p{N})|第\s*(\d{1,3})\s*[集話话回部期])`;
const numbered = String.raw`(?:(\d{1,2})\s*/\s*\d{1,2}|#(\d{1,3}))`;
const seriesTag = `(?:${named}|${numbered})`;
const seriesSeparator = String.raw`[\s|｜·•,:;~/–—-]*`;

/** A cheap check, since every form begins with one of these. */
const mayHavePart = /\d|part|teil|第/i;
const bracketed = new RegExp(String.raw`\s*[(\[{【]\s*${seriesTag}\s*[)\]}】]`, 'iu');
const atEnd = new RegExp(
  String.raw`(?:[|｜·•,:;~!?.–—-]\s*${seriesTag}|\s${named}|\s#(?!1$)(\d{1,3}))\s*(?:[!.…]*)$`,
  'iu',
);
const atStart = new RegExp(String.raw`^${named}${seriesSeparator}(?:(?<=[|｜·•,:;~–—-]\s*)|(?=[«“"]))`, 'iu');

const words: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ ii: 2, iii: 3, iv: 4, v: 5, vi: 6, vii: 7, viii: 8, ix: 9, x: 10 },
};

/** The text without the part, and its number, if it has one. */
function takeSeriesPart(text: string): { text: string; part: number | null } {
  if (!mayHavePart.test(text)) return { text, part: null };
  for (const pattern of [bracketed, atEnd, atStart]) {
    const found = pattern.exec(text);
    const given = found?.slice(1).find((group) => group !== undefined);
    if (found === null || given === undefined) continue;
    const rest =
      `${text.slice(0, found.index)}${keptMark(found[0])}${text.slice(found.index + found[0].length)}`.trim();
    const number = Number(given) || (words[given.toLowerCase()] ?? 0);
    // A text that is only a part number is kept.
    if (number > 0 && /\p{L}/u.test(rest)) return { text: rest, part: number };
  }
  return { text, part: null };
}

/** A question keeps its mark before `Part 2`. */
function keptMark(found: string): string {
  return /^[!?.]/.exec(found)?.[0] ?? '';
}

// Removes the hashtags and mentions around a text. Within the text they are words, and only lose their sign.

const sign = /[#＃@＠]/;
/** `#1`, `C#` and `a@b.com` are not tags. */
const tag =
  /^[#＃@＠]+(?=[\p{N}_.]*[\p{L}\p{Extended_Pictographic}]|\d{4})[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_.&\u200c\u200d\ufe0f'’-]*[,;:/|·•#＃]*$/u;
const loneSign = /^[#＃@＠]+[.,?]*$/;
/** `#POV` belongs to the text wherever it is. */
const kept = /^[#＃]pov(?!\p{L})/iu;
/** Emoji, marks and dots between tags. */
const filler = /^[^\p{L}\p{N}]+$/u;
/** Tags for reach are never words of the text. */
const generic =
  /^[#＃]+(?:f(?:or)?y(?:ou)?p?|fyp\S*|for(?:you|your)page\S*|voorjou\S*|parati\S*|viral\S*|trend\S*|explore\S*|reels?\S*|tiktok\S*|xyzbca|insta\S*)$/iu;
const forReach = /^[#＃]+(?:f(?:or)?y|xyz|viral)/i;
/** A reach tag without its sign. */
const looseTag = /\s(?:fyp?|foryou(?:page)?|xyzbca)[\s.]*$/i;
/** A sentence continues with these, so the tag before one is its subject: `#Nigeria is …`. */
const continuation =
  /^(?:is|are|was|were|has|have|had|be|and|vs|will|can|came|got|joins?|shows?|(?:does|did|is|wo|ca)n['’]t|ist|sind|est|sont|es|son|è|é|foi|hai|&)$/i;

/** A word before a name at the end, which cannot be read aloud. */
const credited =
  /:$|^(?:by|with|w\/?|cr\.?|seg[uú]n|selon|laut|secondo|segundo|at|from|via|x|ft|feat|and|&|mit|von|bei|und|avec|chez|con|com|met|van|da)$/;

/** Turns `a #b c #d #e` into `a b c`. A text of tags alone becomes ''. */
export function stripHashtags(text: string): string {
  if (!sign.test(text)) return text.replace(looseTag, '');
  const words = splitGlued(text)
    .split(' ')
    .filter((word) => word !== '' && !loneSign.test(word))
    .filter((word, at, all) => !generic.test(word) || (isOpenEnd(all[at - 1]) && !forReach.test(word)));
  let start = 0;
  let end = words.length;
  while (start < end && isEdge(words[start])) start++;
  while (end > start && isEdge(words[end - 1])) end--;
  end = endBeforeRun(words, start, end);
  // Emoji next to the text belong to it.
  while (start > 0 && filler.test(words[start - 1] ?? '')) start--;
  while (end < words.length && filler.test(words[end] ?? '')) end++;
  if (start === end || !words.slice(start, end).some((word) => !filler.test(word))) return '';
  const next = (words[start] ?? '').toLowerCase();
  const isSubject = continuation.test(next) || (isMention(words[start - 1]) && wordSets().preposition.has(next));
  if (isTag(words[start - 1]) && isSubject) start--;
  const last = (words[end - 1] ?? '').toLowerCase();
  if (isMention(words[end]) && credited.test(last) && end - start > 4) end--;
  else if (isTag(words[end]) && (isOpenEnd(last) || credited.test(last) || /^(?:his|her)$/.test(last))) end++;
  return words.slice(start, end).map(toWord).join(' ').replace(looseTag, '');
}

/** Start of a run of hashtags that a word or two interrupt: `I tried it. #bread #oven yes #food`. */
function endBeforeRun(words: readonly string[], start: number, end: number): number {
  for (let at = start + 4; at < end - 1; at++) {
    if (!isTag(words[at]) || !isTag(words[at + 1]) || /[\p{L}\p{N},]$/u.test(words[at - 1] ?? '')) continue;
    if (words.slice(at, end).filter((word) => !isEdge(word)).length < 3) return at;
  }
  return end;
}

/** A text that ends with the word is cut. */
function isOpenEnd(word = ''): boolean {
  const { dangling, preposition } = wordSets();
  return dangling.has(word.toLowerCase()) || preposition.has(word.toLowerCase());
}

function isTag(word = ''): boolean {
  return tag.test(word);
}

function isMention(word = ''): boolean {
  return /^[@＠]/.test(word);
}

function isEdge(word = ''): boolean {
  return filler.test(word) || (isTag(word) && !kept.test(word));
}

function toWord(word: string): string {
  return isTag(word) || kept.test(word) ? word.replace(/^[#＃@＠]+/, '') : word;
}

/** Splits `word#tag#tag` into words, and a mention from the mark before it. */
function splitGlued(text: string): string {
  return text.replace(/(?<=[^\s#＃])(?=[#＃]+[\p{L}\p{N}_]*\p{L})|(?<=[^\s\p{L}\p{N}._@#＃-])(?=@\p{L})/gu, ' ');
}
