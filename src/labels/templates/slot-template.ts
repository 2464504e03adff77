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
  if (/\d/.test(template)) for (const [specific, slot] of slotsOfNumbers) template = template.replace(specific, slot);
  return slotTopics(isTitleCase(template) ? template : template.replace(name, '[name]'));
}

/** In title case, where every other word is capitalised, capitals do not mark names. */
function isTitleCase(text: string): boolean {
  const capitals = text.match(capitalised)?.length ?? 0;
  return capitals > 2 && capitals * 2 > (text.match(words)?.length ?? 0);
}
