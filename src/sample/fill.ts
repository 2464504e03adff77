// Fills one pattern with the phrases of one niche: the line and its template. Chooses no pattern and no niche.
import { article, asSentences, asWe, asYou, bendVerbs, gerund, inPerson, pastTense, plural } from './grammar.ts';
import { integerBetween, pick, type Random } from './random.ts';
import { type Kind, kinds } from './vocabulary.ts';

export type FilledLine = { text: string; template: string };

const slot = /\{([a-z]+)((?:\.[a-z0-9]+)*)\}/g;

const stem = (word: string) => word.replace(/(?:ing|ed|es|s|e)$/, '');

/** Words that carry meaning; short ones may repeat unnoticed. */
function heardWords(phrase: string): Set<string> {
  return new Set(
    (phrase.toLowerCase().match(/[\p{L}']{4,}/gu) ?? [])
      .filter((word) => !/^(?:you|your|they|that|this|with|what|when|from|have)/.test(word))
      .map(stem),
  );
}

/** A word that two slots, or a slot and the pattern, both say: "Save this. It will save …". */
function echoes(pattern: string, phrases: Iterable<string>): boolean {
  const heard = heardWords(pattern.replace(slot, ' '));
  for (const phrase of phrases) {
    const words = heardWords(phrase);
    for (const word of words) if (heard.has(word)) return true;
    for (const word of words) heard.add(word);
  }
  return false;
}

/** "How to pack in one hour in three months": two measures of time on one verb. */
const twiceTimed =
  /\b(?:in|by|for) (?:an? |one |two |\w+teen |four |the )?(?:\w+ )?(?:hours?|minutes?|days?|weeks?|noon|time|bag)\b.* in \w+ (?:\w+)/;

/** Gives the next phrase of a kind, in the niche at hand. */
export type Phrases = (kind: Kind) => string;

/** How a slot is shown in the template. */
const names: Partial<Record<string, string>> = {
  good: 'habit',
  bad: 'bad habit',
  vs1: 'one thing',
  vs2: 'another thing',
  choice1: 'one option',
  choice2: 'the other option',
  crowd: 'audience',
  slip: 'small disaster',
  change1: 'before',
  change2: 'after',
  myth: 'false belief',
  future: 'change',
  stat: 'habit',
  tick: 'running loss',
  fix1: 'problem',
  fix2: 'fix',
  tale: 'event',
  quote1: 'line of dialogue',
  quote2: 'person',
  confess: 'admission',
  feud: 'small thing',
  absurd: 'absurd act',
  demo: 'demonstration',
  record: 'superlative',
  gap1: 'fact',
  gap2: 'obvious cause',
  cliff: 'payoff',
  list: 'things',
  why: 'how or why',
  ask: 'question',
  whatif: 'imagined event',
  past: 'memory',
  win: 'result',
  switch: 'action',
  gross: 'disgusting thing',
  n: 'number',
  steps: 'number',
  items: 'number',
  big: 'number',
  count: 'number',
  pct: 'number',
  years: 'years',
  span: 'time',
  soon: 'time',
  days: 'time',
  ago: 'time',
  season: 'time',
  hour: 'time',
  horizon: 'time',
  deadline: 'deadline',
  weekday: 'day',
  unit: 'time',
  kin: 'relative',
  word: 'word',
};

const numerals = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const numeral = (random: Random, low: number, high: number) => {
  const value = integerBetween(random, low, high);
  return random() < 0.6 ? numerals[value - 2] : String(value);
};

/** Slots that are the same in every niche. */
const generic: Readonly<Record<string, (random: Random) => string>> = {
  n: (random) => numeral(random, 3, 12),
  items: (random) => numeral(random, 3, 11),
  steps: (random) => numeral(random, 3, 7),
  count: (random) => String(integerBetween(random, 12, 60)),
  pct: (random) => String(integerBetween(random, 54, 96)),
  big: (random) => (integerBetween(random, 11, 1900) * 100 + 1000).toLocaleString('en-US'),
  years: (random) => `${numeral(random, 4, 12)} years`,
  span: (random) =>
    pick(random, [
      'six weeks',
      'three months',
      'ninety days',
      'six months',
      'a whole year',
      'eight weeks',
      'two years',
    ]),
  soon: (random) => pick(random, ['30 days', 'six weeks', 'three months', 'one summer', 'ninety days', 'eight weeks']),
  days: (random) =>
    pick(random, ['30 days', 'a week', 'two weeks', '100 days', 'a month', '60 days', '21 days', 'ten days']),
  ago: (random) =>
    pick(random, [
      'two years ago',
      'six months ago',
      'a year ago',
      'five years ago',
      'three years ago',
      'ten months ago',
    ]),
  season: (random) =>
    pick(random, ['last winter', 'last summer', 'last spring', 'last fall', 'last month', 'last year']),
  hour: (random) => pick(random, ['three in the morning', 'almost midnight', 'five in the morning', 'half past two']),
  horizon: (random) => pick(random, ['five years', 'ten years', 'three years', 'twenty years', 'one generation']),
  deadline: (random) =>
    pick(random, ['Friday', 'midnight', 'Sunday night', 'the end of the month', 'tomorrow morning']),
  weekday: (random) => pick(random, ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']),
  unit: (random) => pick(random, ['day', 'week', 'month', 'year']),
  kin: (random) => pick(random, ['grandmother', 'grandfather', 'father', 'mother', 'aunt', 'uncle']),
  word: (random) => pick(random, ['ready', 'mine', 'send', 'please', 'start', 'yes']),
};

/** The kinds of phrases that a pattern draws from a niche. */
export function kindsOf(pattern: string): Kind[] {
  return [...pattern.matchAll(slot)].map((match) => match[1]).filter((name): name is Kind => name in kinds);
}

function bend(phrase: string, forms: readonly string[]): string {
  let bent = phrase;
  if (forms.includes('ing')) bent = bendVerbs(bent, gerund);
  if (forms.includes('past')) bent = bendVerbs(bent, pastTense);
  bent = bent.replaceAll('^', '');
  if (forms.includes('my')) bent = inPerson(bent, 'my');
  if (forms.includes('their')) bent = inPerson(bent, 'their');
  if (forms.includes('you')) bent = asYou(bent);
  return forms.includes('our') ? asWe(bent) : bent;
}

/** A phrase's half, number and form, as the modifiers of its slot ask. */
function inflect(phrase: string, forms: readonly string[]): string {
  const [first, second] = phrase.split('|').map((half) => half.trim());
  if (forms.includes('2')) return bend(second, forms);
  if (forms.includes('s')) return second ?? plural(first);
  return bend(forms.includes('a') ? `${article(first)} ${first}` : first, forms);
}

function nameOfSlot(name: string, forms: readonly string[], filled: string): string {
  const half = forms.find((form) => form === '1' || form === '2') ?? '';
  const shown = names[name + half] ?? name;
  if (forms.includes('s')) return `[${plural(shown)}]`;
  return forms.includes('a') ? `${filled.startsWith('an ') ? 'an' : 'a'} [${shown}]` : `[${shown}]`;
}

/** Undefined when the phrases that came up do not sound well together. */
export function fillPattern(pattern: string, phrases: Phrases, random: Random): FilledLine | undefined {
  const drawn = new Map<string, string>();
  const phraseOf = (name: string) => {
    const known = drawn.get(name);
    if (known !== undefined) return known;
    const phrase = name in generic ? generic[name](random) : phrases(name as Kind);
    drawn.set(name, phrase);
    return phrase;
  };
  let template = '';
  let end = 0;
  const text = pattern.replace(slot, (whole, name: string, modifiers: string, at: number) => {
    const forms = modifiers.split('.').filter(Boolean);
    const filled = inflect(phraseOf(name), forms);
    template += pattern.slice(end, at) + nameOfSlot(name, forms, filled);
    end = at + whole.length;
    return filled;
  });
  if (echoes(pattern, drawn.values()) || twiceTimed.test(text)) return undefined;
  return { text: asSentences(text), template: asSentences(template + pattern.slice(end)) };
}
