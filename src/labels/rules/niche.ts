// What a video is about, by votes of the words of its line and of its hints. Words themselves are in niche-words.ts.
import { findValue } from '../../taxonomy/taxonomy.ts';
import { fold, tokenize } from './fold-text.ts';
import { hashtagFillers, nicheWords } from './niche-words/niche-words.ts';

export type NicheVotes = { value: string; confidence: number };

type Vote = { niche: number; weight: number };

const niches = Object.keys(nicheWords);
const strongVote = 1;
const weakVote = 0.35;
/** A category that a platform names is an assertion, a hashtag a wish. */
const categoryVote = 1.5;
const votesOfWord = indexWords();
const fillers = new Set(hashtagFillers.split(/\s+/));
const longestWord = Math.max(...[...votesOfWord.keys()].map((word) => word.length));
// Shorter words hide in others by chance (`chair`, `price`), so inside a hashtag they count only at a word's edge.
const safeInside = 5;
const shortestPart = 3;

export function findNiche(folded: string, tokens: readonly string[], hints: readonly string[]): NicheVotes {
  return decide(countVotes(folded, tokens, hints));
}

/** Every niche that has a vote, the one with the most first. */
export function rankNiches(folded: string, tokens: readonly string[]): string[] {
  const totals = countVotes(folded, tokens, []);
  return niches
    .map((niche, at) => ({ niche, votes: totals[at] }))
    .filter(({ votes }) => votes > 0)
    .sort((a, b) => b.votes - a.votes)
    .map(({ niche }) => niche);
}

function countVotes(folded: string, tokens: readonly string[], hints: readonly string[]): Float64Array {
  const totals = new Float64Array(niches.length);
  for (let at = 0; at < tokens.length; at++) {
    addVotes(totals, votesOfWord.get(tokens[at]), 1);
    if (at > 0) addVotes(totals, votesOfWord.get(tokens[at - 1] + tokens[at]), 1);
  }
  if (folded.includes('#') || folded.includes('@')) {
    for (const [tag] of folded.matchAll(/[#@][\p{L}\p{N}_.]{4,}/gu)) addVotes(totals, votesOfHint(tag.slice(1)), 0.8);
  }
  // Thirty hashtags are spam as often as thirty reasons: together they weigh as much as eight.
  const share = Math.min(1, fullHints / Math.max(1, hints.length));
  for (let at = 0; at < hints.length && at < mostHints; at++) {
    const isProse = hints[at].length > longestTag;
    addVotes(totals, isProse ? readHint(hints[at]) : votesOfHint(hints[at]), isProse ? proseShare : share);
  }
  return totals;
}

/** A longer hint is a caption or a description: many words, each saying less of the video than a tag does. */
const longestTag = 60;
const proseShare = 0.4;

const fullHints = 8;
const mostHints = 60;

function addVotes(totals: Float64Array, votes: readonly Vote[] | undefined, factor: number): void {
  if (votes) for (const { niche, weight } of votes) totals[niche] += weight * factor;
}

/** How sure: the winner's votes, with each further one counting less, times its lead over the next. */
function decide(totals: Float64Array): NicheVotes {
  let best = 0;
  let second = 0;
  let winner = -1;
  for (let niche = 0; niche < totals.length; niche++) {
    if (totals[niche] > best) {
      second = best;
      best = totals[niche];
      winner = niche;
    } else if (totals[niche] > second) second = totals[niche];
  }
  if (winner < 0) return { value: 'other', confidence: 0.2 };
  const evidence = 1 - Math.exp(-1.1 * best);
  const lead = (best - second) / best;
  return { value: niches[winner], confidence: Math.min(0.95, evidence * (0.6 + 0.4 * lead)) };
}

function indexWords(): ReadonlyMap<string, readonly Vote[]> {
  const weights = new Map<string, Map<number, number>>();
  const add = (word: string, niche: number, weight: number) => {
    const ofWord = weights.get(word) ?? new Map<number, number>();
    ofWord.set(niche, Math.max(weight, ofWord.get(niche) ?? 0));
    weights.set(word, ofWord);
  };
  niches.forEach((name, niche) => {
    const { strong, weak } = nicheWords[name];
    for (const word of strong.trim().split(/\s+/)) add(word, niche, strongVote);
    for (const word of weak.trim().split(/\s+/)) add(word, niche, weakVote);
  });
  const shared = new Map<string, readonly Vote[]>();
  for (const [word, ofWord] of weights) {
    const share = 1 / Math.sqrt(ofWord.size);
    shared.set(
      word,
      [...ofWord].map(([niche, weight]) => ({ niche, weight: weight * share })),
    );
  }
  return shared;
}

// The same hashtags come with a great many records of an import.
const knownHints = new Map<string, readonly Vote[]>();
const mostKnownHints = 20_000;

function votesOfHint(hint: string): readonly Vote[] {
  const known = knownHints.get(hint);
  if (known) return known;
  const votes = readHint(hint);
  if (knownHints.size >= mostKnownHints) knownHints.clear();
  knownHints.set(hint, votes);
  return votes;
}

function readHint(hint: string): readonly Vote[] {
  const category = niches.indexOf(findValue('niche', hint) ?? '');
  if (category >= 0) return [{ niche: category, weight: categoryVote }];
  const votes: Vote[] = [];
  const words = tokenize(fold(hint).replace(/[_#@.]/g, ' '));
  for (const word of words) votes.push(...(votesOfWord.get(word) ?? splitHashtag(word)));
  for (let at = 1; at < words.length; at++) votes.push(...(votesOfWord.get(words[at - 1] + words[at]) ?? []));
  return votes;
}

/** `indianfoodblogger` → the votes of `food`: longest known word first, from left to right. */
function splitHashtag(tag: string): readonly Vote[] {
  const votes: Vote[] = [];
  let atEdge = true;
  for (let at = 0; at <= tag.length - shortestPart; ) {
    const length = longestPart(tag, at, atEdge);
    if (length > 0) votes.push(...(votesOfWord.get(tag.slice(at, at + length)) ?? []));
    atEdge = length > 0;
    at += Math.max(1, length);
  }
  return votes;
}

function longestPart(tag: string, at: number, atEdge: boolean): number {
  const least = atEdge ? shortestPart : safeInside;
  for (let length = Math.min(longestWord, tag.length - at); length >= least; length--) {
    const part = tag.slice(at, at + length);
    const isEnd = at + length === tag.length;
    // `art` in `artificial`: three letters at the beginning need the rest to be known as well, or to be all there is.
    if (length === shortestPart && !isEnd && longestPart(tag, at + length, true) === 0) continue;
    if (votesOfWord.has(part) || fillers.has(part)) return length;
  }
  return 0;
}
