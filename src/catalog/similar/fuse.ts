// Fuses two rankings of similar hooks, by words and by meaning: a hook near the top of both comes first.
import type { MeaningLine } from '../embeddings/aligned.ts';
import { roundScore, type Similar } from './similar-hook.ts';

/** As usual for reciprocal rank fusion: the first places of a ranking count nearly the same. */
const k = 60;

/** The best first. A score is the better one of the two, and reasons are of both. */
export function fuse(byWords: readonly Similar[], byMeaning: readonly MeaningLine[]): Similar[] {
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
