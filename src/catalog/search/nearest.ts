// Search by meaning: the hooks whose lines are nearest to `q`. They are found before a filter is resolved, which is synchronous, and
// are matches in it as those of words are.
import { LRUCache } from 'lru-cache';
import type { MeaningLine } from '../embeddings/aligned.ts';
import type { Meaning } from '../embeddings/vector-thread.ts';
import { lowerBound } from '../snapshot/binary-search.ts';
import { perSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import { type Matches, maxWordTier } from './text-search.ts';

/** `both`: the hooks that match the words come before those that are near in meaning. */
type ByMeaning = { match: 'meaning' | 'both'; text: string };

/** `vectors` of the catalog were compared; more may be stored without a new version. 0 if the text cannot be compared. */
export type Nearest = Matches & ByMeaning & { vectors: number };

type Deps = { snapshot: Snapshot; meaning: Meaning | undefined };

const maxTexts = 500;
/** Lines, of which a filter may leave few. */
const maxLines = 250;

const matchesOf = perSnapshot(() => new LRUCache<string, Matches>({ max: maxTexts }));

export async function findNearest({ snapshot, meaning }: Deps, { match, text }: ByMeaning): Promise<Nearest> {
  const vectors = meaning?.figures()?.vectors ?? 0;
  const cache = matchesOf(snapshot);
  const key = `${vectors} ${text}`;
  let matches = cache.get(key);
  if (!matches) {
    const lines = await meaning?.find(snapshot, { text, limit: maxLines });
    if (!lines) return { ...toMatches(snapshot, []), match, text, vectors: 0 };
    matches = toMatches(snapshot, lines);
    cache.set(key, matches);
  }
  return { ...matches, match, text, vectors };
}

/** Each line is the first of the hooks with its text, which are all as near. Their tiers follow those of words. */
function toMatches({ textGroups }: Snapshot, lines: readonly MeaningLine[]): Matches {
  const { rows: sharing, groups, count } = textGroups;
  const tiers = new Map<number, number>();
  const tierOfGroup = new Uint8Array(count);
  for (const { row, score } of lines) {
    const tier = maxWordTier + 1 + Math.round((1 - score) * (254 - maxWordTier));
    tiers.set(row, tier);
    const at = lowerBound(sharing.length, (index) => sharing[index] >= row);
    if (sharing[at] === row) tierOfGroup[groups[at]] = tier;
  }
  for (let at = 0; at < sharing.length; at++) {
    const tier = tierOfGroup[groups[at]];
    if (tier > 0) tiers.set(sharing[at], tier);
  }
  const rows = Uint32Array.from(tiers.keys()).sort();
  return { rows, tiers: Uint8Array.from(rows, (row) => tiers.get(row) ?? 0) };
}
