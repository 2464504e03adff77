// Observations on a draft: what the most viewed hooks of its niche have or lack, each with its figures. No score.
import { taxonomy } from '../../taxonomy/taxonomy.ts';
import { type TraitKind, traits, traitsOf } from '../snapshot/traits.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import type { Observation } from './check-schema.ts';
import { shareOf } from './standing.ts';
import type { Scope, TopDecile } from './top-decile.ts';

type Phrases = { present: string; absent: string; others: string };

/** `others` ends `61 % of the top decile …`. */
const phrases: Readonly<Record<TraitKind, Phrases>> = {
  number: { present: 'Has a number in digits', absent: 'No number in digits', others: 'have one' },
  question: { present: 'Has a question mark', absent: 'No question mark', others: 'have one' },
  viewer: { present: 'Addresses the viewer as you', absent: 'Does not address the viewer as you', others: 'do' },
  first_person: { present: 'Speaks of I, my or we', absent: 'Does not speak of I, my or we', others: 'do' },
  command: {
    present: 'Begins with a command such as stop or never',
    absent: 'Does not begin with a command such as stop or never',
    others: 'do',
  },
  question_word: {
    present: 'Begins with a question word such as how or why',
    absent: 'Does not begin with a question word such as how or why',
    others: 'do',
  },
};

const numbers = new Intl.NumberFormat('en');
const shown = (number: number) => numbers.format(number);

/** `language` is that of the draft, null if it is unknown. Words of English are looked for in English only. */
export function observationsOf(text: string, top: TopDecile, language: string | null): Observation[] {
  const bits = traitsOf(text);
  const wanted = traits.filter(({ isEnglish }) => !isEnglish || language === 'en');
  return [observeLength(text, top), ...wanted.map(({ kind }) => observeTrait(kind, bits, top))];
}

function observeLength(text: string, { n, medianWords, scope }: TopDecile): Observation {
  const words = splitWords(text).length;
  return {
    kind: 'word_count',
    text: `${words} ${words === 1 ? 'word' : 'words'}; the median of the top decile${nameOf(scope)} is ${medianWords}, n = ${shown(n)}`,
    n,
    value: medianWords,
    draft: words,
  };
}

function observeTrait(kind: TraitKind, bits: number, { n, all, counts, scope }: TopDecile): Observation {
  const { present, absent, others } = phrases[kind];
  const draft = ((bits >> traits.findIndex((trait) => trait.kind === kind)) & 1) === 1;
  const counted = counts.get(kind) ?? { top: 0, all: 0 };
  const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100)} %`;
  return {
    kind,
    text: `${draft ? present : absent}; ${percent(counted.top, n)} of the top decile${nameOf(scope)} ${others}, n = ${shown(n)}, and ${percent(counted.all, all)} of all ${shown(all)}`,
    n,
    share: shareOf(counted.top, n) ?? 0,
    share_of_all: shareOf(counted.all, all) ?? 0,
    draft,
  };
}

/** ` in Fitness on TikTok`; ` of all niches` */
function nameOf({ niche, platform }: Scope): string {
  const name = taxonomy.niche.find(({ id }) => id === niche)?.name;
  return `${name === undefined ? ' of all niches' : ` in ${name}`}${platform === null ? '' : ` on ${platform}`}`;
}
