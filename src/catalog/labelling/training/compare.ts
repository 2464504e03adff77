// Comparison of a new model with the one in use, which decides whether it takes its place.
import type { ModelLabel } from '../../../labels/model/classes.ts';
import type { ModelScores } from '../../../labels/model/judge.ts';

/** With fewer known labels, chance decides. */
const minLabels = 20;

/** `basis`: the lines that the model in use had not seen, or all lines if these are too few. */
export type Comparison = {
  basis: 'unseen' | 'all';
  labels: number;
  verdict: 'better' | 'worse' | 'too_few_labels';
  byLabel: Partial<Record<ModelLabel, { new: number; active: number }>>;
};

export type Scored = { unseen: ModelScores; all: ModelScores | undefined };

/**
 * Both are scored on labels that neither had seen: those that came after the model in use was trained, and of the new one the
 * predictions of its cross-validation. If these are fewer than 20, the cross-validations of both are compared, each on its own lines.
 * The new one is better if its log loss over all labels is not higher, and if of no label the agreement is lower by more than one
 * standard error: what chance makes of it.
 */
export function compare(candidate: Scored & { all: ModelScores }, active: Scored): Comparison {
  const basis = countLabels(candidate.unseen) >= minLabels ? 'unseen' : 'all';
  const [mine, theirs = {}] = [candidate[basis], active[basis]];
  const labels = Math.min(countLabels(mine), countLabels(theirs));
  const shared = namesOf(mine).filter((label) => theirs[label] !== undefined);
  const byLabel = Object.fromEntries(
    shared.map((label) => [label, { new: mine[label]?.agreement, active: theirs[label]?.agreement }]),
  ) as Comparison['byLabel'];
  if (labels < minLabels) return { basis, labels, verdict: 'too_few_labels', byLabel };
  const isBetter = meanLoss(mine) <= meanLoss(theirs) && shared.every((label) => isAsRight(mine, theirs, label));
  return { basis, labels, verdict: isBetter ? 'better' : 'worse', byLabel };
}

function isAsRight(mine: ModelScores, theirs: ModelScores, label: ModelLabel): boolean {
  const [own, other] = [mine[label], theirs[label]];
  if (!own || !other) return true;
  const standardError = Math.sqrt((other.agreement * (1 - other.agreement)) / own.lines);
  return own.agreement >= other.agreement - Math.max(standardError, 1 / own.lines);
}

function countLabels(scores: ModelScores): number {
  return namesOf(scores).reduce((sum, label) => sum + (scores[label]?.lines ?? 0), 0);
}

function meanLoss(scores: ModelScores): number {
  const total = namesOf(scores).reduce(
    (sum, label) => sum + (scores[label]?.lines ?? 0) * (scores[label]?.logLoss ?? 0),
    0,
  );
  return total / countLabels(scores);
}

function namesOf(scores: ModelScores): ModelLabel[] {
  return Object.keys(scores) as ModelLabel[];
}
