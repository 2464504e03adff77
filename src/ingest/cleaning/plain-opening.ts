// Recognizes, cheaply, most lines that need no cleaning: plain sentences with a word that only opening lines contain.
import { lazily } from '../../lib/async.ts';
import { asksForOpinion, isNamed, minWords, vague } from './stand-alone.ts';
import { beginsRequestPair, isRequestPair, replyTo, wordSets } from './word-sets.ts';

const maxLength = 200;
/** Counts articles, auxiliaries and prepositions. */
const minGrammar = 2;

const kinds = lazily(() => {
  const { sentence, person, contraction, suspect, asking, production, greeting, request, title_kind } = wordSets();
  const kindOf = new Map<string, 'person' | 'suspect' | 'grammar'>();
  for (const word of sentence) kindOf.set(word, 'grammar');
  for (const word of [...person, ...contraction]) kindOf.set(word, 'person');
  for (const words of [suspect, asking, production, greeting, request, title_kind])
    for (const word of words) kindOf.set(word, 'suspect');
  return kindOf;
});

type PlainLine = {
  /**
   * `opening`: publishable as it is. `sentence`: publishable unless it is a title. `unsure`: publishable if the first sentence is not a
   * title and can stand alone.
   */
  kind: 'opening' | 'sentence' | 'unsure';
  firstSentence: string;
};

/** Returns null if the line needs the full check. */
export function readPlainLine(line: string): PlainLine | null {
  if (line.length > maxLength) return null;
  const end = findPlainEnd(line);
  if (end === 0) return null;
  if (end < 0) return hasSuspect(line.toLowerCase().match(word) ?? []) ? null : unsure(line, -end);
  const { dangling, question, opening } = wordSets();
  const words = line.toLowerCase().split(' ');
  if (words.length <= minWords || dangling.has(words.at(-1) ?? '')) return null;
  const [first = ''] = words;
  if (
    vague.test(first) ||
    first === 'watch' ||
    words.at(-3) === 'with' ||
    words.at(-6) === 'with' ||
    asksForOpinion(line) ||
    (words.length < 5 && isNamed(line))
  )
    return null;
  let kind: 'opening' | 'sentence' | null = question.has(first) || opening.has(first) ? 'opening' : null;
  const kindOf = kinds();
  let grammar = 0;
  let beginsPair = false;
  for (let at = 0; at < words.length; at++) {
    const found = kindOf.get(words[at] ?? '');
    if (found === 'suspect' || isRequestPair(words[at] ?? '', words[at + 1])) return null;
    beginsPair ||= beginsRequestPair(words[at] ?? '');
    if (found === 'grammar') grammar++;
    if (found === 'person') kind ??= at < 3 ? 'opening' : 'sentence';
  }
  kind ??= grammar >= minGrammar ? 'sentence' : null;
  // A title with such a word needs the full check.
  if (kind === 'opening' && beginsPair) kind = 'sentence';
  return kind === null ? unsure(line, line.length) : { kind, firstSentence: line };
}

const word = /[a-z0-9\u00c0-\u024f'’]+/g;

function hasSuspect(words: readonly string[]): boolean {
  return words.some((word, at) => kinds().get(word) === 'suspect' || isRequestPair(word, words[at + 1]));
}

/** A short last word may be what is left of a credit: `w`, `ig`. */
function unsure(line: string, end: number): PlainLine | null {
  return / .{1,2}$/.test(line) ? null : { kind: 'unsure', firstSentence: line.slice(0, end) };
}

/**
 * The length of a line of letters, digits and commas with at most one mark, at the end. Negative length of the first sentence if the line
 * also has quotation marks, colons or several sentences; 0 if it has other characters. A loop, since patterns take several times as long.
 */
function findPlainEnd(line: string): number {
  const last = line.length - 1;
  let isSimple = true;
  let end = 0;
  for (let at = 0; at <= last; at++) {
    const code = line.charCodeAt(at);
    if (code >= 97 && code <= 122) continue;
    const isLetter = (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7);
    if (isLetter || code === space || code === apostrophe || code === comma || code === curlyApostrophe) continue;
    if (code === 33 || code === 46 || code === 63) {
      if (at === last) continue;
      if (!endsSentence(line, at)) return 0;
      isSimple = false;
      end ||= at + 1;
    } else if (at > 0 && code >= 48 && code <= 57) continue;
    else if (at > 0 && (code === colon || code === semicolon)) isSimple = false;
    else if (code !== hyphen || line.charCodeAt(at - 1) === space || line.charCodeAt(at + 1) === space) return 0;
  }
  return isSimple ? last + 1 : -(end || last + 1);
}

/** Accepts only certain ends: after a word that is not an abbreviation, before a capital. */
function endsSentence(line: string, at: number): boolean {
  if (line.charCodeAt(at + 1) !== space) return false;
  const next = line.charCodeAt(at + 2);
  return next >= 65 && next <= 90 && wordBefore.test(line.slice(Math.max(0, at - 8), at));
}

const wordBefore = /[a-z]{4}$/;

const [space, apostrophe, comma, hyphen, colon, semicolon, curlyApostrophe] = [
  0x20, 0x27, 0x2c, 0x2d, 0x3a, 0x3b, 0x2019,
];

// Removes what platforms, channels and players put around a title: replies, brackets with technical notes, guests, channel names.

const reply = new RegExp(
  String.raw`(?:^|\s)(?:${replyTo}\s+@\S+|[#＃](?:due(?:to?|tt)|d[uú]o|stitch)(?:\s+(?:with|met|mit|avec|con|com|de|do|bersama))?\s*@\S+|@\S+\s(?:님에게(?: 보내는)? (?:답글|답장)|adlı kişiye yanıt|さんに返信))[\s|:,.-]*`,
  'giu',
);
/** A credit that lost its mention: `ib:`, `dc:`. */
const looseCredit = /\s+\(?(?:ib|dc|ic|cr|ac|vc|pc|via|by|insta|ig|ft|w)\s*(?:[:/]\s*@?[\w.]*)?\)?$/iu;
/** The description of an Instagram page: `name on May 1, 2026: "caption".` */
const pageDescription = /^[\w.]+ on \p{L}+ \d{1,2}, \d{4}:\s*["“](.*?)["”]?\.?\s*$/su;
const notes =
  /\s*[([{【]\s*(?:[^()[\]{}【】]*\b(?:official|officiel|oficial|offizielles?|lyrics?|audio|video|vid[eé]o|clip|hd|hq|uhd|4k|8k|1080p|720p|60fps|full|live|mv|m\/v|remaster(?:ed)?|ft|feat|featuring|w|prod|with|subs?|subtitles?|sub español|eng sub|not clickbait|gone wrong|gone sexual|must watch|reupload|re-?upload|explicit|clean|insta|instagram|ig|snap|reddit|hbo|tbs|cnet news|(?:video)?beschreibung|description|infobox|barre d'infos?)\b[^()[\]{}【】]*|@[\w.]+|(?:19|20)\d\d|\p{L}+ #\d+|new|ad|spoilers?|très drôle)\s*[)\]}】]/giu;
const guests = /\s+(?:\(?(?:ft|feat)\.?|featuring)\s+[^|()[\]–—?!]+(?=$|[|()[\]–—?!])/giu;
const edges = /^[\s|｜·•,;:/\\>~=_–—-]+(?!\d)|[\s|｜·•,;/\\<~=_–—-]+$/gu;
/** A cheap check, since `edges` tries every space of a text. */
const mayHaveEdges = /^[\s|｜·•,;:/\\>~=_–—-]|[\s|｜·•,;/\\<~=_–—-]$/;
/** A bracket that a removed mention or hashtag left open. */
const unclosed = /\s+[([][^()[\]]*$/;
const episodeNumber = /^(?:\[\d+\]|\(\d+\)|#\d+)\s+/;
const emptyBrackets = /\s*(?:\(\s*\)|\[\s*\])/g;

/** Removes the text that a reply, a duet or a page puts before the caption. */
export function stripReply(line: string): string {
  if (!/[@:]/.test(line)) return line.trim();
  return pageDescription.exec(line)?.[1] ?? line.replace(reply, ' ').trim();
}

/** Removes the creator's name, which may end in VEVO or Official, from `Name - title`, `title | Name` and `title by Name`. */
export function stripTrimmings(title: string, creator: string | null): string {
  let text = title;
  if (/[([{【]/.test(text)) text = text.replace(notes, '').replace(emptyBrackets, '');
  if (/\s\(?f(?:ea)?t|featuring/i.test(text)) text = text.replace(guests, '');
  if (creator !== null && /[|｜⎮│:•·…]|\.\.|\s[-–—]/.test(text)) text = stripCreator(text, creator);
  return stripEdges(text.replace(unclosed, '').replace(episodeNumber, '')).replace(looseCredit, '');
}

export function stripEdges(text: string): string {
  return mayHaveEdges.test(text) ? text.replace(edges, '') : text;
}

/** Removes the name on either side, if a dash, a pipe or a colon separates it from the rest. */
function stripCreator(text: string, creator: string): string {
  const name = foldName(creator);
  if (name.length < 3) return text;
  const parts = text.split(/(\s+[-–—•·:]\s+|\s*[|｜⎮│]+\s*|:\s+|\s*(?:\.{2,}|…)\s*)/u);
  if (parts.length < 3) return text;
  if (foldName(parts.at(-1) ?? '') === name) return parts.slice(0, -2).join('');
  return text;
}

/** Whether the title is `Creator - title`, as songs are named. */
export function beginsWithCreator(title: string, creator: string | null): boolean {
  const dash = title.search(/\s+[-–—]\s+|\s*[–—]\s*/u);
  if (creator === null || dash < 2) return false;
  const [name, start] = [foldName(creator), foldName(title.slice(0, dash).replace(guests, ''))];
  return (
    name.length > 1 &&
    (start === name || (start.startsWith(name) && /\s(?:[x&,+]|ft|feat|and)\s?/i.test(title.slice(0, dash))))
  );
}

function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/vevo$|\b(?:official|music|tv|channel|band)\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
