// Search by meaning: finds the hooks nearest to `q` before a filter is resolved, since resolving is synchronous. The filter then treats
// them like matches of words.
import type { Catalog } from '../live-catalog.ts';
import { type ByMeaning, type Matches, maxWordTier, type Nearest } from '../search/text-search.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { MeaningLine } from './aligned.ts';
import type { Meaning } from './vector-thread.ts';

/** Number of lines to find, of which a filter may leave few. */
const maxLines = 250;
/** Lines below this share of the best score are left out, since models score short texts differently. */
const leastShare = 0.5;

export async function findNearest(
  { snapshot, cache }: Pick<Catalog, 'snapshot' | 'cache'>,
  meaning: Pick<Meaning, 'find' | 'figures'> | undefined,
  wanted: ByMeaning,
): Promise<Nearest> {
  const vectors = meaning?.figures()?.vectors ?? 0;
  const key = `nearest ${vectors} ${wanted.text}`;
  const known = cache.matches.get(key);
  if (known) return { ...known, ...wanted, vectors };
  const lines = await meaning?.find(snapshot, { text: wanted.text, limit: maxLines });
  const least = leastShare * (lines?.[0]?.score ?? 0);
  const matches = toMatches(snapshot, lines?.filter(({ score }) => score >= least) ?? []);
  if (!lines) return { ...matches, ...wanted, vectors: 0 };
  cache.matches.set(key, matches);
  return { ...matches, ...wanted, vectors };
}

/** A line is the first of the hooks with its text, which are all equally near. Tiers begin after those of words. */
function toMatches({ textGroups }: Snapshot, lines: readonly MeaningLine[]): Matches {
  const tierOf = (score: number) => maxWordTier + 1 + Math.round((1 - score) * (254 - maxWordTier));
  const tiers = new Map(lines.map(({ row, score }) => [row, tierOf(score)]));
  const ofGroups = new Uint8Array(textGroups.count);
  for (const [at, row] of textGroups.rows.entries()) {
    const group = textGroups.groups[at];
    const tier = tiers.get(row) ?? ofGroups[group];
    if (tier > 0) tiers.set(row, tier);
    ofGroups[group] = tier;
  }
  const rows = Uint32Array.from(tiers.keys()).sort();
  return { rows, tiers: Uint8Array.from(rows, (row) => tiers.get(row) ?? 0) };
}
