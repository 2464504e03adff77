// Explanations of guessed labels: the words of the text, the archetype or the creator that a guess was based on.
import { isGuess, type LabelMethod, type RequiredLabel } from './label.ts';
import { languageOfLine } from './language/language.ts';
import { fold, type Line, readLine, tokenize, tokenPattern } from './line.ts';
import type { CreatorNiche } from './model/features.ts';
import { findNiche } from './rules/niche.ts';
import { cuesFor, findCue, type TokenSpan, usualLabel } from './rules/rules.ts';

/**
 * `cue`: words of the text. `archetype`, `niche`: the emotion is usual for it. `creator`: `agreeing` of `hooks` earlier hooks have the
 * niche.
 */
type Reason =
  | { kind: 'cue'; text: string }
  | { kind: 'archetype' | 'niche'; value: string }
  | { kind: 'creator'; creator: string; hooks: number; agreeing: number }
  | { kind: 'llm' };

/** `raw_text`: the caption that the text is from. */
type LabelledHook = { text: string; raw_text: string | null; creator: string | null } & Record<RequiredLabel, string>;

type CreatorOf = (creator: string) => CreatorNiche | undefined;

const maxNicheWords = 3;

/**
 * Returns reasons for a label that was guessed by `method`, none for other labels. Finds none if the rules have changed since, or used what
 * is not stored, such as tags. Models combine the rules' guess, so its cues count as reasons of models.
 */
export function explainGuess(
  label: RequiredLabel,
  hook: LabelledHook,
  method: LabelMethod | null,
  creatorOf: CreatorOf,
): Reason[] {
  if (!isGuess(method)) return [];
  if (method === 'llm') return [{ kind: 'llm' }];
  if (method === 'creator') return explainByCreator(hook, creatorOf);
  const line = readLine(hook.text);
  if (label === 'niche') return nicheWords(line, hook);
  const cues = explainByCue(line, label, hook[label]);
  return cues.length === 0 && label === 'emotional_trigger' ? explainByOthers(hook) : cues;
}

/** An emotion without a cue is the usual one of the archetype or the niche. */
function explainByOthers({ archetype, niche, emotional_trigger: emotion }: LabelledHook): Reason[] {
  if (usualLabel('emotional_trigger', 'archetype', archetype) === emotion)
    return [{ kind: 'archetype', value: archetype }];
  return usualLabel('emotional_trigger', 'niche', niche) === emotion ? [{ kind: 'niche', value: niche }] : [];
}

function explainByCreator({ creator, niche }: LabelledHook, creatorOf: CreatorOf): Reason[] {
  const known = creator === null ? undefined : creatorOf(creator);
  if (creator === null || known?.niche !== niche) return [];
  return [{ kind: 'creator', creator, hooks: known.hooks, agreeing: known.agreeing }];
}

function explainByCue(line: Line, label: 'archetype' | 'emotional_trigger', value: string): Reason[] {
  const span = findCue(cuesFor(label, languageOfLine(line)), line.tokens, value);
  return span ? [{ kind: 'cue', text: quoteTokens(line, span) }] : [];
}

/** Returns hashtags of the caption and words of the text that vote for the niche, most votes first. */
function nicheWords(line: Line, { text, raw_text, niche }: LabelledHook): Reason[] {
  const { tokens } = line;
  const votesOf = (folded: string, words: readonly string[]) => findNiche(folded, words, []).scores.get(niche) ?? 0;
  const tags = (raw_text ?? text).match(/[#@][\p{L}\p{N}_.]{4,}/gu) ?? [];
  const lowerTags = tags.map((tag) => tag.toLowerCase());
  const isInTag = (token: string) => lowerTags.some((tag) => tag.includes(token));
  const votes = new Map<string, number>(tags.map((tag, at) => [tag, votesOf(lowerTags[at] ?? '', [])]));
  const single = tokens.map((token) => (isInTag(token) ? 0 : votesOf('', [token])));
  tokens.forEach((token, at) => {
    const alone = single[at] ?? 0;
    if (alone > 0) votes.set(quoteTokens(line, { start: at, end: at + 1 }), alone);
    const next = tokens[at + 1];
    if (next === undefined || isInTag(token) || isInTag(next)) return;
    // Two words can be one entry of the list: `real estate`.
    const both = votesOf('', [token, next]) - alone - (single[at + 1] ?? 0);
    if (both > 0) votes.set(quoteTokens(line, { start: at, end: at + 2 }), both);
  });
  return [...votes]
    .filter(([, weight]) => weight > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxNicheWords)
    .map(([quote]) => ({ kind: 'cue', text: quote }));
}

// Quotes the words of a text that a range of tokens stands for.

/** Maximum number of characters. A longer quote is shown by its ends, since a cue may match words that are far apart. */
const maxQuote = 80;
const quotedEnd = 35;

function quoteTokens({ text, folded }: Line, { start, end }: TokenSpan): string {
  const words = [...folded.matchAll(tokenPattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  /** Several words can be one token (`do not`), so a token begins with the first word that makes the token list longer. */
  const wordOf = (token: number): number => {
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tokenize(folded.slice(0, words[middle]?.end)).length > token) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const from = words[wordOf(start)]?.start ?? 0;
  const to = words[wordOf(end) - 1]?.end ?? folded.length;
  const asWritten = text.slice(from, to);
  const asFolded = folded.slice(from, to);
  // Folding may change the length of a text, which shifts all positions.
  return shorten(fold(asWritten) === asFolded ? asWritten : asFolded);
}

function shorten(quote: string): string {
  const flat = quote.replace(/\s+/g, ' ').trim();
  if (flat.length <= maxQuote) return flat;
  const head = flat.slice(0, quotedEnd).replace(/\s\S*$/, '');
  const tail = flat.slice(-quotedEnd).replace(/^\S*\s/, '');
  return `${head} … ${tail}`;
}
