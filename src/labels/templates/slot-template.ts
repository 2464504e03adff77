// Template of a line: its specifics replaced by [slots].
import { slotTopics } from './topics.ts';

const slotsOfNumbers: readonly [RegExp, string][] = [
  [/[$€£₹] ?\d[\d,.]*(?: ?(?:k|m|b|bn|million|billion|thousand|lakh|crore)\b)?/gi, '[amount]'],
  [/\b\d[\d,.]* ?(?:dollars|bucks|euros|pounds|rupees)\b/gi, '[amount]'],
  [
    /\b\d[\d,.]*(?:-|–| )?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|decades?)\b/gi,
    '[time]',
  ],
  [/\b\d{1,2}(?::\d\d)? ?[ap]\.?m\b\.?/gi, '[time]'],
  [/\b(?:19|20)\d\d\b/g, '[year]'],
  [/#?\b\d(?:[\d,.]*\d)?(?:[kmbx]|st|nd|rd|th)?(?![\w])\+?/gi, '[number]'],
];
/** What amounts and times have beside digits. */
const hasUnit = /[$€£₹]|\d[\d,.:]*[-– ]?[a-z]/i;
const slotsWithoutUnit = slotsOfNumbers.slice(-2);

const quoted = /"[^"]{2,120}"|“[^”]{2,120}”/g;
const url = /\bhttps?:\/\/\S+/gi;
const handle = /(?<![\w.])@\w[\w.]*\w/g;
// Names, mid-sentence only: after a lower-case word or a comma. `I` and words in capitals are not names.
const name = /(?<=[a-z,] )(?!I\b)\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){0,3}(?=['’]s\b|[^\p{L}'’]|$)/gu;
const capitalised = /(?:^|\s)\p{Lu}\p{Ll}/gu;
const words = /(?:^|\s)\p{L}/gu;

/** `I made $500 in 3 days with index funds` → `I made [amount] in [time] with [topic]`. */
export function slotTemplate(text: string): string {
  let template = text;
  if (/["“]/.test(template)) template = template.replace(quoted, '[quote]');
  if (template.includes('://')) template = template.replace(url, '[link]');
  if (template.includes('@')) template = template.replace(handle, '[name]');
  if (/\d/.test(template)) template = slotNumbers(template);
  return slotTopics(mayHaveName(template) && !isTitleCase(template) ? template.replace(name, '[name]') : template);
}

/** Every pattern tries every digit, and most numbers have no unit. */
function slotNumbers(text: string): string {
  const patterns = hasUnit.test(text) ? slotsOfNumbers : slotsWithoutUnit;
  return patterns.reduce((template, [specific, slot]) => template.replace(specific, slot), text);
}

/** A cheap look for what `name` begins with, which tries every letter. */
function mayHaveName(text: string): boolean {
  for (let space = text.indexOf(' ', 1); space !== -1; space = text.indexOf(' ', space + 1)) {
    const before = text.charCodeAt(space - 1);
    if (!isLower(before) && before !== comma) continue;
    const first = text.charCodeAt(space + 1);
    const second = text.charCodeAt(space + 2);
    if (((first >= 65 && first <= 90) || first > 127) && (isLower(second) || second > 127)) return true;
  }
  return false;
}

const comma = 44;

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** In title case, where every other word is capitalised, capitals do not mark names. */
function isTitleCase(text: string): boolean {
  const capitals = text.match(capitalised)?.length ?? 0;
  return capitals > 2 && capitals * 2 > (text.match(words)?.length ?? 0);
}
