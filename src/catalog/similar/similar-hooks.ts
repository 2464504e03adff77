// The hooks most similar to a hook or a text, as endpoints ask for them.
import type { Snapshot } from '../snapshot/snapshot.ts';
import { findSimilar, type SimilarQuery } from './find-similar.ts';
import type { Similar } from './similar-hook.ts';

export type SimilarDeps = { snapshot: Snapshot };

export async function similarHooks({ snapshot }: SimilarDeps, query: SimilarQuery): Promise<Similar[]> {
  return findSimilar(snapshot, query);
}
