// Receipts: what a guessed label was read from, the words of a text, its archetype or its creator.
import { isGuess, type LabelMethod, type RequiredLabel } from './label.ts';
import { languageOfLine } from './language/function-words.ts';
import { type Line, readLine } from './line.ts';
import type { CreatorNiche } from './model/creators.ts';
import { quoteTokens } from './quote.ts';
import { usualLabel } from './rules/cues.ts';
import { findCue } from './rules/find-cue.ts';
import { findNiche } from './rules/niche.ts';
import { cuesFor } from './rules/rules.ts';

/** `cue`: words of the text. `archetype`, `niche`: whose usual emotion it is. `creator`: `agreeing` of `hooks` earlier ones have the niche. */
export type Reason =
  | { kind: 'cue'; text: string }
  | { kind: 'archetype' | 'niche'; value: string }
  | { kind: 'creator'; creator: string; hooks: number; agreeing: number }
  | { kind: 'llm' };

/** `raw_text`: the caption that the text is from. */
export type LabelledHook = { text: string; raw_text: string | null; creator: string | null } & Record<
  RequiredLabel,
  string
>;

export type CreatorOf = (creator: string) => CreatorNiche | undefined;

const maxNicheWords = 3;

/**
 * Reasons for a label that was guessed by `method`, none for others. None are found where rules have changed since, or read what is not
 * stored, such as tags. The cues of the rules are among the reasons of models, which are pooled with them.
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

/** Emotions that the rules read from no word are the usual ones of the archetype or the niche. */
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

/** Hashtags of the caption and words of the text that vote for the niche, those with most votes first. */
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
    // Two words can be one of the list, `real estate`.
    const both = votesOf('', [token, next]) - alone - (single[at + 1] ?? 0);
    if (both > 0) votes.set(quoteTokens(line, { start: at, end: at + 2 }), both);
  });
  return [...votes]
    .filter(([, weight]) => weight > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxNicheWords)
    .map(([quote]) => ({ kind: 'cue', text: quote }));
}
