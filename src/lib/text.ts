// Texts: the key of an opening line and its cleaning, text as PostgreSQL stores it, and counts with their noun.
import { hash } from 'node:crypto';

type CleanOptions = {
  /** Removes hashtags and mentions, which captions contain and spoken lines do not. */
  stripTags?: boolean;
  /** Keeps the first line with a letter, digit or emoji. */
  firstLine?: boolean;
};

/** Printable ASCII, accented Latin letters, typographic quotes, dashes and ellipses, in words separated by one space. */
const plain =
  /^[\x21-\x7e\u00a1-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201f\u2026]+(?: [\x21-\x7e\u00a1-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201f\u2026]+)*$/;
const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** Invisible control, format and filler characters. Joiners, variation selectors and flag tags are handled separately. */
const noise =
  /[\0-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{1d173}-\u{1d17a}]|\p{Noncharacter_Code_Point}|\p{Surrogate}/gu;
const flagTags = /(\u{1f3f4}[\u{e0030}-\u{e007a}]{1,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
/** Scripts whose spelling uses the zero-width joiner and non-joiner. */
const joiningScript =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Nko}]/u;
const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u{e007f})$/u;
const emojiAfter = /^\p{Extended_Pictographic}/u;
const hashtag =
  /[#＃](?=[\p{N}_]*[\p{L}\p{Extended_Pictographic}])[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_\u200c\u200d\ufe0f]+|(?<!\S)[#＃]+(?!\S)/gu;
const mention = /(?<![\p{L}\p{N}._])[@＠][\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.]*[\p{L}\p{M}\p{N}_])?/gu;
const contentCharacter = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

export function cleanText(raw: string, options: CleanOptions = {}): string {
  if (plain.test(raw) && !(options.stripTags && /[#@]/.test(raw))) return raw;
  const lines = options.firstLine ? raw.split(lineBreaks) : [raw];
  let first = '';
  for (const line of lines) {
    const cleaned = cleanLine(line, options.stripTags ?? false);
    if (cleaned === '') continue;
    // In a caption, a line of dots or dashes is only a spacer.
    if (hasContent(cleaned)) return cleaned;
    first ||= cleaned;
  }
  return first;
}

/** Whether the text has a letter, a digit or an emoji. */
export function hasContent(text: string): boolean {
  return contentCharacter.test(text);
}

function cleanLine(line: string, stripTags: boolean): string {
  let text = line.normalize('NFC').replace(noise, '').replace(flagTags, '$1');
  if (text.includes('\u200c') || text.includes('\u200d')) text = text.replace(/[\u200c\u200d]/g, keepJoiner);
  if (stripTags) text = text.replace(hashtag, ' ').replace(mention, ' ');
  text = text.replace(/(?<=^|\s)[\ufe00-\ufe0f]+/g, '');
  return text.replace(/\s+/g, ' ').trim().normalize('NFC');
}

function keepJoiner(joiner: string, at: number, text: string): string {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + 1, at + 3);
  if (joiner === '\u200d' && emojiBefore.test(before) && emojiAfter.test(after)) return joiner;
  const joins =
    joiningScript.test(text[at - 1] ?? '') && (joiner === '\u200d' || joiningScript.test(text[at + 1] ?? ''));
  return joins ? joiner : '';
}

/** Hash of a cleaned text that ignores case, punctuation, spacing and emoji, but not accents, currencies and %. */
export function textKey(text: string): string {
  const length = foldPlain(text);
  if (length > 0) return hash('sha256', folded.subarray(0, length)).slice(0, 32);
  const other = fold(text);
  return hash('sha256', other === '' ? `\0${text}` : other).slice(0, 32);
}

/** More bytes than any text has. */
const folded = new Uint8Array(4096);

/** Typographic quotes, dashes and the ellipsis are separators, as their ASCII forms are. */
export function isPlainMark(code: number): boolean {
  return code === 0x201c || code === 0x201d || code === 0x2013 || code === 0x2014 || code === 0x2026;
}

/**
 * Writes the result of `fold()` into `folded` in a third of the time. Returns its length, or 0 if the result is empty or the text has more
 * than printable ASCII and typographic marks.
 */
function foldPlain(text: string): number {
  if (text.length > folded.length) return 0;
  let length = 0;
  let isWord = true;
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at);
    if (code === 0x27 || code === 0x2018 || code === 0x2019) continue;
    if (code < 0x20 || (code > 0x7e && !isPlainMark(code))) return 0;
    if (code >= 65 && code <= 90) code += 32;
    const isKept =
      (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 36 || code === 37 || code === 43;
    if (isKept) {
      if (!isWord && length > 0) folded[length++] = 0x20;
      folded[length++] = code;
    }
    isWord = isKept;
  }
  return length;
}

export function fold(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) {
    return text
      .toLowerCase()
      .replaceAll("'", '')
      .replace(/[^a-z0-9$+%]+/g, ' ')
      .trim();
  }
  return text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/['’‘ʼ＇\u200c\u200d\ufe00-\ufe0f\u20e3]|[\u{e0100}-\u{e01ef}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}\p{Sc}+%]+/gu, ' ')
    .trim();
}

// Text of other programs and servers, in a form that PostgreSQL can store: neither text nor jsonb allows NUL, and jsonb allows no unpaired
// surrogates.

/** Returns one line without control characters; an unpaired surrogate becomes U+FFFD. */
export function storableText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').toWellFormed();
}

// Counts with their noun, for sentences.

/** Returns `1 call` or `2,500 calls`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}
