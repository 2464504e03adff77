// The hooks most similar to a hook or a text, as endpoints ask for them: by words, and by meaning where embeddings are configured.

import type { MeaningLine } from '../embeddings/aligned.ts';
import type { Meaning } from '../embeddings/vector-thread.ts';
import { readText } from '../snapshot/record-text.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { diversify } from './diversify.ts';
import { findSimilar, roundScore, type Similar, type SimilarQuery } from './find-similar.ts';
import { weighLine, weightsOf } from './weighted-line.ts';

export type SimilarDeps = {
  snapshot: Snapshot;
  /** Absent if no endpoint of embeddings is configured, or only words are compared. */
  meaning?: Pick<Meaning, 'find'>;
};

/** Places of each ranking that are fused, at least. */
const minDepth = 30;

/** Without a vector, or while the endpoint fails, the result is that of words alone. */
export async function similarHooks({ snapshot, meaning }: SimilarDeps, query: SimilarQuery): Promise<Similar[]> {
  const { limit } = query;
  const deep = { ...query, limit: Math.max(limit, minDepth) };
  const byMeaning = await meaning?.find(snapshot, deep);
  if (!byMeaning || byMeaning.length === 0) return findSimilar(snapshot, query);
  const fused = fuse(findSimilar(snapshot, deep), byMeaning);
  const weights = weightsOf(snapshot);
  const withLines = fused.map((similar) => ({
    ...similar,
    line: weighLine(readText(snapshot, similar.row, 'text'), weights),
  }));
  return diversify(snapshot, withLines, limit).map(({ row, score, why }) => ({ row, score, why }));
}

// Fuses two rankings of similar hooks, by words and by meaning: a hook near the top of both comes first.

/** As usual for reciprocal rank fusion: the first places of a ranking count nearly the same. */
const k = 60;

/** The best first. A score is the better one of the two, and reasons are of both. */
function fuse(byWords: readonly Similar[], byMeaning: readonly MeaningLine[]): Similar[] {
  const fused = new Map<number, Similar & { weight: number }>();
  for (const [at, similar] of byWords.entries()) fused.set(similar.row, { ...similar, weight: weightOf(at) });
  for (const [at, { row, similarity, score }] of byMeaning.entries()) {
    const { why, ...known } = fused.get(row) ?? { why: [], score: 0, weight: 0 };
    fused.set(row, {
      row,
      score: Math.max(known.score, roundScore(score)),
      why: [...why, { kind: 'meaning', similarity: roundScore(similarity) }],
      weight: known.weight + weightOf(at),
    });
  }
  return [...fused.values()]
    .sort((a, b) => b.weight - a.weight || b.score - a.score || a.row - b.row)
    .map(({ row, score, why }) => ({ row, score, why }));
}

function weightOf(at: number): number {
  return 1 / (k + at + 1);
}
