// Finds the hooks most similar to a hook or a text: by words, and by meaning if a model is available.

import type { Labeller } from '../../labels/labeller.ts';
import { detectLanguage } from '../../labels/language/language.ts';
import { readLine } from '../../labels/line.ts';
import type { Meaning } from '../embeddings/vector-thread.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { findSimilar, type SimilarQuery } from './find-similar.ts';
import type { Similar } from './similarity.ts';

export type SimilarDeps = {
  snapshot: Snapshot;
  labeller: Labeller;
  /** Absent if only words are compared. */
  meaning?: Pick<Meaning, 'find'>;
};

/** Minimum number of lines found by meaning, which are then compared by words too. */
const minDepth = 50;
const depthPerResult = 2;
/** Below this confidence, a label is likely wrong and would bring unrelated hooks. */
const minConfidence = 0.35;

/** Without a vector, or while the provider fails, only words and labels are compared. */
export async function similarHooks(deps: SimilarDeps, query: SimilarQuery): Promise<Similar[]> {
  const { snapshot, labeller, meaning } = deps;
  const { text, row, limit } = query;
  const near = await meaning?.find(snapshot, { ...query, limit: Math.max(minDepth, limit * depthPerResult) });
  const labels = row === undefined ? (query.labels ?? guessLabels(labeller, text)) : undefined;
  return findSimilar(snapshot, { ...query, labels }, near);
}

function guessLabels(labeller: Labeller, text: string): SimilarQuery['labels'] {
  const line = readLine(text);
  const { archetype, niche } = labeller.guess({ text, line });
  const value = (guess: { value: string; confidence: number }) =>
    guess.confidence >= minConfidence ? guess.value : undefined;
  return { language: detectLanguage(text, line.tokens).value, archetype: value(archetype), niche: value(niche) };
}
