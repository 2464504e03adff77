// Judges predictions of lines whose labels are known: the basis of calibration, and of the choice between models.
import type { Judged } from '../combine/calibrate.ts';
import { mostLikely, votesFor } from '../combine/pool.ts';
import { createPredictor } from '../combine/predict.ts';
import { classesOf, type ModelLabel, modelLabels } from './classes.ts';
import type { AllWeights } from './encode-weights.ts';
import type { LineToLearn } from './read-lines.ts';
import type { TrainingLine } from './training-line.ts';

/** `truthProbability`: what the prediction gave to the right value. */
export type Judgement = Judged & {
  line: TrainingLine;
  label: ModelLabel;
  guessed: string;
  truthProbability: number;
};

/** How much the word of a curator counts, that of a source, and that of the starter set, which each model was trained on before. */
const weightOfKind: Readonly<Record<TrainingLine['kind'], number>> = { decision: 3, given: 1, anchor: 0.5 };

export const weightOf = ({ kind }: TrainingLine): number => weightOfKind[kind];

/** Without weights: of rules and starter model. */
export function judge(lines: readonly LineToLearn[], weights: AllWeights | undefined): Judgement[] {
  return lines.flatMap((read) => {
    const predict = createPredictor(weights, read.features);
    return modelLabels.flatMap((label) => {
      const truth = read.line.labels[label];
      const classes = classesOf[label];
      const target = truth === undefined ? -1 : classes.indexOf(truth);
      if (target < 0) return [];
      const prior = read.priors[label];
      const distribution = predict(label, prior);
      const at = mostLikely(distribution);
      return {
        line: read.line,
        label,
        guessed: classes[at] ?? 'other',
        isRight: at === target,
        probability: distribution[at] ?? 0,
        truthProbability: distribution[target] ?? 0,
        ...votesFor(prior, at),
        weight: weightOf(read.line),
      };
    });
  });
}

/** `agreement`: the share of right guesses; `logLoss`: the mean of -log of the probability of the truth, lower is better. */
type LabelScore = { lines: number; agreement: number; logLoss: number };
export type ModelScores = Partial<Record<ModelLabel, LabelScore>>;

/** By label; labels without lines are absent. */
export function scoresOf(judgements: readonly Judgement[]): ModelScores {
  const scores: ModelScores = {};
  for (const label of modelLabels) {
    const own = judgements.filter((judgement) => judgement.label === label);
    if (own.length === 0) continue;
    const loss = own.reduce((sum, { truthProbability }) => sum - Math.log(Math.max(1e-6, truthProbability)), 0);
    const right = own.filter(({ isRight }) => isRight).length;
    scores[label] = { lines: own.length, agreement: right / own.length, logLoss: loss / own.length };
  }
  return scores;
}
