// The value sets of the catalog, and the lookup of a value by any spelling of its label.

import { isDeepStrictEqual } from 'node:util';
import { archetypes } from './archetypes.ts';
import { formats } from './formats.ts';
import { niches } from './niches.ts';
import { type Term, term } from './term.ts';

// Language tags (BCP 47), reduced to the language, script and region of a language that exists.

/** Longest tag that RFC 5646 asks programs to accept. */
const maxLanguageLength = 35;

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** `EN_us` → `en-US`. Variants and extensions are dropped. Returns undefined for a text that is not a tag, or an unknown language. */
export function canonicalLanguage(text: string): string | undefined {
  const tag = text.replaceAll('_', '-');
  if (tag.length > maxLanguageLength || !/^[a-z]{2,3}(-|$)/i.test(tag)) return undefined;
  try {
    const { language, script, region } = new Intl.Locale(tag);
    return names.of(language) === undefined ? undefined : [language, script, region].filter(Boolean).join('-');
  } catch {
    return undefined;
  }
}

// The platforms; their ids are display names. The set is open-ended: an import may bring a new one. Data only.

const platform = (id: string, description: string, aliases: readonly string[] = []) =>
  term(id, description, aliases, id);

const platforms = [
  platform('TikTok', 'TikTok.', ['tik_tok', 'tt', 'douyin']),
  platform('YouTube', 'YouTube, both Shorts and long videos.', ['shorts', 'youtube_shorts', 'yt']),
  platform('Reels', 'Instagram Reels.', ['instagram', 'instagram_reels', 'ig', 'ig_reels', 'insta']),
  platform('Facebook', 'Facebook, including Reels.', ['fb', 'facebook_reels', 'meta']),
  platform('Snapchat', 'Snapchat Spotlight.', ['snap', 'spotlight']),
  platform('X', 'X, formerly Twitter.', ['twitter']),
  platform('LinkedIn', 'LinkedIn.', ['linked_in']),
  platform('Pinterest', 'Pinterest.', ['pins']),
  platform('Threads', 'Threads.', []),
  platform('Twitch', 'Twitch clips.', ['twitch_clips']),
  platform('Kwai', 'Kwai.', ['kuaishou']),
  platform('Rumble', 'Rumble.', []),
  platform('Other', 'Any other platform.', ['unknown', 'none']),
] as const;

// The 25 emotional triggers and `other`: what an opening line makes the viewer feel. Data only.

const emotions = [
  term('curiosity', 'Wanting to know the missing part.', ['intrigue', 'curious', 'interest']),
  term('surprise', 'An expectation is broken.', ['shock', 'novelty', 'surprised', 'astonishment']),
  term('fear', 'A threat or danger.', ['scared', 'terror', 'threat']),
  term('anxiety', 'Worry about an uncertain outcome.', ['worry', 'stress', 'nervousness']),
  term('anger', 'Outrage at an injustice.', ['outrage', 'rage', 'indignation', 'rebellion']),
  term('awe', 'Wonder at scale or mastery.', ['wonder', 'amazement', 'admiration']),
  term('humor', 'Amusement.', ['humour', 'funny', 'amusement', 'comedy']),
  term('joy', 'Delight.', ['happiness', 'delight', 'happy']),
  term('excitement', 'Looking forward to something good.', ['anticipation', 'thrill', 'hype']),
  term('aspiration', 'Wanting that life or skill.', ['ambition', 'desire', 'aspirational']),
  term('inspiration', 'Motivation to act.', ['hope', 'motivation', 'inspiring']),
  term('fomo', 'Fear of missing out.', ['fear_of_missing_out', 'missing_out', 'exclusion'], 'FOMO'),
  term('urgency', 'Pressure to act now.', ['scarcity', 'deadline']),
  term('envy', 'Comparing oneself with others.', ['status', 'jealousy']),
  term('greed', 'Wanting money or gain.', ['gain', 'profit', 'money']),
  term('pride', 'Self-worth and achievement.', ['achievement', 'accomplishment']),
  term('validation', 'Feeling understood: “that is me”.', ['relatability', 'belonging', 'recognition', 'relatable']),
  term('empathy', 'Feeling with someone else.', ['compassion', 'sympathy']),
  term('trust', 'Credibility and safety.', ['credibility', 'safety', 'confidence']),
  term('relief', 'A problem is solved.', ['pain_relief', 'comfort', 'calm']),
  term('frustration', 'A shared annoyance.', ['annoyance', 'irritation']),
  term('shame', 'Embarrassment about doing something wrong.', ['embarrassment', 'guilt']),
  term('nostalgia', 'Fond memories of the past.', ['nostalgic', 'memories']),
  term('sadness', 'Loss and grief.', ['grief', 'sad', 'heartbreak']),
  term('disgust', 'Revulsion.', ['gross', 'revulsion']),
  term('other', 'No emotional trigger fits.', ['none', 'unknown', 'neutral']),
] as const;

/** Increased when a value changes its meaning or is removed, not when one is added. */
export const taxonomyVersion = 1;

const builtIn = {
  archetype: archetypes,
  emotional_trigger: emotions,
  niche: niches,
  format: formats,
  platform: platforms,
} as const satisfies Record<string, readonly Term[]>;

export type TaxonomySet = keyof typeof builtIn;

const sets: Record<TaxonomySet, readonly Term[]> = { ...builtIn };

/**
 * The sets of values. All but `platform` are closed: an import may bring a new platform. Niches and archetypes of operators follow the
 * built-in ones, so read the sets at each use.
 */
export const taxonomy: Readonly<typeof sets> = sets;

/** Normalises case, accents, spaces and hyphens: `Self-Improvement ` → `self_improvement`. */
export function foldLabel(label: string): string {
  if (/^[a-z0-9]+(_[a-z0-9]+)*$/.test(label)) return label;
  return label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’']/g, '')
    .trim()
    .replace(/[\s\-–—_]+/g, '_');
}

function indexTerms(terms: readonly Term[]): ReadonlyMap<string, string> {
  const byLabel = new Map<string, string>();
  for (const { id, aliases } of terms) for (const alias of aliases) byLabel.set(foldLabel(alias), id);
  for (const { id } of terms) byLabel.set(foldLabel(id), id);
  return byLabel;
}

const values: Record<TaxonomySet, ReadonlyMap<string, string>> = {
  archetype: indexTerms(archetypes),
  emotional_trigger: indexTerms(emotions),
  niche: indexTerms(niches),
  format: indexTerms(formats),
  platform: indexTerms(platforms),
};

export const ownKinds = ['niche', 'archetype'] as const;
/** A value that an operator added. `words`: lines with one of them are guessed as the niche. */
export type OwnValue = Term & { kind: (typeof ownKinds)[number]; aliases: string[]; words: string[] };

let own: readonly OwnValue[] = [];
let revision = 0;

/** Values of operators in this thread, as in the database. */
export function ownValues(kind: OwnValue['kind']): OwnValue[] {
  return own.filter((value) => value.kind === kind);
}

export function setOwnValues(next: readonly OwnValue[]): void {
  if (isDeepStrictEqual(next, own)) return;
  own = next;
  revision++;
  for (const kind of ownKinds) {
    sets[kind] = [...builtIn[kind], ...ownValues(kind)];
    values[kind] = indexTerms(sets[kind]);
  }
}

/** Caches the result of `make` until values are added or removed. */
export function perTaxonomy<T>(make: () => T): () => T {
  let made: { of: number; value: T } | undefined;
  return () => {
    if (made?.of !== revision) made = { of: revision, value: make() };
    return made.value;
  };
}

/** Returns the id whose id or alias is `label`, or undefined. */
export function findValue(set: TaxonomySet, label: string): string | undefined {
  return values[set].get(foldLabel(label));
}

/** Returns the display name of an id; the id itself if it is not in the set, such as platforms that imports added. */
export function nameOf(set: TaxonomySet, id: string): string {
  return taxonomy[set].find((term) => term.id === id)?.name ?? id;
}
