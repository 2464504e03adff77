// Diversifies similar lines: keeps the most viewed of hooks with the same text, and moves near repeats of a better result to the end.
import type { Rows } from '../snapshot/snapshot.ts';
import type { Closeness } from './similarity.ts';
import { lineOfRow, similarityOf, type WeightedLine } from './weighted-line.ts';

/** Lines with at least this similarity repeat each other. */
const leastRepeating = 0.7;

type Found = { row: number; closeness: Closeness };

/** `found` must have the best first and the `related` ones last. */
export function diversify<T extends Found>(snapshot: Rows, found: readonly T[], limit: number): T[] {
  const chosen: T[] = [];
  const repeating: T[] = [];
  const lines: WeightedLine[] = [];
  const texts = new Set<number>();
  for (const one of found) {
    if (chosen.length >= limit) break;
    // A near repeat of a better result is still more similar than `related` hooks.
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
