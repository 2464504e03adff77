// English grammar around a filled slot: a or an, one or many. Covers what templates need; unknown words follow the usual rule.

const silentH = /^(?:hours?|hourly|honest|honou?r|heirs?|heiress|heirloom)/;
/** Written with a vowel, spoken with a consonant: `university`, `European`, `one-time`. */
const spokenConsonant =
  /^(?:uni(?:[cfloqstvx]|$)|us(?:e|u|a|b)|uti|uto|ur(?:anus|in)|uk|ufo|ubi|eu|ewe|one(?!r)|once|u-)/;
const letterWithVowel = /^[aefhilmnorsx](?:-|$)/;
/** Spoken letter by letter, though they look like words: three capitals with a vowel in the middle. */
const spelled = new Set(['LED', 'MIT', 'HIV', 'FAQ', 'SEC', 'SOS', 'RSI', 'LAX', 'NAS']);

/** By the sound of the next word: `an hour`, `a university`, `an MBA`, `an 8-week plan`. */
export function articleFor(next: string): 'a' | 'an' {
  const word = next.replace(/^[^\p{L}\p{N}]+/u, '').split(/\s/, 1)[0] ?? '';
  if (/^\d/.test(word)) return startsWithVowelNumber(word) ? 'an' : 'a';
  if (isSpelled(word)) return /^[AEFHILMNORSX]/.test(word) ? 'an' : 'a';
  const lower = word.toLowerCase();
  if (silentH.test(lower) || letterWithVowel.test(lower)) return 'an';
  return /^[aeiou]/.test(lower) && !spokenConsonant.test(lower) ? 'an' : 'a';
}

/** 8, 80, 11 and 18, also as thousands and in years: `an 1890s song`. */
function startsWithVowelNumber(word: string): boolean {
  const [digits = ''] = /^\d+/.exec(word) ?? [];
  return digits.startsWith('8') || /^1[18](?:\d\d)?$/.test(digits);
}

function isSpelled(word: string): boolean {
  const [capitals = ''] = /^[A-Z]{2,}(?=s?(?:\W|$))/.exec(word) ?? [];
  if (capitals === '') return false;
  if (!/[AEIOU]/.test(capitals) || capitals.length === 2 || spelled.has(capitals)) return true;
  return capitals.length === 3 && !/^[^AEIOU][AEIOU][^AEIOU]$/.test(capitals);
}

const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  men: 'man',
  women: 'woman',
  children: 'child',
  feet: 'foot',
  teeth: 'tooth',
  mice: 'mouse',
  geese: 'goose',
  lives: 'life',
  wives: 'wife',
  knives: 'knife',
  leaves: 'leaf',
  shelves: 'shelf',
  halves: 'half',
  loaves: 'loaf',
  thieves: 'thief',
  wolves: 'wolf',
  buses: 'bus',
  shoes: 'shoe',
  toes: 'toe',
  criteria: 'criterion',
};
const irregularPlurals = new Map(Object.entries(irregular).map(([plural, singular]) => [singular, plural]));
/** Singular, though they end with s. */
const singulars = new Set(
  `news series species saas ios sms gps aws css cbs nbs pbs diabetes athletics canvas gas atlas christmas texas dallas paris
  chess tennis lens always perhaps this its`.split(/\s+/),
);
/** Their singular ends with ie: `cookies`. */
const ieNouns =
  /^(?:movie|cookie|calorie|zombie|selfie|smoothie|brownie|hoodie|birdie|rookie|newbie|tie|lie|pie|die|genie|prairie)s$/;
const pluralIcs = /^(?:topic|comic|lyric|clinic|graphic|mechanic|critic|fabric|traffic|public|infographic)s$/;

/** Of a noun phrase: that of its last word. Uncountable nouns are singular. */
export function isPlural(phrase: string): boolean {
  if (/\s(?:and|&)\s/i.test(phrase)) return true;
  const noun = (phrase.split(/[\s-]+/).at(-1) ?? '').toLowerCase().replace(/[^\p{L}]+$/u, '');
  if (Object.hasOwn(irregular, noun)) return true;
  if (!/[^su]s$/.test(noun) || singulars.has(noun) || noun.length < 3) return false;
  if (noun.endsWith('ics')) return pluralIcs.test(noun);
  return !/(?:sis|xis|tis)$/.test(noun);
}

/** Of a plural noun; any other stays. */
export function toSingular(noun: string): string {
  const lower = noun.toLowerCase();
  if (!isPlural(lower)) return noun;
  return withCaseOf(noun, irregular[lower] ?? singularOf(lower));
}

function singularOf(lower: string): string {
  if (ieNouns.test(lower)) return lower.slice(0, -1);
  if (lower.endsWith('ies')) return `${lower.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x|zz|o)es$/.test(lower) ? lower.slice(0, -2) : lower.slice(0, -1);
}

/** Of a singular noun; any other stays. */
export function toPlural(noun: string): string {
  const lower = noun.toLowerCase();
  if (isPlural(lower)) return noun;
  return withCaseOf(noun, irregularPlurals.get(lower) ?? pluralOf(lower));
}

function pluralOf(lower: string): string {
  if (/[^aeiou]y$/.test(lower)) return `${lower.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z)$/.test(lower) ? `${lower}es` : `${lower}s`;
}

/** `CHILDREN` → `CHILD`, `Mistakes` → `Mistake`. */
export function withCaseOf(model: string, lower: string): string {
  if (model.length > 1 && model === model.toUpperCase()) return lower.toUpperCase();
  return /^\p{Lu}/u.test(model) ? capitalise(lower) : lower;
}

export function capitalise(text: string): string {
  return text.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}
