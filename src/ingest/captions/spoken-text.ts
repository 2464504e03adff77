// What is spoken in the lines of a cue: markup, music, sounds and the names of speakers taken off. Nothing about cues' order.

const tag = /<\/?[a-z][^<>]*>|<\d[\d:.,]*>/gi;
const override = /\{\\[^{}]*\}/g;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

/** One line as a viewer reads it, on one line. */
export function plainLine(line: string): string {
  const text = decodeEntities(
    line
      .replace(tag, '')
      .replace(override, '')
      .replace(/\\[hnN]/g, ' '),
  );
  // Tags may be written as entities or lie in one another; an angle bracket that is left over is no word either.
  const rest = text.replace(tag, '').replace(/<|--+>/g, ' ');
  return rest.replace(/[\s\u200b\ufeff]+/g, ' ').trim();
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  // Some sites escape twice.
  return text
    .replaceAll('&amp;', '&')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ' ';
    });
}

/** YouTube writes a word it does not print so; it is spoken. */
const censored = /\[\s*_+\s*\]/g;
const [heldPlace, held] = ['\ue000', '[ __ ]'];
/** A sound may begin in one cue and end in the next. */
const bracketed = /\[[^[\]]*(?:\]|$)|^[^[\]]*\]|【[^【】]*】|［[^［］]*］/g;
/** A parenthesis that opens a line, stands in capitals or names a sound. Any other is an aside, and spoken. */
const opening = /^(?:[(（][^()（）]{0,40}[)）]\s*)+/;
const capitals = /[(（](?=[^()（）]{0,60}\p{Lu})[^()（）\p{Ll}]{0,60}[)）]/gu;
const sound =
  /[(（*][^()（）*]{0,30}(?:music|laugh|chuckl|giggl|applau|clap|cheer|sigh|gasp|cough|groan|scream|sniff|inaudible|indistinct|crosstalk|silence|笑|拍手|音楽|音乐|掌声|박수|웃음|음악)[^()（）*]{0,30}[)）*]/gi;
const lyrics = /[♩-♬][^♩-♬]*[♩-♬]/g;

/**
 * The words of one utterance, or '' where nothing is spoken. A note that is not closed opens or closes lyrics that go on in
 * another cue.
 */
export function spokenWords(plain: string): string {
  const kept = plain.replaceAll(heldPlace, ' ').replace(censored, heldPlace);
  let text = kept.replace(bracketed, ' ').replace(lyrics, ' ').trim();
  if (/^[♩-♬]|[♩-♬]$/.test(text)) return '';
  text = text
    .replace(/[♩-♬].*/, '')
    .replace(sound, ' ')
    .replace(capitals, ' ')
    .trim();
  text = withoutSpeaker(text.replace(opening, '')).replaceAll(heldPlace, held).replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** Words in capitals before a colon that open a hook and name nobody. */
const openers =
  /^(?:POV|PSA|FYI|TLDR|TL;DR|WARNING|CAUTION|ATTENTION|BREAKING|UPDATE|SPOILER|FACT|FUN FACT|MYTH|TRUTH|TIP|PRO TIP|RULE|STEP|DAY|PART|LEVEL|REASON|QUESTION|ANSWER|NOTE|REMINDER|STORY ?TIME|STORYTIME|LIFE HACK|HACK)\b/;
const inCapitals = /^\p{Lu}[\p{Lu}\p{M}\p{N}.'’#-]{0,20}(?: [\p{Lu}\p{N}#][\p{Lu}\p{M}\p{N}.'’-]{0,20})?[:：]\s+/u;
const role =
  /^(?:speaker|narrator|host|interviewer|interviewee|announcer|reporter|presenter|guest|man|woman|boy|girl|child|voice ?over|voice)(?: ?#?\d{1,2}| [A-Z])?\s?:\s+/i;

function withoutSpeaker(text: string): string {
  return openers.test(text) ? text : text.replace(role, '').replace(inCapitals, '');
}

/** Marks before a line that tell of another speaker: `>>`, `>>>`, `- `. */
const turn = /^(?:>{2,}\s*|[-–—‐]+\s*(?=[\p{L}\p{N}"'“‘¿¡[(♩-♬]))+/u;
/** After such a mark a name may be written as names are: `>> Ada Lovelace: …`. */
const named = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,2}[:：]\s+/u;

/** The lines of a cue by speaker. `isTurn` tells whether another one than before may be speaking. */
export function splitTurns(lines: readonly string[]): { isTurn: boolean; text: string }[] {
  const turns: { isTurn: boolean; text: string }[] = [];
  for (const part of lines.flatMap((line) => line.split(/(?=(?<!>)>{2,})/))) {
    const text = part.replace(turn, '');
    const isTurn = text.length < part.length;
    const last = turns.at(-1);
    if (isTurn) turns.push({ isTurn, text: openers.test(text) ? text : text.replace(named, '') });
    else if (last === undefined) turns.push({ isTurn: false, text });
    else last.text = joinText(last.text, text);
  }
  return turns;
}

const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}。、！？，]/u;

/** Two pieces of speech as one: with a space, but in scripts that write none. */
export function joinText(left: string, right: string): string {
  if (left === '' || right === '') return left + right;
  const isSpaceless = spaceless.test(left.slice(-1)) && spaceless.test(right.slice(0, 1));
  return `${left}${isSpaceless ? '' : ' '}${right}`;
}
