// Fills labels that a record did not bring, by rules, each with how sure the rule is. Pure; docs/classifier.md has the figures.

import { detectLanguage } from './language/language.ts';
import { archetypeRules } from './rules/archetype.ts';
import { emotionOfArchetype, emotionRules } from './rules/emotion.ts';
import { fold, tokenize } from './rules/fold-text.ts';
import { formatOfArchetype, formatOfTheRest, formatRules } from './rules/format.ts';
import { findNiche, rankNiches } from './rules/niche.ts';
import { type CueIndex, type Finding, findCues, indexCues, scoreCues } from './rules/phrase.ts';
import { wordClasses } from './rules/word-classes.ts';

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
/** No rule fired: an answer, but one for a person to look at. */
const noCue: Guess = { value: 'other', confidence: 0.2 };

const archetypeCues = indexCues(archetypeRules, wordClasses);
const emotionCues = indexCues(emotionRules, wordClasses);
const formatCues = indexCues(formatRules, wordClasses);

/** Labels that are not wanted come back as `other` (a language as `und`) with confidence 0 and cost nothing. */
export function classify(input: ClassifyInput, wanted: Wanted = everything): Classification {
  const folded = fold(input.text);
  const tokens = tokenize(folded);
  const needsArchetype = wanted.archetype || wanted.emotional_trigger || wanted.format;
  const archetype = needsArchetype ? findArchetype(archetypeCues, tokens) : unasked;
  return {
    archetype: wanted.archetype ? archetype : unasked,
    emotionalTrigger: wanted.emotional_trigger ? findEmotion(tokens, archetype) : unasked,
    niche: wanted.niche ? findNiche(folded, tokens, input.hints ?? []) : unasked,
    format: wanted.format ? findFormat(tokens, archetype, input) : unasked,
    language: wanted.language ? detectLanguage(input.text, tokens) : { value: 'und', confidence: 0 },
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

function findArchetype(cues: CueIndex, tokens: readonly string[]): Guess {
  const finding = findCues(cues, tokens);
  return finding.value ? { value: finding.value, confidence: confidenceOf(finding) } : noCue;
}

const fullLead = 0.15;
// A cue's weight was set on lines that were looked at; on others it is right less often, the lighter the more so.
const surest = 0.86;
const steepness = 1.3;
const least = 0.1;

/** Weight → how often such a line is right. A rival of nearly the same weight takes up to a quarter of it away. */
function confidenceOf({ score, rivalScore }: Finding): number {
  const lead = Math.min(1, (score - rivalScore) / fullLead);
  const disputed = score * (0.75 + 0.25 * lead);
  return Math.max(least, surest - steepness * (0.95 - disputed));
}

const emotionFromArchetype = 0.7;

function findEmotion(tokens: readonly string[], archetype: Guess): Guess {
  const finding = findCues(emotionCues, tokens);
  const usual = emotionOfArchetype[archetype.value];
  const inherited = {
    value: usual ?? 'curiosity',
    confidence: usual ? archetype.confidence * emotionFromArchetype : 0.2,
  };
  if (!finding.value) return inherited;
  if (finding.value === usual) return { value: usual, confidence: Math.min(0.95, finding.score + 0.1) };
  return finding.score >= inherited.confidence
    ? { value: finding.value, confidence: confidenceOf(finding) }
    : inherited;
}

const formatFromArchetype = 0.6;
const longVideoSeconds = 20 * 60;

function findFormat(tokens: readonly string[], archetype: Guess, { durationSeconds }: ClassifyInput): Guess {
  const { value, score } = findCues(formatCues, tokens);
  if (value) return { value, confidence: score };
  const usual = formatOfArchetype[archetype.value];
  if (usual) return { value: usual, confidence: archetype.confidence * formatFromArchetype };
  if ((durationSeconds ?? 0) > longVideoSeconds) return noCue;
  return archetype.value === 'other' ? noCue : { value: formatOfTheRest, confidence: 0.4 };
}

export type Ranking = Record<'archetype' | 'emotional_trigger' | 'niche' | 'format', string[]>;

/** For a person to choose from: what speaks for itself in the line, the likeliest first, and what goes with the likeliest. */
export function rankLabels(text: string): Ranking {
  const folded = fold(text);
  const tokens = tokenize(folded);
  const archetype = rank(archetypeCues, tokens);
  const usual = (of: Readonly<Record<string, string>>) => archetype.flatMap((one) => of[one] ?? []);
  return {
    archetype,
    emotional_trigger: [...new Set([...rank(emotionCues, tokens), ...usual(emotionOfArchetype)])],
    niche: rankNiches(folded, tokens),
    format: [...new Set([...rank(formatCues, tokens), ...usual(formatOfArchetype)])],
  };
}

function rank(cues: CueIndex, tokens: readonly string[]): string[] {
  return [...scoreCues(cues, tokens)].sort(([, a], [, b]) => b - a).map(([value]) => value);
}
