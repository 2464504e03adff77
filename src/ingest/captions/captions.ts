// Opening line of a video from its captions: the new words of each cue, up to the end of the first sentence.
import { firstClause, isGreetingAlone } from '../cleaning/stand-alone.ts';
import { joinText, plainLine, splitTurns, spokenWords } from './spoken-text.ts';

/** Longer text without a sentence end means captions without punctuation. The text of a hook may have 500 characters. */
const maxSentence = { words: 40, characters: 300 };
/** Captions without punctuation are cut at the first pause after `minWordsBeforePause`, else at `maxWordsOfCut`. */
const minWordsBeforePause = 4;
const maxWordsOfCut = 15;
const pauseMs = 1000;
/** Word times mark where a word begins; its duration is estimated. */
const lastWordMs = 500;
/** Covers the longest sentence. */
const maxSpeech = 1500;

/** Speech between two changes of speaker or pauses. */
type Piece = { text: string; startMs: number; endMs: number; isTurn: boolean };

/**
 * The first spoken sentence that is not a greeting, or null if nothing else is spoken: no cues, or only music, sounds and lyrics. It ends
 * at punctuation or where another speaker begins. Without either within 40 words (automatic captions), it ends at the first pause of a
 * second after 4 words, else after the first clause that stands alone, of at most 15 words. Accepts any text, in linear time.
 */
export function openingLine(captions: string): string | null {
  const pieces: Piece[] = [];
  let text = '';
  for (const piece of speech(captions)) {
    if (piece.isTurn && isGreetingAlone(text)) text = '';
    if (piece.isTurn && text !== '') return text;
    pieces.push(piece);
    text = joinEllipses(joinText(text, piece.text));
    let sentence = firstSentence(text);
    for (; sentence !== null && isGreetingAlone(sentence); sentence = firstSentence(text)) {
      text = text.slice(text.indexOf(sentence) + sentence.length).trim();
      pieces.splice(0, pieces.length, { ...piece, text });
    }
    if (sentence !== null) return fits(sentence) ? sentence : cut(pieces);
    if (!fits(text)) return cut(pieces);
  }
  return text === '' || isGreetingAlone(text) ? null : cut(pieces);
}

/** The opening line of speech without times, such as a transcript from an API. */
export function openingOfSpeech(text: string): string | null {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, maxSpeech);
  return openingLine(`00:00.000 --> 00:01.000\n${line.replaceAll('-->', ' ')}\n`);
}

/** Yields the words that each cue adds. */
function* speech(captions: string): Generator<Piece> {
  let shown: string[] = [];
  let shownUntilMs = 0;
  for (const cue of parseCues(captions)) {
    const lines = cue.lines.map(plainLine).filter((line) => line !== '');
    const isRolling = cue.startMs <= shownUntilMs + 250;
    const fresh = isRolling ? freshLines(shown, lines) : lines;
    if (lines.length > 0) [shown, shownUntilMs] = [lines, cue.endMs];
    const endMs = endOfSpeech(cue);
    let { startMs } = cue;
    for (const turn of splitTurns(fresh)) {
      const words = spokenWords(turn.text);
      if (words !== '') yield { text: words, startMs, endMs, isTurn: turn.isTurn };
      startMs = endMs;
    }
  }
}

/** Rolling captions repeat each line above the next, or show one line as it grows. */
function freshLines(shown: readonly string[], lines: readonly string[]): string[] {
  for (let count = Math.min(shown.length, lines.length); count > 0; count--) {
    const tail = shown.slice(-count);
    if (tail.every((line, at) => line === lines[at])) return lines.slice(count);
    const [before = '', after = ''] = [tail.at(-1), lines[count - 1]];
    const isGrown = tail.every((line, at) => at === count - 1 || line === lines[at]) && after.startsWith(`${before} `);
    if (isGrown) return [after.slice(before.length).trim(), ...lines.slice(count)];
  }
  return [...lines];
}

/** A cue with word times stays on screen until the next, so the start of its last word counts. */
function endOfSpeech({ lines, startMs, endMs }: Cue): number {
  const last = lines
    .join(' ')
    .match(/<(?:\d+:)?\d+:\d+[.,]\d+>/g)
    ?.at(-1);
  if (last === undefined) return endMs;
  const [seconds = 0, minutes = 0, hours = 0] = last.slice(1, -1).replace(',', '.').split(':').reverse().map(Number);
  const lastWordAtMs = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return lastWordAtMs >= startMs && lastWordAtMs <= endMs ? Math.min(endMs, lastWordAtMs + lastWordMs) : endMs;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const words = new Intl.Segmenter('en', { granularity: 'word' });
/** An ellipsis does not end a sentence. */
const terminated = /(?:[!?。！？｡؟۔।॥።։။។‼⁇⁈⁉]|(?<!\.)\.)["'”’»」』)\]]*\s*$/u;
/** A full stop after a title, an initial or an abbreviation (`U.S.`, `p.m.`) belongs to the word. */
const title =
  /(?<![\p{L}\p{N}])(?:mr|mrs|ms|mx|dr|prof|st|mt|gen|col|sgt|capt|lt|rev|gov|sen|vs|sra?|srta|dra|mme|mlle|bzw|ca|nr)\.\s*$/iu;
const initials = /(?<![\p{L}\p{N}])(?!I\.)(?:\p{Lu}|(?:\p{L}\.)+\p{L})\.\s*$/u;
/** `"Why?" she asked.` continues after the quotation. */
const quoted = /["'”’»」』]\s*$/u;

/** Returns null if the text contains no complete sentence yet. */
function firstSentence(text: string): string | null {
  const start = text.slice(0, maxSentence.characters + 1);
  // A full stop before a lower-case letter does not end a sentence, unless the captions are all in lower case.
  const upperCase = start.toUpperCase();
  const isLowerCase = start === start.toLowerCase() && upperCase.length === start.length;
  for (const { index, segment } of sentences.segment(isLowerCase ? upperCase : start)) {
    const sentence = start.slice(0, index + segment.length);
    const isOver = terminated.test(sentence) && !title.test(sentence) && !initials.test(sentence);
    if (!isLowerCase && quoted.test(sentence) && /^\p{Ll}/u.test(start.slice(sentence.length))) continue;
    if (isOver && /[\p{L}\p{N}]/u.test(sentence)) return sentence.trim();
  }
  return null;
}

/** Merges an ellipsis at the end of one piece with one at the start of the next. */
function joinEllipses(text: string): string {
  return text.replace(/(?:…|\.{2,})\s*(?:…|\.{2,})\s*/g, '… ').trimEnd();
}

function fits(text: string): boolean {
  return text.length <= maxSentence.characters && wordEnds(text).length <= maxSentence.words;
}

/** Positions after each word, also in scripts without spaces. */
function wordEnds(text: string): number[] {
  return [...words.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => index + segment.length);
}

function cut(pieces: readonly Piece[]): string {
  let text = '';
  let count = 0;
  let endMs = 0;
  for (const piece of pieces) {
    if (count >= minWordsBeforePause && piece.startMs - endMs >= pauseMs) break;
    text = joinEllipses(joinText(text, piece.text));
    count = wordEnds(text).length;
    endMs = piece.endMs;
    if (count >= maxWordsOfCut) break;
  }
  const end = wordEnds(text)[maxWordsOfCut - 1] ?? text.length;
  const start = text.slice(0, Math.min(end, maxSentence.characters)).toWellFormed().trim();
  return count < maxWordsOfCut ? start : (firstClause(start) ?? start);
}

// Parser of .vtt and .srt captions, as lenient as video players.

/** Times are milliseconds from the start of the video; lines include markup. */
type Cue = { startMs: number; endMs: number; lines: string[] };

const time = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`;
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?=\s|$)`);
const block = /^(?:NOTE|STYLE|REGION)(?=\s|$)/;
const counter = /^\s*\d+\s*$/;

/** The rest of a longer line is ignored; only hostile files have one. */
const maxLineLength = 2000;
const maxLines = 20;

/**
 * Yields cues lazily, since callers need only the first few. A cue ends at the next line with times, not at a blank line, because edited
 * files have too many blank lines or none.
 */
function* parseCues(text: string): Generator<Cue> {
  let cue: Cue | null = null;
  let isInBlock = false;
  let [before, earlier] = ['', ''];
  for (const line of linesOf(text)) {
    const isTiming = line.includes('-->');
    const times = isTiming ? timing.exec(line) : null;
    if (times !== null) {
      if (cue !== null) yield withoutIdentifier(cue, before, earlier);
      cue = { startMs: toMs(times, 1), endMs: toMs(times, 5), lines: [] };
    }
    if (isTiming || line === '') isInBlock = false;
    else if (before === '' && block.test(line)) isInBlock = true;
    else if (cue !== null && !isInBlock && cue.lines.length < maxLines) cue.lines.push(line);
    [before, earlier] = [line, before];
  }
  if (cue !== null) yield cue;
}

function* linesOf(text: string): Generator<string> {
  const whole = text.replace(/\r\n?/g, '\n');
  for (let at = 0; at < whole.length; ) {
    const newline = whole.indexOf('\n', at);
    const end = newline === -1 ? whole.length : newline;
    yield whole.slice(at, Math.min(end, at + maxLineLength));
    at = end + 1;
  }
}

/** The line before a line with times is the identifier of the next cue if a blank line precedes it or it is a number. */
function withoutIdentifier(cue: Cue, before: string, earlier: string): Cue {
  if ((earlier === '' || counter.test(before)) && cue.lines.at(-1) === before) cue.lines.pop();
  return cue;
}

function toMs(times: RegExpExecArray, from: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = times.slice(from, from + 3).map((part) => Number(part ?? 0));
  const fraction = (times[from + 3] ?? '0').padEnd(3, '0');
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number(fraction);
}
