// Whether a value fits its slot.
import type { Slot } from './slots.ts';

const numbers =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|dozen|hundred|thousand|million|billion|half|few|several|many|zero|once|twice';
const times =
  'seconds?|minutes?|hours?|days?|nights?|weeks?|weekends?|months?|years?|decades?|mornings?|noon|midnight|evenings?|today|tonight|tomorrow|yesterday|spring|summer|autumn|fall|winter|moment|lifetime';
const money = 'dollars?|bucks|euros?|pounds?|rupees|cents?|grand|k|free|nothing';
const words = (list: string) => new RegExp(`\\d|\\b(?:${list})\\b`, 'i');

/** Pattern of a value that fits, and the meaning of the slot. A topic is a few words, since a sentence in its place breaks the line. */
const kinds: Readonly<Record<Slot, readonly [fits: RegExp, standsFor: string]>> = {
  topic: [/^(?!https?:)(?:[^\s]+\s+){0,11}[^\s]*[^\s.!?…]$/, 'a few words that name a thing, such as index funds'],
  number: [words(numbers), 'a number, such as 7'],
  amount: [words(`${numbers}|${money}`), 'an amount of money, such as $500'],
  time: [words(times), 'a duration or a time of day, such as 3 days'],
  year: [/^'?\d{2,4}s?$/, 'a year, such as 2026'],
  name: [/^@|\p{Lu}/u, 'a name, such as Anna Smith'],
  quote: [/./, 'what somebody says'],
  link: [/^\S+\.\S+$/, 'a URL, such as https://example.com'],
};

/** Returns why a value does not fit; empty if it does. */
export function misfitsOf(slot: Slot, value: string): { slot: Slot; reason: string }[] {
  const [fits, standsFor] = kinds[slot];
  if (fits.test(value.trim())) return [];
  return [{ slot, reason: `“${value.trim()}” does not fit [${slot}], which stands for ${standsFor}.` }];
}
