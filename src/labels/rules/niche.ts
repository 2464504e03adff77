// Niche of a line: votes of the words in its text and hints. The words are from ../words/niches/ and from niches that operators added.
import { lazily } from '../../lib/async.ts';
import { findValue, ownValues, perTaxonomy } from '../../taxonomy/taxonomy.ts';
import type { RuleGuess } from '../label.ts';
import { fold, tokenize } from '../line.ts';
import { oneOf, readWordList, readWords, shareOf, taxonomyId } from '../word-list.ts';

type NicheWord = { niche: string; weight: number; word: string };
/** `niche`: index of the niche. */
type Vote = { niche: number; weight: number };

const noVotes: RuleGuess = { value: 'other', confidence: 0.2, scores: new Map() };
/** A strong word decides alone; weak words only add up. */
const weightOf = { strong: 1, weak: 0.35 };
const strengths = ['strong', 'weak'] as const;
/** Categories are set by the platform; hashtags often only serve reach. */
const categoryVote = 1.5;
/** Shorter words occur in others by chance (`chair`, `price`), so inside a hashtag they count only at a word boundary. */
const minInnerLength = 5;
const minPartLength = 3;

/** A longer hint is a caption or a description, whose many words are each weaker evidence than a tag. */
const maxTagLength = 60;
const proseFactor = 0.4;
/** Thirty hashtags are often spam, so together they weigh as much as eight. */
const fullHints = 8;
const maxHints = 60;

export function findNiche(folded: string, tokens: readonly string[], hints: readonly string[]): RuleGuess {
  return decide(countVotes(folded, tokens, hints));
}

function countVotes(folded: string, tokens: readonly string[], hints: readonly string[]): Float64Array {
  const { niches, votesOfWord, beginnings, endings } = nicheIndex();
  const totals = new Float64Array(niches.length);
  let previous: string | undefined;
  for (const token of tokens) {
    addVotes(totals, votesOfWord.get(token), 1);
    if (previous !== undefined && beginnings.has(previous) && endings.has(token))
      addVotes(totals, votesOfWord.get(previous + token), 1);
    previous = token;
  }
  if (folded.includes('#') || folded.includes('@')) {
    for (const [tag] of folded.matchAll(/[#@][\p{L}\p{N}_.]{4,}/gu)) addVotes(totals, votesOfHint(tag.slice(1)), 0.8);
  }
  const tagFactor = Math.min(1, fullHints / Math.max(1, hints.length));
  let read = 0;
  for (const hint of hints) {
    if (read++ === maxHints) break;
    const isProse = hint.length > maxTagLength;
    addVotes(totals, isProse ? readHint(hint) : votesOfHint(hint), isProse ? proseFactor : tagFactor);
  }
  return totals;
}

function addVotes(totals: Float64Array, votes: readonly Vote[] | undefined, factor: number): void {
  if (votes) for (const { niche, weight } of votes) totals[niche] = (totals[niche] ?? 0) + weight * factor;
}

/** Confidence: the winner's votes, with diminishing returns, times its lead over the second. */
function decide(totals: Float64Array): RuleGuess {
  const { niches } = nicheIndex();
  let best = 0;
  let second = 0;
  let winner = -1;
  for (let niche = 0; niche < totals.length; niche++) {
    const total = totals[niche] ?? 0;
    if (total > best) {
      second = best;
      best = total;
      winner = niche;
    } else if (total > second) second = total;
  }
  const value = winner < 0 ? undefined : niches[winner];
  if (value === undefined) return noVotes;
  const evidence = 1 - Math.exp(-1.1 * best);
  const lead = (best - second) / best;
  const scores = new Map<string, number>();
  niches.forEach((niche, at) => {
    if (totals[at]) scores.set(niche, totals[at]);
  });
  return { value, confidence: Math.min(0.95, evidence * (0.6 + 0.4 * lead)), scores };
}

function readNicheWords(file: string): NicheWord[] {
  return readWordList(`labels/words/niches/${file}.tsv`, ['niche', 'strength', 'word'], ([niche, strength, word]) => ({
    niche: taxonomyId('niche', niche),
    weight: weightOf[oneOf(strengths, strength)],
    word,
  }));
}

/** Words in English, and in Hindi in Latin letters. */
export const englishNicheWords = lazily(() => readNicheWords('english'));

const shippedNicheWords = lazily(() => [...englishNicheWords(), ...readNicheWords('other-languages')]);

const nicheIndex = perTaxonomy(() => {
  const own = ownValues('niche').flatMap(({ id: niche, words }) =>
    words.map((word) => ({ niche, weight: weightOf.strong, word: nicheWordOf(word) ?? word })),
  );
  // On a tie the first niche wins.
  const niches = [...new Set([...own, ...englishNicheWords()].map(({ niche }) => niche))];
  // An operator's entry for a word replaces the built-in one.
  const votesOfWord = new Map([...indexVotes(niches, shippedNicheWords()), ...indexVotes(niches, own)]);
  const words = [...votesOfWord.keys()];
  return {
    niches,
    votesOfWord,
    votesOfCategory: readCategoryVotes(niches),
    /** Two tokens are joined only if the result can be a word. */
    ...splitWords(words),
    fillers: new Set(readWords('labels/words/niches/hashtag-fillers.tsv')),
    longestWord: Math.max(...words.map((word) => word.length)),
  };
});

/** `slow cooker` → `slowcooker`, as in the index. Returns undefined unless the text is one or two words of letters. */
export function nicheWordOf(text: string): string | undefined {
  const tokens = tokenize(fold(text));
  const isWord = tokens.length <= 2 && /^[\p{L}\p{M}]+$/u.test(tokens.join(''));
  return isWord ? tokens.join('') : undefined;
}

/** A word of several niches splits its vote. */
function indexVotes(niches: readonly string[], words: readonly NicheWord[]): ReadonlyMap<string, readonly Vote[]> {
  const weights = new Map<string, Map<string, number>>();
  for (const { niche, weight, word } of words) {
    const ofWord = weights.get(word) ?? new Map<string, number>();
    ofWord.set(niche, Math.max(weight, ofWord.get(niche) ?? 0));
    weights.set(word, ofWord);
  }
  const shared = new Map<string, readonly Vote[]>();
  for (const [word, ofWord] of weights) {
    const share = 1 / Math.sqrt(ofWord.size);
    shared.set(
      word,
      [...ofWord].map(([niche, weight]) => ({ niche: niches.indexOf(niche), weight: weight * share })),
    );
  }
  return shared;
}

function readCategoryVotes(niches: readonly string[]): ReadonlyMap<string, readonly Vote[]> {
  const votes = new Map<string, Vote[]>();
  readWordList('labels/words/niches/category-votes.tsv', ['category', 'niche', 'vote'], ([category, niche, vote]) => {
    const weighed = { niche: niches.indexOf(taxonomyId('niche', niche)), weight: shareOf(vote) };
    votes.set(category, [...(votes.get(category) ?? []), weighed]);
  });
  return votes;
}

function splitWords(words: readonly string[]): { beginnings: ReadonlySet<string>; endings: ReadonlySet<string> } {
  const [beginnings, endings] = [new Set<string>(), new Set<string>()];
  for (const word of words)
    for (let at = 1; at < word.length; at++) {
      beginnings.add(word.slice(0, at));
      endings.add(word.slice(at));
    }
  return { beginnings, endings };
}

/** Cache: the records of an import share most of their hashtags. */
const hintCache = perTaxonomy(() => new Map<string, readonly Vote[]>());
const maxCachedHints = 20_000;

function votesOfHint(hint: string): readonly Vote[] {
  const votesByHint = hintCache();
  const cached = votesByHint.get(hint);
  if (cached) return cached;
  const votes = readHint(hint);
  if (votesByHint.size >= maxCachedHints) votesByHint.clear();
  votesByHint.set(hint, votes);
  return votes;
}

function readHint(hint: string): readonly Vote[] {
  const { niches, votesOfWord, votesOfCategory } = nicheIndex();
  const mixed = votesOfCategory.get(hint);
  if (mixed) return mixed;
  const category = niches.indexOf(findValue('niche', hint) ?? '');
  if (category >= 0) return [{ niche: category, weight: categoryVote }];
  const votes: Vote[] = [];
  const words = tokenize(fold(hint).replace(/[_#@.]/g, ' '));
  for (const word of words) votes.push(...(votesOfWord.get(word) ?? splitHashtag(word)));
  let previous: string | undefined;
  for (const word of words) {
    if (previous !== undefined) votes.push(...(votesOfWord.get(previous + word) ?? []));
    previous = word;
  }
  return votes;
}

/** `indianfoodblogger` → the votes of `food`: the longest known word first, from left to right. */
function splitHashtag(tag: string): readonly Vote[] {
  const { votesOfWord } = nicheIndex();
  const votes: Vote[] = [];
  let atEdge = true;
  for (let at = 0; at <= tag.length - minPartLength; ) {
    const length = longestPart(tag, at, atEdge);
    if (length > 0) votes.push(...(votesOfWord.get(tag.slice(at, at + length)) ?? []));
    atEdge = length > 0;
    at += Math.max(1, length);
  }
  return votes;
}

function longestPart(tag: string, at: number, atEdge: boolean): number {
  const { votesOfWord, fillers, longestWord } = nicheIndex();
  const minLength = atEdge ? minPartLength : minInnerLength;
  for (let length = Math.min(longestWord, tag.length - at); length >= minLength; length--) {
    const part = tag.slice(at, at + length);
    const isEnd = at + length === tag.length;
    // After three letters the rest must be empty or begin with a known word, so `artificial` does not match `art`.
    if (length === minPartLength && !isEnd && longestPart(tag, at + length, true) === 0) continue;
    if (votesOfWord.has(part) || fillers.has(part)) return length;
  }
  return 0;
}
