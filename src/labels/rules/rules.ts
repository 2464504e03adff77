// Rules: guesses labels by cues and words. Accuracy: docs/labels.md.

import { lazily } from '../../lib/async.ts';
import type { Guess, RequiredLabel, RuleGuess } from '../label.ts';
import { type LineLanguage, languageOfLine } from '../language/language.ts';
import type { Line } from '../line.ts';
import { oneOf, readWordGroups, readWordList, shareOf, taxonomyId } from '../word-list.ts';
import { findNiche } from './niche.ts';
import {
  anyFirstWord,
  type Cue,
  type CueIndex,
  compileCue,
  type Finding,
  indexCues,
  lineStart,
  matches,
  type Phrase,
  type PhraseList,
  scoreCues,
  sentenceMarks,
  strongest,
  type WordClasses,
} from './phrase.ts';

type RulesInput = {
  line: Line;
  /** Hashtags, tags, categories and channel names of the record. */
  hints?: readonly string[];
};

export type RuleGuesses = Record<RequiredLabel, RuleGuess>;

const noScores: ReadonlyMap<string, number> = new Map();
/** The guess if no rule matches. */
const noCue: RuleGuess = { value: 'other', confidence: 0.2, scores: noScores };

type CueLabel = 'archetype' | 'emotional_trigger';

/** Guesses the labels that every hook has. */
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

/** Returns the cues for a line. English cues are not applied to other languages, in which `die` and `was` are different words. */
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
// Weights were measured on known lines; on others a cue is right less often, and lighter cues more so.
const maxConfidence = 0.86;
const steepness = 1.3;
const minConfidence = 0.1;

/** Maps a weight to the share of such lines that are right. A rival with nearly the same weight lowers it by up to a quarter. */
function confidenceOf({ score, rivalScore }: Finding): number {
  const lead = Math.min(1, (score - rivalScore) / fullLead);
  const disputed = score * (0.75 + 0.25 * lead);
  return Math.max(minConfidence, maxConfidence - steepness * (0.95 - disputed));
}

/** A less certain guess is not used to derive the emotion. */
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
/** Format of lines without a cue, if their archetype has no usual format. */
const defaultFormat = 'talking_head';

/** `archetype`: the rules' guess, if it was already computed. */
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

// Cues by language, and labels that usually occur together. Curators edit both in ../words/.

const cueLabels = ['archetype', 'emotional_trigger', 'format'] as const;
type CueIndexes = Record<(typeof cueLabels)[number], CueIndex>;

/** The indexes take 5 MB and 60 ms, and processes that only serve reads do not need them, so they are created for the first line. */
export const englishCues = lazily(() => readCues(['english', 'signs']));
/** A line rarely contains the words of a cue by accident, so the languages share one index. */
export const otherCues = lazily(() =>
  readCues(['several-languages', 'spanish', 'portuguese', 'french', 'german', 'signs']),
);

/** Referenced in cues as `@class`. */
export const wordClasses = lazily((): WordClasses => {
  const classes = readWordGroups('labels/words/word-classes.tsv', 'class');
  return { ...classes, roles: (classes.role ?? []).map((role) => `${role}s`) };
});

/** On a tie of weights at the same word, the first cue wins. */
function readCues(languages: readonly string[]): CueIndexes {
  const cues: Record<(typeof cueLabels)[number], Cue[]> = { archetype: [], emotional_trigger: [], format: [] };
  for (const language of languages)
    readWordList(
      `labels/words/cues/${language}.tsv`,
      ['label', 'value', 'weight', 'phrase'],
      ([cell, value, weight, phrase]) => {
        const label = oneOf(cueLabels, cell);
        cues[label].push(compileCue(phrase, taxonomyId(label, value), shareOf(weight), wordClasses()));
      },
    );
  const { archetype, emotional_trigger, format } = cues;
  return {
    archetype: indexCues(archetype),
    emotional_trigger: indexCues(emotional_trigger),
    format: indexCues(format),
  };
}

const usualLabels = lazily(() => {
  const entries = readWordList(
    'labels/words/usual-labels.tsv',
    ['given', 'value', 'label', 'usual'],
    ([first, value, second, usual]) => {
      const given = oneOf(['archetype', 'niche'], first);
      const label = oneOf(['emotional_trigger', 'format'], second);
      return [keyOf(given, taxonomyId(given, value), label), taxonomyId(label, usual)] as const;
    },
  );
  return new Map(entries);
});

/** Returns the label that usually occurs with the `value` of the `given` label, for lines without a cue of their own. */
export function usualLabel(
  label: 'emotional_trigger' | 'format',
  given: 'archetype' | 'niche',
  value: string,
): string | undefined {
  return usualLabels().get(keyOf(given, value, label));
}

function keyOf(given: string, value: string, label: string): string {
  return `${given} ${value} ${label}`;
}

// Finds the position of a cue in a line, for label explanations. Separate from scoreCues(), which runs for every line of an import.

/** A range of tokens; `end` is exclusive. */
export type TokenSpan = { start: number; end: number };

/** Returns the position of the heaviest cue of `value`; undefined if none matches. */
export function findCue(indexes: readonly CueIndex[], tokens: readonly string[], value: string): TokenSpan | undefined {
  const start = lineStart(tokens);
  const found: { phrase: Phrase; at: number }[] = [];
  const tryAt = (list: PhraseList | undefined, at: number) => {
    for (const phrase of list?.all ?? [])
      if (phrase.value === value && matches(phrase.elements, 0, tokens, at)) found.push({ phrase, at });
  };
  for (const { anywhere, sentence, line } of indexes) {
    tryAt(line.get(anyFirstWord), start);
    for (const at of new Set([start, 0])) tryAt(line.get(tokens[at] ?? ''), at);
    tokens.forEach((token, at) => {
      tryAt(anywhere.get(token), at);
      if (at <= start || sentenceMarks.has(tokens[at - 1])) tryAt(sentence.get(token), at);
    });
  }
  const [best] = found.sort((a, b) => b.phrase.weight - a.phrase.weight);
  return best && { start: best.at, end: endOf(best.phrase, tokens, best.at) };
}

/** The cue ends with the shortest prefix of the line that it matches. */
function endOf({ elements }: Phrase, tokens: readonly string[], start: number): number {
  if (elements.some(({ kind }) => kind === 'end')) return tokens.length;
  for (let end = start + 1; end < tokens.length; end++)
    if (matches(elements, 0, tokens.slice(0, end), start)) return end;
  return tokens.length;
}
