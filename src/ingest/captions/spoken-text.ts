// Spoken words in the lines of a cue, without markup, music, sounds and speaker names.
import { decodeEntities } from '../cleaning/entities.ts';

/** Ruby text, the reading above characters. The end tag may be missing, or be on the next line. */
const ruby = /<(rt|rp)\b[^<>]*>(?:(?!<\/(?:\1|ruby)\b|<(?:rt|rp)\b).)*(?:<\/\1>)?|^(?:(?!<(?:rt|rp)\b).)*?<\/rt>/gi;
const tag = /<\/?[a-z][^<>]*>|<\d[\d:.,]*>/gi;
const override = /\{\\[^{}]*\}/g;
/** A line as displayed, without line breaks. */
export function plainLine(line: string): string {
  const text = decodeEntities(
    line
      .replace(ruby, '')
      .replace(tag, '')
      .replace(override, '')
      .replace(/\\[hnN]/g, ' '),
  );
  // Tags may be written as entities or be nested; a remaining angle bracket is not part of a word either.
  const rest = text
    .replace(ruby, '')
    .replace(tag, '')
    .replace(/<|--+>/g, ' ');
  return rest.replace(/[\s\u200b\ufeff]+/g, ' ').trim();
}

/** YouTube's placeholder for a censored word, which is spoken, so it is kept. */
const censored = /\[\s*_+\s*\]/g;
const [placeholder, censoredWord] = ['\ue000', '[ __ ]'];
/** A sound may begin in one cue and end in the next. */
const bracketed = /\[[^[\]]*(?:\]|$)|^[^[\]]*\]|【[^【】]*】|［[^［］]*］/g;
/** A parenthesis at the start of a line, in capitals or with the name of a sound. Other parentheses are spoken. */
const opening = /^(?:[(（][^()（）]{0,40}[)）]\s*)+/;
const capitals = /[(（](?=[^()（）]{0,60}\p{Lu})[^()（）\p{Ll}]{0,60}[)）]/gu;
const sound =
  /[(（*][^()（）*]{0,30}(?:music|laugh|chuckl|giggl|applau|clap|cheer|sigh|gasp|cough|groan|scream|sniff|inaudible|indistinct|crosstalk|silence|笑|拍手|音楽|音乐|掌声|박수|웃음|음악)[^()（）*]{0,30}[)）*]/gi;
const lyrics = /[♩-♬][^♩-♬]*[♩-♬]/g;

/** The spoken words of one utterance, or '' if it has none. A single note begins or ends lyrics that span several cues. */
export function spokenWords(plain: string): string {
  const protectedText = plain.replaceAll(placeholder, ' ').replace(censored, placeholder);
  let text = protectedText.replace(bracketed, ' ').replace(lyrics, ' ').trim();
  if (/^[♩-♬]|[♩-♬]$/.test(text)) return '';
  text = text
    .replace(/[♩-♬].*/, '')
    .replace(sound, ' ')
    .replace(capitals, ' ')
    .trim();
  text = withoutSpeaker(text.replace(opening, '')).replaceAll(placeholder, censoredWord).replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** Words in capitals before a colon that are not a speaker's name. */
const openers =
  /^(?:POV|PSA|FYI|TLDR|TL;DR|WARNING|CAUTION|ATTENTION|BREAKING|UPDATE|SPOILER|FACT|FUN FACT|MYTH|TRUTH|TIP|PRO TIP|RULE|STEP|DAY|PART|LEVEL|REASON|QUESTION|ANSWER|NOTE|REMINDER|STORY ?TIME|STORYTIME|LIFE HACK|HACK)\b/;
const inCapitals = /^\p{Lu}[\p{Lu}\p{M}\p{N}.'’#-]{0,20}(?: [\p{Lu}\p{N}#][\p{Lu}\p{M}\p{N}.'’-]{0,20})?[:：]\s+/u;
const role =
  /^(?:speaker|narrator|host|interviewer|interviewee|announcer|reporter|presenter|guest|man|woman|boy|girl|child|voice ?over|voice)(?: ?#?\d{1,2}| [A-Z])?\s?:\s+/i;

function withoutSpeaker(text: string): string {
  return openers.test(text) ? text : text.replace(role, '').replace(inCapitals, '');
}

/** Marks of another speaker at the start of a line: `>>`, `>>>`, `- `. */
const turn = /^(?:>{2,}\s*|[-–—‐]+\s*(?=[\p{L}\p{N}"'“‘¿¡[(♩-♬]))+/u;
/** A name after such a mark need not be in capitals: `>> Ada Lovelace: …`. */
const named = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,2}[:：]\s+/u;

/** The lines of a cue by speaker. `isTurn`: the speaker may have changed. */
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

/** Joins two pieces of speech with a space, except in scripts without spaces. */
export function joinText(left: string, right: string): string {
  if (left === '' || right === '') return left + right;
  const isSpaceless = spaceless.test(left.slice(-1)) && spaceless.test(right.slice(0, 1));
  return `${left}${isSpaceless ? '' : ' '}${right}`;
}
