// Makes the opening line of a caption or title, and says why it cannot be published without a decision, if so.
import type { HookValues } from '../../db/hook-columns.ts';
import { cleanText, hasContent } from '../../lib/clean-text.ts';
import { stripEngagement } from './engagement.ts';
import { foldWords } from './fold-words.ts';
import { findPlaceholder } from './placeholders.ts';
import { readPlainLine } from './plain-opening.ts';
import { findProduction } from './productions.ts';
import { splitSentences } from './sentences.ts';
import { takeSeriesPart } from './series.ts';
import { beginsWithQuestion, endsInMiddle, isAside, standsAlone, type Wording } from './stand-alone.ts';
import { stripHashtags } from './tags.ts';
import { beginsWithCreator, stripEdges, stripReply, stripTrimmings } from './trimmings.ts';

type ReviewReason = HookValues<Date>['review_reason'];

/** What else the record says about the video; read only for texts that need it. */
export type Origin = {
  creator: string | null;
  platform: string | null;
  niche: string | null;
};

export type CleanedText = {
  text: string;
  /** The whole text without control characters; null if it is `text`. */
  rawText: string | null;
  seriesPart: number | null;
  reason: ReviewReason;
};

const noWords =
  'the text has only hashtags, mentions or emoji; map the column that holds the caption or the spoken line';

/** The rest of a longer text is not kept. */
export const maxRawTextLength = 1000;
/** An opening line is at the beginning. */
const maxScanned = 2200;
/** The rest of a longer line is ignored: hostile input would make patterns slow. */
const maxLineLength = 1000;
const maxLines = 4;
const maxCandidates = 3;
/** Items of a list do not open a video, if what they belong to does not. */
const bullet = /^\s*(?:[✅✔☑➡▪•·*]|\d+[.)]\s)/u;
/** Goes on from the sentence before, which could not stand alone. */
const thirdPerson =
  /^\P{L}*(?:he|she|it|they|his|her|its|their|him|this|that|these|those|here|there|just|especially|even|try it|but|and|so|also|or|in this|with|from|for|all|then|which|who|er|sie|es|elle?s?|ils?|él|ella|ele|ela)(?![\p{L}])/iu;
/** Who made what: `Saree: @name`. */
const creditOf = /^\P{L}*\p{L}[\p{L}\s&]{1,20}:\s*@/u;
const shortFragment = /^[^!?#@…:]{3,40}\.$/u;
const explains = /^(?:That|Here|These|One|Only|It|Then|Just|Now|People)(?:['’]s)?\s/;
/** Stands for a picture. */
const embedded = '\ufffc';
/** Exports write some as two characters. */
const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]|(?:\\n)+(?=\P{Ll}|$)/u;
const ellipsis = /(?:…|\.{2,})["'”’)\]\s]*$/u;
/** No tool cuts a text this short, so its ellipsis is meant. */
const shortestCut = 40;
/** Its nouns have capitals in any sentence. */
const isGerman =
  /\s(?:der|die|das|dem|den|und|ist|ein|eine|mit|zu|auf|im)\s.*\s(?:der|die|das|dem|den|und|ist|ein|eine|mit|zu|auf|im|bis|wie)\s/;
const ended = /[.!?。！？।…:"'”’»)\]]$|[\p{Extended_Pictographic}\ufe0f]$/u;

/**
 * The cleaned text, or why the record is rejected: it is a placeholder. Any caption is accepted, however long. `cutLength`: the
 * length at which the source cuts its texts, if it does.
 */
export function cleanCaption(
  raw: string,
  cutLength: number | null,
  readOrigin: () => Origin,
): CleanedText | { rejected: string } {
  const line = raw.length > maxLineLength || lineBreaks.test(raw) || raw.includes(embedded) ? null : cleanText(raw);
  const plain = line === null || isCutOff(line, line, cutLength) ? null : readPlainLine(line);
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
  const found = findOpening(lines, { ...origin, cutLength }, whole);
  if (found.text === '' && whole !== '') return { rejected: noWords };
  return { ...found, rawText: whole === found.text ? null : cap(whole) };
}

/** A colon may stand before the creator's name, and a number may be of a series. */
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

/** Lines without noise; '' separates paragraphs. A line that goes on in the next, in lower case, is one with it. */
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
  let candidates = 0;
  const filled = lines.filter((line) => line !== '');
  for (const [at, given] of filled.slice(0, maxLines).entries()) {
    if (creditOf.test(given)) continue;
    const line = stripHashtags(stripReply(stripEngagement(given)));
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
      const isCut = isLast && isCutOff(piece, whole, origin.cutLength);
      if (first !== null && thirdPerson.test(piece)) continue;
      const opening: Opening = {
        text: isCut ? piece : piece.replace(ellipsis, ''),
        seriesPart,
        reason: reasonOf(piece, isCut, first === null ? wording : 'title'),
      };
      if (opening.reason === null) return opening;
      const next = pieces[index + 1] ?? '';
      if (first === null && wording === 'caption' && opening.reason === 'no_sentence' && goesOn(piece, next))
        return { ...opening, text: `${piece} ${next}`, reason: null };
      first ??= opening;
      candidates++;
    }
    if (candidates >= maxCandidates) break;
  }
  return first === null ? { text: '', seriesPart, reason: null } : { ...first, seriesPart };
}

/** `Four days. That's how long it took.`: the second sentence explains the first, which cannot stand alone. */
function goesOn(piece: string, next: string): boolean {
  if (!shortFragment.test(piece) || !explains.test(next) || ellipsis.test(next)) return false;
  return !isAside(piece, foldWords(piece)) && standsAlone(next, 'caption');
}

function reasonOf(piece: string, isCut: boolean, wording: Wording): ReviewReason {
  if (isCut || endsInMiddle(piece.replace(ellipsis, ''))) return 'cut_text';
  return standsAlone(piece, wording) ? null : 'no_sentence';
}

function isCutOff(piece: string, whole: string, cutLength: number | null): boolean {
  if (ellipsis.test(whole)) return ellipsis.test(piece) && whole.length > shortestCut;
  return cutLength !== null && isAbout([...whole].length, cutLength) && !ended.test(piece);
}

/** A mention or a space that was removed after the cut leaves it shorter. */
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

/** The sentences of each part between pipes; of a title, without a show's name behind a dash. */
function piecesOf(title: string, wording: Wording): string[] {
  const parts = /[|｜⎮│]|\s(?:\/\/|••?)\s/.test(title) ? title.split(/\s*[|｜⎮│]+\s*|\s(?:\/\/|••?)\s/) : [title];
  const pieces = parts.flatMap(splitSentences).map(stripEdges).filter(hasContent);
  return wording === 'caption' ? pieces : pieces.slice(0, 2).map(beforeDash);
}

/** The part before a dash, if it can stand alone, or the question after a name; else the whole, which names a production. */
function beforeDash(piece: string): string {
  const dash = piece.search(/\s[-–—]+\s|(?<=\p{L})[-–—]+\s/u);
  const before = piece.slice(0, dash);
  if (dash > 0 && before.split(' ').length > 2 && standsAlone(before, 'title')) return before;
  const question = /^[^?!]{2,40}?(?:\s[-–—]+|:)\s(\p{L}.*)/u.exec(piece)?.[1];
  return question !== undefined && beginsWithQuestion(question) && standsAlone(question, 'title') ? question : piece;
}

const twoCapitals = /\p{Lu}\P{Lu}*\p{Lu}/u;

/** A title of YouTube, or words that mostly begin with capitals. */
function wordingOf(line: string, platform: string | null, lines: number): Wording {
  if (platform !== null && lines === 1 && /youtube/i.test(platform)) return 'title';
  if (!twoCapitals.test(line)) return 'caption';
  const words = line.match(/\p{L}[\p{L}\p{M}'’]{3,}/gu) ?? [];
  const capitals = words.filter((word, at) => at > 0 && /^\p{Lu}/u.test(word)).length;
  const share = isGerman.test(line) ? 0.85 : 0.6;
  return words.length > 2 && capitals >= (words.length - 1) * share ? 'title' : 'caption';
}
