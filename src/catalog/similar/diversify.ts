// Diversifies similar lines: of hooks with the same text the most viewed, and what nearly repeats a better result after the others.
import type { Rows } from '../snapshot/snapshot.ts';
import type { Closeness } from './similarity.ts';
import { lineOfRow, similarityOf, type WeightedLine } from './weighted-line.ts';

/** Lines with this similarity to each other say the same. */
const leastRepeating = 0.7;

type Found = { row: number; closeness: Closeness };

/** `found`: the best first, those that are hardly alike last. */
export function diversify<T extends Found>(snapshot: Rows, found: readonly T[], limit: number): T[] {
  const chosen: T[] = [];
  const repeating: T[] = [];
  const lines: WeightedLine[] = [];
  const texts = new Set<number>();
  for (const one of found) {
    if (chosen.length >= limit) break;
    // What repeats a better one is still more alike.
    if (one.closeness === 'related') chosen.push(...repeating.splice(0));
    const text = snapshot.textHashes[one.row];
    if (texts.has(text)) continue;
    texts.add(text);
    const line = lineOfRow(snapshot, one.row);
    const isRepeating = lines.some((other) => similarityOf(line, other) >= leastRepeating);
    (isRepeating ? repeating : chosen).push(one);
    if (!isRepeating) lines.push(line);
  }
  return [...chosen, ...repeating].slice(0, limit);
}
