// Counts of what a reviewer has decided.
import type { Edit } from '../bulk/edits.ts';

/** `relabelled` is included in `accepted`. */
export type Tally = { accepted: number; relabelled: number; rejected: number };

export function tallyOf(edits: readonly Edit[]): Tally {
  const decided = (state: string) => edits.filter(({ values }) => values.state === state);
  const count = (of: readonly Edit[]) => of.reduce((sum, edit) => sum + edit.count, 0);
  const accepted = decided('published');
  const acceptedIds = new Set(accepted.flatMap(({ ids }) => [...ids]));
  const labelled = edits.filter(({ done, values }) => done !== '' && values.state === undefined);
  const relabelled = new Set(labelled.flatMap(({ ids }) => [...ids])).intersection(acceptedIds);
  return { accepted: count(accepted), relabelled: relabelled.size, rejected: count(decided('rejected')) };
}
