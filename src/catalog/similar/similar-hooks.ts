// The hooks most similar to a hook or a text, as endpoints ask for them: by words, and by meaning where embeddings are configured.
import type { Meaning } from '../embeddings/meaning.ts';
import { readText } from '../snapshot/record-text.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { diversify } from './diversify.ts';
import { findSimilar, type SimilarQuery } from './find-similar.ts';
import { fuse } from './fuse.ts';
import type { Similar } from './similar-hook.ts';
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
