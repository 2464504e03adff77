// The opening line of a video from its captions: which words are new in each cue, and where the first sentence ends.
import { type Cue, parseCues } from './parse-cues.ts';
import { joinText, plainLine, splitTurns, spokenWords } from './spoken-text.ts';

/** A sentence that is longer is taken for captions without punctuation; a hook's text may have 500 characters. */
const maxSentence = { words: 40, characters: 300 };
/** What is cut from captions without punctuation, at the first pause or at this many words. */
const minWordsBeforePause = 4;
const maxWordsOfCut = 15;
const pauseMs = 1000;
/** Word times tell when a word begins; it is spoken for about as long. */
const lastWordMs = 500;

/** Speech between two turns or pauses. */
type Piece = { text: string; startMs: number; endMs: number; isTurn: boolean };

/**
 * The first sentence as it is spoken, or null where none is: no cues, music, sounds and lyrics only. It ends where it is
 * punctuated or another speaker begins. Without either within 40 words (automatic captions), it ends at the first pause of
 * a second after 4 words, else after 15 words. Takes any text, and time in proportion to its length.
 */
export function openingLine(captions: string): string | null {
  const pieces: Piece[] = [];
  let text = '';
  for (const piece of speech(captions)) {
    if (piece.isTurn && text !== '') return text;
    pieces.push(piece);
    text = mendEllipsis(joinText(text, piece.text));
    const sentence = firstSentence(text);
    if (sentence !== null) return fits(sentence) ? sentence : cut(pieces);
    if (!fits(text)) return cut(pieces);
  }
  return text === '' ? null : cut(pieces);
}

/** The words that each cue adds. */
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

/** Rolling captions show each line again above the next, or one line as it grows. */
function freshLines(shown: readonly string[], lines: readonly string[]): string[] {
  for (let count = Math.min(shown.length, lines.length); count > 0; count--) {
    const tail = shown.slice(-count);
    if (tail.every((line, at) => line === lines[at])) return lines.slice(count);
    const isGrown =
      tail.every((line, at) => at === count - 1 || line === lines[at]) &&
      lines[count - 1].startsWith(`${tail[count - 1]} `);
    if (isGrown) return [lines[count - 1].slice(tail[count - 1].length).trim(), ...lines.slice(count)];
  }
  return [...lines];
}

/** A cue with word times stays on the screen until the next: what counts is when its last word began. */
function endOfSpeech({ lines, startMs, endMs }: Cue): number {
  const last = lines
    .join(' ')
    .match(/<(?:\d+:)?\d+:\d+[.,]\d+>/g)
    ?.at(-1);
  if (last === undefined) return endMs;
  const [seconds, minutes, hours = 0] = last.slice(1, -1).replace(',', '.').split(':').reverse().map(Number);
  const begunMs = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return begunMs >= startMs && begunMs <= endMs ? Math.min(endMs, begunMs + lastWordMs) : endMs;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const words = new Intl.Segmenter('en', { granularity: 'word' });
/** The dots of an ellipsis hold a sentence up and do not end it. */
const terminated = /(?:[!?。！？｡؟۔।॥።։။។‼⁇⁈⁉]|(?<!\.)\.)["'”’»」』)\]]*\s*$/u;
/** A full stop after a title, an initial or letters with stops between (`U.S.`, `p.m.`) belongs to the word. */
const title =
  /(?<![\p{L}\p{N}])(?:mr|mrs|ms|mx|dr|prof|st|mt|gen|col|sgt|capt|lt|rev|gov|sen|vs|sra?|srta|dra|mme|mlle|bzw|ca|nr)\.\s*$/iu;
const initials = /(?<![\p{L}\p{N}])(?!I\.)(?:\p{Lu}|(?:\p{L}\.)+\p{L})\.\s*$/u;
/** `"Why?" she asked.` goes on after the quotation. */
const quoted = /["'”’»」』]\s*$/u;

/** Null where the text does not end a sentence yet. */
function firstSentence(text: string): string | null {
  const start = text.slice(0, maxSentence.characters + 1);
  // Before a small letter a full stop ends nothing, unless the captions have no capitals at all.
  const capitals = start.toUpperCase();
  const isSmall = start === start.toLowerCase() && capitals.length === start.length;
  for (const { index, segment } of sentences.segment(isSmall ? capitals : start)) {
    const sentence = start.slice(0, index + segment.length);
    const isOver = terminated.test(sentence) && !title.test(sentence) && !initials.test(sentence);
    if (!isSmall && quoted.test(sentence) && /^\p{Ll}/u.test(start.slice(sentence.length))) continue;
    if (isOver && /[\p{L}\p{N}]/u.test(sentence)) return sentence.trim();
  }
  return null;
}

function mendEllipsis(text: string): string {
  return text.replace(/(?:…|\.{2,})\s*(?:…|\.{2,})\s*/g, '… ').trimEnd();
}

function fits(text: string): boolean {
  return text.length <= maxSentence.characters && wordEnds(text).length <= maxSentence.words;
}

/** Where each word ends, in scripts without spaces too. */
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
    text = mendEllipsis(joinText(text, piece.text));
    count = wordEnds(text).length;
    endMs = piece.endMs;
    if (count >= maxWordsOfCut) break;
  }
  const end = wordEnds(text)[maxWordsOfCut - 1] ?? text.length;
  return text.slice(0, Math.min(end, maxSentence.characters)).toWellFormed().trim();
}
