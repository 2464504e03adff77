// Teaching hooks: those waiting ones whose decision would teach the model most.
import { type GuessedLabel, isGuess, type RequiredLabel, requiredLabels } from '../../../labels/label.ts';
import type { LabelGuesses, Labeller } from '../../../labels/labeller.ts';
import { toLabelInput } from '../label-input.ts';
import type { WaitingRow } from './store.ts';

type TeachingCandidate = { id: number; source: string; creator: string | null; doubt: number };

type TeachingLimits = { hooks: number; perCreator: number; perSource: number };
const defaults: TeachingLimits = { hooks: 20, perCreator: 3, perSource: 8 };

/** Ids, least certain first. */
export function findTeaching(rows: readonly WaitingRow[], labeller: Labeller): number[] {
  return selectTeaching(
    rows.map((row) => ({
      id: row.id,
      source: row.source,
      creator: row.creator,
      doubt: doubtOf(labeller.guess(toLabelInput(row)), row),
    })),
  );
}

/** The most doubtful, of which few are of the same creator or source: their lines would teach the same. */
function selectTeaching(candidates: readonly TeachingCandidate[], limits = defaults): number[] {
  const counts = new Map<string, number>();
  const takes = (key: string, max: number) => (counts.get(key) ?? 0) < max;
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const ids: number[] = [];
  for (const { id, source, creator } of candidates.toSorted((a, b) => b.doubt - a.doubt || a.id - b.id)) {
    if (ids.length >= limits.hooks) break;
    const [ofSource, ofCreator] = [`source ${source}`, `creator ${creator?.toLowerCase()}`];
    if (!takes(ofSource, limits.perSource) || (creator !== null && !takes(ofCreator, limits.perCreator))) continue;
    count(ofSource);
    if (creator !== null) count(ofCreator);
    ids.push(id);
  }
  return ids;
}

type Methods = Pick<WaitingRow, `${RequiredLabel}_method`>;

/** The margin between the two likeliest values, as its complement, summed over the labels that a decision would be about. */
function doubtOf(guesses: LabelGuesses, methods: Methods): number {
  return requiredLabels
    .filter((label) => isGuess(methods[`${label}_method`]))
    .reduce((sum, label) => sum + 1 - marginOf(guesses, label), 0);
}

function marginOf(guesses: LabelGuesses, label: GuessedLabel): number {
  const { confidence, alternatives } = guesses[label];
  return Math.max(0, confidence - (alternatives[0]?.confidence ?? 0));
}
