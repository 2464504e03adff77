// Rules: guesses labels by cues and words. docs/labels.md has their accuracy.
import type { Guess, RequiredLabel, RuleGuess } from '../label.ts';
import { type LineLanguage, languageOfLine } from '../language/function-words.ts';
import type { Line } from '../line.ts';
import { englishCues, otherCues, usualLabel } from './cues.ts';
import { findNiche } from './niche.ts';
import { type CueIndex, type Finding, scoreCues, strongest } from './phrase.ts';

export type RulesInput = {
  line: Line;
  /** Hashtags, tags, categories and channel names of the record. */
  hints?: readonly string[];
};

export type RuleGuesses = Record<RequiredLabel, RuleGuess>;

const noScores: ReadonlyMap<string, number> = new Map();
/** No rule matched. */
const noCue: RuleGuess = { value: 'other', confidence: 0.2, scores: noScores };

type CueLabel = 'archetype' | 'emotional_trigger';

/** Of the labels that every hook has. */
export function guessByRules({ line, hints = [] }: RulesInput): RuleGuesses {
  const language = languageOfLine(line);
  const archetype = findArchetype(line.tokens, language);
  const niche = findNiche(line.folded, line.tokens, hints);
  return {
    archetype,
    emotional_trigger: findEmotion(line.tokens, language, archetype, niche),
    niche,
  };
}

/** The cues that are read into a line. English ones are not read into other languages, where `die` and `was` are other words. */
export function cuesFor(label: CueLabel, language: LineLanguage): readonly CueIndex[] {
  if (language === 'unclear') return [englishCues()[label], otherCues()[label]];
  return [language === 'english' ? englishCues()[label] : otherCues()[label]];
}

function scoreLabel(label: CueLabel, tokens: readonly string[], language: LineLanguage): Map<string, number> {
  const scores = new Map<string, number>();
  for (const index of cuesFor(label, language)) scoreCues(index, tokens, scores);
  return scores;
}

function findArchetype(tokens: readonly string[], language: LineLanguage): RuleGuess {
  const scores = scoreLabel('archetype', tokens, language);
  const finding = strongest(scores);
  return finding.value ? { value: finding.value, confidence: confidenceOf(finding), scores } : noCue;
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

/** Below it a guess says nothing about the emotion. */
const minInheritedConfidence = 0.4;
const emotionFromArchetype = 0.7;
const emotionFromNiche = 0.75;

function findEmotion(tokens: readonly string[], language: LineLanguage, archetype: Guess, niche: Guess): RuleGuess {
  const scores = scoreLabel('emotional_trigger', tokens, language);
  const inherited = strongerOf(
    inherit('archetype', archetype, emotionFromArchetype),
    inherit('niche', niche, emotionFromNiche),
  );
  const finding = strongest(scores);
  if (!finding.value) return inherited ? { ...inherited, scores } : { ...noCue, scores };
  if (finding.value === inherited?.value)
    return { value: finding.value, confidence: Math.min(0.95, finding.score + 0.1), scores };
  return !inherited || finding.score >= inherited.confidence
    ? { value: finding.value, confidence: confidenceOf(finding), scores }
    : { ...inherited, scores };
}

function inherit(given: 'archetype' | 'niche', { value, confidence }: Guess, share: number) {
  const emotion = usualLabel('emotional_trigger', given, value);
  if (emotion === undefined || confidence < minInheritedConfidence) return undefined;
  return { value: emotion, confidence: confidence * share };
}

function strongerOf(one: Guess | undefined, other: Guess | undefined): Guess | undefined {
  if (!one || !other) return one ?? other;
  return other.confidence > one.confidence ? other : one;
}

const formatFromArchetype = 0.6;
const longVideoSeconds = 20 * 60;
/** The format of lines without a cue whose archetype has no usual format. */
const defaultFormat = 'talking_head';

/** `archetype`: what the rules guess, if they have been asked. */
export function guessFormatByRules(
  line: Line,
  durationSeconds: number | null = null,
  archetype: Guess = findArchetype(line.tokens, languageOfLine(line)),
): RuleGuess {
  const scores = scoreCues(englishCues().format, line.tokens);
  const { value, score } = strongest(scores);
  if (value) return { value, confidence: score, scores };
  const usual = usualLabel('format', 'archetype', archetype.value);
  if (usual) return { value: usual, confidence: archetype.confidence * formatFromArchetype, scores };
  if ((durationSeconds ?? 0) > longVideoSeconds) return noCue;
  return archetype.value === 'other' ? noCue : { value: defaultFormat, confidence: 0.4, scores };
}
