// English as far as the sample needs it: verb forms, plurals, articles, persons, capitals. Knows no phrase and no pattern.

const irregularPast: Readonly<Record<string, string>> = Object.fromEntries(
  `beat beat, become became, bend bent, bid bid, break broke, build built, buy bought, cut cut, do did, draw drew,
  drink drank, drive drove, drown drowned, eat ate, fall fell, feed fed, find found, fly flew, forget forgot,
  forgive forgave, freeze froze, get got, give gave, go went, grow grew, hang hung, hear heard, hide hid, hit hit,
  keep kept, kneel knelt, lead led, learn learned, leave left, let let, light lit, make made, overwater overwatered,
  pay paid, put put, quit quit, read read, ride rode, ring rang, rewrite rewrote, run ran, say said, see saw, sell sold,
  send sent, set set, shake shook, shoot shot, sing sang, sit sat, sleep slept, speak spoke, spend spent, stay stayed,
  swim swam, take took, teach taught, tell told, throw threw, understand understood, wake woke, wear wore, win won,
  write wrote`
    .split(',')
    .map((pair) => pair.trim().split(' ')),
);

/** Two syllables, stressed on the last one: they double their last letter as one-syllable verbs do. */
const doublesLate = new Set(['forget', 'begin', 'admit', 'commit', 'prefer', 'quit']);

/** `stop` → `stopp`, before an ending that starts with a vowel. */
function beforeVowel(verb: string): string {
  const shortSyllable = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb);
  return shortSyllable || doublesLate.has(verb) ? verb + verb.slice(-1) : verb;
}

export function gerund(verb: string): string {
  if (/ie$/.test(verb)) return `${verb.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  return `${beforeVowel(verb)}ing`;
}

export function pastTense(verb: string): string {
  const irregular = irregularPast[verb];
  if (irregular !== undefined) return irregular;
  if (/e$/.test(verb)) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return `${beforeVowel(verb)}ed`;
}

/** Bends the first verb of a phrase and each one that is marked with `^`. */
export function bendVerbs(phrase: string, bend: (verb: string) => string): string {
  return phrase.replace(/^[\w-]+|\^[\w-]+/g, (verb) => bend(verb.replace('^', '')));
}

export function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  return `${noun}s`;
}

/** By sound, not by letter, as far as our nouns go: `an hourglass`, `a user`, `an AI tool`. */
export function article(noun: string): 'a' | 'an' {
  if (/^(?:hour|honest|heir)/i.test(noun)) return 'an';
  if (/^(?:uni|use|usu|eu|ukulele|one)/i.test(noun)) return 'a';
  return /^[aeiou]/i.test(noun) ? 'an' : 'a';
}

type Person = 'my' | 'their';

const pronouns: Record<Person, Readonly<Record<string, string>>> = {
  my: {
    yourself: 'myself',
    your: 'my',
    "you're": "I'm",
    "you've": "I've",
    "you'll": "I'll",
    'you are': 'I am',
    'you were': 'I was',
    you: 'I',
    object: 'me',
  },
  their: {
    yourself: 'themselves',
    your: 'their',
    "you're": "they're",
    "you've": "they've",
    "you'll": "they'll",
    'you are': 'they are',
    'you were': 'they were',
    you: 'they',
    object: 'them',
  },
};

/** After one of these, or at the end of a clause, "you" is an object. */
const objectYou =
  /\b(on|for|to|at|with|of|by|about|from|near|behind|sends|wakes|loves|tells|expect|lets) you\b|\byou(?=$|[,.?!])/gi;

/** Turns a phrase that addresses the viewer to the first or the third person. What is quoted stays as it was said. */
export function inPerson(phrase: string, person: Person): string {
  const forms = pronouns[person];
  return phrase
    .split(/("[^"]*")/)
    .map((part) =>
      part.startsWith('"')
        ? part
        : part
            .replace(objectYou, (_, before: string | undefined) => (before ? `${before} ` : '') + forms.object)
            .replace(/\b(?:yourself|your|you're|you've|you'll|you are|you were|you)\b/g, (form) => forms[form]),
    )
    .join('');
}

/** `they`-phrases as `we`-phrases. */
export function asWe(phrase: string): string {
  const forms: Record<string, string> = { their: 'our', they: 'we', them: 'us', themselves: 'ourselves' };
  return phrase.replace(/\b(?:themselves|their|they|them)\b/g, (form) => forms[form]);
}

/** A phrase in the first person or of "they", said to the viewer. */
export function asYou(phrase: string): string {
  const forms: Record<string, string> = {
    my: 'your',
    me: 'you',
    myself: 'yourself',
    I: 'you',
    their: 'your',
    they: 'you',
    them: 'you',
    themselves: 'yourself',
  };
  return phrase.replace(/\b(?:myself|my|me|I|themselves|their|they|them)\b/g, (form) => forms[form]);
}

/** Capitals at the start of each sentence and of quoted speech, and one closing mark where a phrase brought its own. */
export function asSentences(line: string): string {
  return line
    .replace(/([?!])[.,](?="|$| )/g, '$1')
    .replace(/([?!])"[.,]/g, '$1"')
    .replace(/(^"?|[.?!] "?|[.?!]" (?=\p{Lu})|[,:] ")(\p{Ll})/gu, (_, before: string, letter: string) => {
      return before + letter.toUpperCase();
    });
}
