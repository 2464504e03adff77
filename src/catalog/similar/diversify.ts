// Diversifies similar lines: of hooks with the same text the most viewed, and what nearly repeats a better result after the others.
import type { Rows } from '../snapshot/snapshot.ts';
import { similarityOf, type WeightedLine } from './weighted-line.ts';

/** Lines with this similarity to each other say the same. */
const leastRepeating = 0.7;

/** `found`: the best first. */
export function diversify<T extends { row: number; line: WeightedLine }>(
  { textHashes }: Pick<Rows, 'textHashes'>,
  found: readonly T[],
  limit: number,
): T[] {
  const chosen: T[] = [];
  const repeating: T[] = [];
  const hasText = (list: readonly T[], row: number) => list.some((one) => textHashes[one.row] === textHashes[row]);
  for (const one of found) {
    if (chosen.length === limit) break;
    if (hasText(chosen, one.row) || hasText(repeating, one.row)) continue;
    const isRepeating = chosen.some(({ line }) => similarityOf(line, one.line) >= leastRepeating);
    (isRepeating ? repeating : chosen).push(one);
  }
  return [...chosen, ...repeating].slice(0, limit);
}
