// Finds two words that ask for a reaction to the post: `tag someone`.
import { requestPairs } from './word-lists.ts';

/** By the first word of a pair: joining every two words of a text would take longer than all other checks. */
export const pairSeconds = new Map<string, Set<string>>();
for (const pair of requestPairs) {
  const at = pair.indexOf('_');
  const first = pair.slice(0, at);
  pairSeconds.set(first, (pairSeconds.get(first) ?? new Set()).add(pair.slice(at + 1)));
}

export function isRequestPair(word: string, next = ''): boolean {
  const seconds = pairSeconds.get(word);
  return seconds !== undefined && (seconds.has(next) || seconds.has(next.replace(/[^\p{L}\p{M}]+$/u, '')));
}
