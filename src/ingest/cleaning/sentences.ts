// Splits a text into sentences: Intl.Segmenter, corrected for abbreviations, initials, list numbers, quotations and lower case.

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

const mark = '[.!?。！？｡؟۔।॥։።‼⁇⁈⁉]';
/** A mark that more text follows. The segmenter is slow, and most opening lines have none. */
const inner = new RegExp(
  String.raw`[\n\r\u2028\u2029]|${mark}["'”’»」』)\]]*\s+\S|[。！？｡।॥]\S|\p{Extended_Pictographic}[\ufe0f\u200d\s]*\s\p{Lu}`,
  'u',
);
const asciiInner = /[.!?]["')\]]*\s+\S|[\n\r]/;
const isAscii = /^[\x00-\x7e]*$/;
/** An ellipsis ends no sentence. */
const ended = new RegExp(String.raw`(?<!\.\.?)${mark}["'”’»」』)\]]*\s*$`, 'u');
/** Belongs to the word before it, whatever follows. */
const title =
  /(?<![\p{L}\p{N}])(?:mr|mrs|ms|mx|dr|prof|st|mt|gen|col|sgt|capt|lt|rev|gov|sen|rep|vs|e\.?g|i\.?e|feat|ft|approx|fig|vol|sra?|srta|dra|mme|mlle|bzw|ca|nr|z\.b|d\.h|u\.a|p\.ej)\.\s*$/iu;
/** Belongs to the word before it, unless a word follows that only begins sentences: `5 p.m. Then`, `Vitamin C. It`. */
const abbreviation = /(?<![\p{L}\p{N}])(?:(?!I\.)\p{Lu}|(?:\p{L}\.)+\p{L}|etc|inc|ltd|co|corp|jr|no|usw|ecc)\.\s*$/iu;
const starter =
  /^["'“‘(]?(?:It|It[’']s|The|This|That|These|Those|Then|There|They|He|She|We|You|Your|My|Our|And|But|So|If|When|What|Why|How|Who|Where|Now|Not|Yes|Here|In|On|At|As|After|Before|For|Because|Is|Are|Do|Did|Can|Just|Also|Next|Never|Always|I|I[’']\w+|Don[’']t|Es|Der|Die|Das|Ich|Wir|Und|Aber|Dann|El|La|Los|Las|Pero|Luego|Il|Le|Les|Je|Nous|Et|Mais|Puis|Eu|Mas|Depois|Het|De|Ik|Dan)(?!\p{L})/u;
/** A number at the start of an item: `1. Boil the water`. */
const listNumber = /^\s*\d{1,3}\.\s*$/;
const quoted = /["'”’»」』]\s*$/u;
/** Emoji after three words end a sentence of a caption, if the next word has a capital. */
const emojiEnd =
  /(?<=(?:\S+\s+){2}[^\s\p{Extended_Pictographic}]+\s*(?:\p{Extended_Pictographic}[\ufe0f\u200d\u{1f3fb}-\u{1f3ff}]*)+)\s+(?=\p{Lu}\p{Ll}*\s)/u;

/** What decides stands at the end; patterns would try every position of a long sentence. */
const lookBehind = 40;

/** The sentences of a text, trimmed. Line breaks end sentences, ellipses do not. */
export function splitSentences(text: string): string[] {
  if (!(isAscii.test(text) ? asciiInner : inner).test(text)) return [text.trim()];
  // A full stop before a lower-case letter ends no sentence, unless the whole text is in lower case.
  const upperCase = text.toUpperCase();
  const isLowerCase = text === text.toLowerCase() && upperCase.length === text.length;
  const sentences: string[] = [];
  let start = 0;
  for (const { index, segment } of segmenter.segment(isLowerCase ? upperCase : text)) {
    const end = index + segment.length;
    if (
      end < text.length &&
      !isOver(text.slice(Math.max(start, end - lookBehind), end), text.slice(end, end + 20), isLowerCase)
    )
      continue;
    const sentence = text.slice(start, end).trim();
    start = end;
    if (sentence !== '') sentences.push(...splitAtEmoji(sentence));
  }
  return sentences;
}

/** The first sentence of a text, of its first line with a word. */
export function firstSentence(text: string): string {
  return splitSentences(text).find((sentence) => /[\p{L}\p{N}]/u.test(sentence)) ?? text.trim();
}

function isOver(sentence: string, next: string, isLowerCase: boolean): boolean {
  if (/[\n\r\u2028\u2029]\s*$/.test(sentence)) return true;
  if (!ended.test(sentence) || title.test(sentence) || listNumber.test(sentence)) return false;
  if (!isLowerCase && quoted.test(sentence) && /^\p{Ll}/u.test(next)) return false;
  return !abbreviation.test(sentence) || starter.test(next);
}

function splitAtEmoji(sentence: string): string[] {
  return sentence === sentence.toUpperCase() ? [sentence] : sentence.split(emojiEnd);
}
