// Classifier: guesses missing labels by rules, each with a confidence. docs/classifier.md has its accuracy.
import type { Guess } from './guess.ts';
import { detectLanguage } from './language/language.ts';
import { archetypeRules } from './rules/archetype.ts';
import { emotionOfArchetype, emotionRules } from './rules/emotion.ts';
import { fold, tokenize } from './rules/fold-text.ts';
import { defaultFormat, formatOfArchetype, formatRules } from './rules/format.ts';
import { findNiche, rankNiches } from './rules/niche.ts';
import { type CueIndex, type Finding, findCues, indexCues, scoreCues } from './rules/phrase.ts';
import { wordClasses } from './rules/word-classes.ts';

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
  /** Hashtags, tags, categories and channel names of the record. */
  hints?: readonly string[];
  platform?: string | null;
  durationSeconds?: number | null;
};

/** Below this confidence a hook goes to the review queue. */
export const confidenceFloor = 0.5;

const allLabels: Wanted = { archetype: true, emotional_trigger: true, niche: true, format: true, language: true };
const notWanted: Guess = { value: 'other', confidence: 0 };
/** No rule matched. */
const noCue: Guess = { value: 'other', confidence: 0.2 };

const archetypeCues = indexCues(archetypeRules, wordClasses);
const emotionCues = indexCues(emotionRules, wordClasses);
const formatCues = indexCues(formatRules, wordClasses);

/** Labels that are not wanted are `other` (a language `und`) with confidence 0, at no cost. */
export function classify(input: ClassifyInput, wanted: Wanted = allLabels): Classification {
  const folded = fold(input.text);
  const tokens = tokenize(folded);
  const needsArchetype = wanted.archetype || wanted.emotional_trigger || wanted.format;
  const archetype = needsArchetype ? findArchetype(archetypeCues, tokens) : notWanted;
  return {
    archetype: wanted.archetype ? archetype : notWanted,
    emotionalTrigger: wanted.emotional_trigger ? findEmotion(tokens, archetype) : notWanted,
    niche: wanted.niche ? findNiche(folded, tokens, input.hints ?? []) : notWanted,
    format: wanted.format ? findFormat(tokens, archetype, input) : notWanted,
    language: wanted.language ? detectLanguage(input.text, tokens) : { value: 'und', confidence: 0 },
  };
}

/**
 * The value of `labels.confidence`, compared with the floor: the lower of archetype and niche, the labels that clients filter by
 * most. The emotional trigger follows from the archetype, and a wrong format or language does little harm.
 */
export function overallConfidence({ archetype, emotionalTrigger, niche }: Classification, wanted: Wanted): number {
  const decisive = [wanted.archetype && archetype, wanted.niche && niche].filter((guess) => guess !== false);
  if (decisive.length > 0) return Math.min(...decisive.map(({ confidence }) => confidence));
  return wanted.emotional_trigger ? emotionalTrigger.confidence : 1;
}

function findArchetype(cues: CueIndex, tokens: readonly string[]): Guess {
  const finding = findCues(cues, tokens);
  return finding.value ? { value: finding.value, confidence: confidenceOf(finding) } : noCue;
}

const fullLead = 0.15;
// Weights were set on known lines; on others a cue is right less often, and the more so the lighter it is.
const maxConfidence = 0.86;
const steepness = 1.3;
const minConfidence = 0.1;

/** Weight → share of such lines that are right. A rival of nearly the same weight lowers it by up to a quarter. */
function confidenceOf({ score, rivalScore }: Finding): number {
  const lead = Math.min(1, (score - rivalScore) / fullLead);
  const disputed = score * (0.75 + 0.25 * lead);
  return Math.max(minConfidence, maxConfidence - steepness * (0.95 - disputed));
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
  return archetype.value === 'other' ? noCue : { value: defaultFormat, confidence: 0.4 };
}

export type Ranking = Record<'archetype' | 'emotional_trigger' | 'niche' | 'format', string[]>;

/** Suggestions for a reviewer, most likely first: values with a match in the line, then the usual ones of the likely archetypes. */
export function rankLabels(text: string): Ranking {
  const folded = fold(text);
  const tokens = tokenize(folded);
  const archetype = rank(archetypeCues, tokens);
  const usual = (byArchetype: Readonly<Record<string, string>>) => archetype.flatMap((id) => byArchetype[id] ?? []);
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
