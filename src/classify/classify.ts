// Fills labels that a record did not bring, by rules, each with how sure the rule is. Pure; docs/classifier.md has the figures.
import { archetypeRules, type Rule } from './archetype-rules.ts';
import { emotionOfArchetype, emotionRules, formatRules } from './emotion-rules.ts';
import { fold } from './fold.ts';
import { detectLanguage } from './language.ts';
import { nicheWords } from './niche-words.ts';

export type Guess = { value: string; confidence: number };

export type Classification = {
  archetype: Guess;
  emotionalTrigger: Guess;
  niche: Guess;
  format: Guess;
  language: Guess;
};

export type Wanted = {
  archetype: boolean;
  emotional_trigger: boolean;
  niche: boolean;
  format: boolean;
  language: boolean;
};

export type ClassifyInput = {
  text: string;
  /** Hashtags, tags, categories and channel names that came with the record. */
  hints?: readonly string[];
  platform?: string | null;
  durationSeconds?: number | null;
};

/** Below this a hook waits for review. */
export const confidenceFloor = 0.5;

const everything: Wanted = { archetype: true, emotional_trigger: true, niche: true, format: true, language: true };
const unasked: Guess = { value: 'other', confidence: 0 };

const nichesOfWord = new Map<string, string[]>();
for (const [niche, words] of Object.entries(nicheWords)) {
  for (const word of new Set(words.split(' '))) nichesOfWord.set(word, [...(nichesOfWord.get(word) ?? []), niche]);
}

/** Labels that are not wanted come back as `other` with confidence 0; the language, the dearest, is then not looked for. */
export function classify({ text, hints = [] }: ClassifyInput, wanted: Wanted = everything): Classification {
  const folded = fold(text);
  const archetype = wanted.archetype || wanted.emotional_trigger ? heaviest(archetypeRules, folded) : unasked;
  return {
    archetype,
    emotionalTrigger: wanted.emotional_trigger ? findEmotion(folded, archetype) : unasked,
    niche: wanted.niche ? findNiche(folded, hints) : unasked,
    format: wanted.format ? heaviest(formatRules, folded, { value: 'other', confidence: 0.2 }) : unasked,
    language: wanted.language ? detectLanguage(text) : unasked,
  };
}

/**
 * What is stored as `labels.confidence` and held against the floor: the weaker of archetype and niche, the labels that
 * clients filter by most. Emotion follows from the archetype, and a format or language in doubt does no harm.
 */
export function overallConfidence({ archetype, emotionalTrigger, niche }: Classification, wanted: Wanted): number {
  const asked = [wanted.archetype && archetype, wanted.niche && niche].filter((guess) => guess !== false);
  if (asked.length > 0) return Math.min(...asked.map(({ confidence }) => confidence));
  return wanted.emotional_trigger ? emotionalTrigger.confidence : 1;
}

function heaviest(
  rules: readonly Rule[],
  folded: string,
  fallback: Guess = { value: 'other', confidence: 0.2 },
): Guess {
  let best: Rule | undefined;
  for (const rule of rules) if ((!best || rule.weight > best.weight) && rule.pattern.test(folded)) best = rule;
  return best ? { value: best.value, confidence: best.weight } : fallback;
}

function findEmotion(folded: string, archetype: Guess): Guess {
  const cue = heaviest(emotionRules, folded);
  if (cue.value !== 'other') return cue;
  return { value: emotionOfArchetype[archetype.value] ?? 'curiosity', confidence: archetype.confidence * 0.8 };
}

const hintWeight = 1.2;
// Hashtags that ask for reach and say nothing of the subject.
const reachTags = /reel|insta|viral|explore|trend|fyp|foryou|like|follow|^ad$|love|india/;
const laughter = /😂|🤣|😹|💀/u;

/** Votes of words, hints a little heavier; a word of several niches shares its vote. Confidence is the winner's lead. */
function findNiche(folded: string, hints: readonly string[]): Guess {
  const votes = new Map<string, number>();
  const vote = (word: string, weight: number) => {
    const niches = nichesOfWord.get(word) ?? nichesOfWord.get(word.replace(/s$/, ''));
    for (const niche of niches ?? []) votes.set(niche, (votes.get(niche) ?? 0) + weight / (niches?.length ?? 1));
  };
  for (const word of folded.match(/[a-z0-9]+/g) ?? []) vote(word, 1);
  if (laughter.test(folded)) votes.set('comedy', 1);
  for (const hint of hints) {
    for (const word of fold(hint).match(/[a-z0-9]+/g) ?? []) {
      if (reachTags.test(word)) continue;
      vote(word, hintWeight);
      // Hashtags run words together: #indianfoodblogger.
      if (word.length > 7)
        for (const [part, niches] of longWords)
          if (word.includes(part))
            for (const niche of niches) votes.set(niche, (votes.get(niche) ?? 0) + hintWeight / 2 / niches.length);
    }
  }
  const [first, second] = [...votes].sort((a, b) => b[1] - a[1]);
  if (!first) return { value: 'other', confidence: 0.2 };
  const lead = first[1] / (first[1] + (second?.[1] ?? 0));
  return { value: first[0], confidence: Math.min(0.95, (0.4 + 0.2 * Math.min(2, first[1])) * (0.5 + lead / 2)) };
}

const longWords = [...nichesOfWord].filter(([word]) => word.length >= 4);
