// Fills the slots of a template, and reads the values of slots from a line.
import { agree, capitalise } from './grammar.ts';
import { type Slot, slotsOf, textsAround } from './slots.ts';

/** For a slot that occurs several times: its values in order; the last one repeats. */
export type SlotValues = Partial<Record<Slot, string | string[]>>;

const leadingArticle = /^(?:the|an?)\s+(?=\S)/i;
const determinerBefore =
  /(?<![\p{L}'’])(?:the|an?|my|your|his|her|our|their|this|these|that|those|no|every|each|any)\s+$/iu;
const endOfSentence = /(?:^|[.!?…]["”’)]*\s+)["“(]*$/u;
const closing = /[\s.,;:!?…]+$/u;
const opensWithPunctuation = /^["”’)]*[.,;:!?…]/u;

const abbreviation = /\.\p{L}\.$/u;

/**
 * `Stop buying [topic]` and `{ topic: 'gadgets' }` → `Stop buying gadgets`. A slot without a value gets the original text from `own`, with
 * nothing around it changed; without either it stays.
 */
export function fillTemplate(template: string, values: SlotValues, own: SlotValues = {}): string {
  const slots = slotsOf(template);
  const texts = textsAround(template);
  const style = styleOf(texts.join(' '));
  const used = new Map<Slot, number>();
  let line = texts[0] ?? '';
  for (const [at, slot] of slots.entries()) {
    const nth = used.get(slot) ?? 0;
    used.set(slot, nth + 1);
    const value = valueAt(values[slot], nth);
    const after = texts[at + 1] ?? '';
    if (value === undefined) {
      line += `${valueAt(own[slot], nth) ?? `[${slot}]`}${after}`;
      continue;
    }
    const fitted = fitValue(value, slot, line, after);
    const around = agree({ before: line, after }, slot, fitted);
    const shown = style === 'title' && slot === 'topic' ? titleCase(fitted) : fitted;
    const isFirst = endOfSentence.test(around.before) && slot !== 'link';
    line = `${around.before}${isFirst ? capitaliseFirst(shown) : shown}${around.after}`;
  }
  return style === 'capitals' ? line.replace(/\[\w+\]|https?:\S+|[^[h]+|[[h]/g, upperCase) : line;
}

function upperCase(text: string): string {
  return text.startsWith('http') || /^\[\w+\]$/.test(text) ? text : text.toUpperCase();
}

export function valueAt(values: string | readonly string[] | undefined, nth: number): string | undefined {
  if (values === undefined || typeof values === 'string') return values;
  return values[Math.min(nth, values.length - 1)];
}

/** Removes what the text around the slot already has: punctuation, an article, a sign. */
function fitValue(value: string, slot: Slot, before: string, after: string): string {
  let fitted = value.trim().replace(/\s+/g, ' ');
  const isClosed = opensWithPunctuation.test(after) && !(abbreviation.test(fitted) && !after.startsWith('.'));
  if (isClosed || (after.trim() !== '' && slot === 'topic')) fitted = fitted.replace(closing, '') || fitted;
  if (slot === 'topic' && determinerBefore.test(before)) fitted = fitted.replace(leadingArticle, '');
  if (/^[%°+]/.test(after) && fitted.endsWith(after.charAt(0))) fitted = fitted.slice(0, -1);
  if (slot === 'quote') {
    if (/["“]$/.test(before)) fitted = fitted.replace(/^["“]|["”]$/g, '');
    else if (!/^["“]/.test(fitted)) fitted = `"${fitted}"`;
  }
  return fitted;
}

/** Leaves words such as `iPhone` unchanged. */
function capitaliseFirst(text: string): string {
  return /^["“(]*\p{Ll}\p{Lu}/u.test(text) ? text : /^["“(]*\p{L}/u.test(text) ? capitalise(text) : text;
}

function styleOf(text: string): 'capitals' | 'title' | 'sentence' {
  const words = text.match(/\p{L}[\p{L}'’]*/gu) ?? [];
  const letters = words.join('');
  if (letters.length >= 4 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()) return 'capitals';
  const long = words.filter((word) => word.length > 3);
  const capitalised = long.filter((word) => /^\p{Lu}/u.test(word)).length;
  return long.length > 1 && capitalised / long.length >= 0.75 ? 'title' : 'sentence';
}

const smallWords = new Set('a an and as at but by for from in of on or the to vs with'.split(' '));

function titleCase(text: string): string {
  return text.replace(/[\p{L}\p{N}'’]+/gu, (word, at: number) =>
    at > 0 && smallWords.has(word) ? word : capitaliseFirst(word),
  );
}

/** Returns the values of the slots in a line with this template; undefined if the line does not match the template. */
export function readSlots(template: string, text: string): Partial<Record<Slot, string[]>> | undefined {
  const [first = '', ...others] = textsAround(template);
  if (!text.startsWith(first)) return undefined;
  const values: Partial<Record<Slot, string[]>> = {};
  let start = first.length;
  for (const [at, slot] of slotsOf(template).entries()) {
    const next = others[at] ?? '';
    const isLast = at === others.length - 1;
    const end = isLast ? text.length - next.length : text.indexOf(next, start + 1);
    if (end <= start || (isLast && !text.endsWith(next))) return undefined;
    values[slot] = [...(values[slot] ?? []), text.slice(start, end)];
    start = end + next.length;
  }
  return values;
}
