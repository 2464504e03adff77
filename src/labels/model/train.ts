// Trains a label model on lines with known labels: corrections of rules and starter model, calibration, creator memory.
import { type Calibration, fitCalibration, type Judged } from './calibrate.ts';
import { classesOf, type ModelLabel, modelLabels } from './classes.ts';
import { chooseRows, createRows, creatorKey, type Rows, rememberCreators } from './features.ts';
import { type AllWeights, type LabelModel, starterModel, type TrainingLine } from './model.ts';
import { createPredictor, logarithms, mostLikely, votesFor } from './predict.ts';
import { type LineToLearn, readLines } from './read-lines.ts';
import { type Trained, trainWeights } from './train-weights.ts';

// Evaluates predictions of lines whose labels are known: the basis of calibration, and of the choice between models.

/** `truthProbability`: predicted probability of the right value. */
export type Judgement = Judged & {
  line: TrainingLine;
  label: ModelLabel;
  guessed: string;
  truthProbability: number;
};

/** Weight of a curator's label, of a source's, and of the sample's, which the starter model was already trained on. */
const weightOfKind: Readonly<Record<TrainingLine['kind'], number>> = { decision: 3, given: 1, anchor: 0.5 };

const weightOf = ({ kind }: TrainingLine): number => weightOfKind[kind];

/** If `weights` is undefined, evaluates rules and starter model alone. */
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

/** `agreement`: share of right guesses. `logLoss`: mean of -log of the right value's probability, lower is better. */
type LabelScore = { lines: number; agreement: number; logLoss: number };
export type ModelScores = Partial<Record<ModelLabel, LabelScore>>;

/** Returns scores by label; labels without lines are absent. */
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

/** `judgements`: one per line and label, by models that were not trained on the line. */
export type Training = { model: LabelModel; judgements: Judgement[] };

const folds = 3;
const rate = 0.15;
const steps = 12_000;
const maxRows = 10_000;
/** With this many lines, a feature of a single line is chance. */
const manyLines = 1500;

/**
 * Deterministic: the same lines always give the same model. Takes 3 to 4 s for 5,000 lines.
 *
 * `anchors`: lines of all niches (catalog/labelling/training/train.ts). Without them, training lines of a single niche would make it the
 * most likely niche of every line. Anchors are used neither for evaluation nor for calibration.
 */
export function trainModel(lines: readonly TrainingLine[], anchors: readonly TrainingLine[] = []): Training {
  const read = readLines(lines);
  const anchoring = readLines(anchors);
  const rows = chooseRows(
    [...read, ...anchoring].map(({ features }) => features),
    read.length < manyLines ? 1 : 2,
    maxRows,
  );
  const judgements = crossValidate(read, anchoring, rows);
  const model = {
    weights: trainAll([...read, ...anchoring], rows),
    calibration: calibrationOf(judgements),
    creators: rememberCreators(countCreators(lines)),
  };
  return { model, judgements };
}

/** Returns the starter model with the creators of the lines, and a calibration fitted to its `judgements` of them. */
export function renewModel(lines: readonly TrainingLine[], judgements: readonly Judgement[]): LabelModel {
  return {
    weights: trainAll([], createRows(new Uint32Array())),
    calibration: calibrationOf(judgements),
    creators: rememberCreators(countCreators(lines)),
  };
}

function trainAll(read: readonly LineToLearn[], rows: Rows): AllWeights {
  const byLabel = modelLabels.map((label): [ModelLabel, Trained] => {
    const classes = classesOf[label];
    const examples = read.flatMap(({ line, features, priors }) => {
      const target = classes.indexOf(line.labels[label] ?? '');
      return target < 0 ? [] : { features, target, weight: weightOf(line), prior: logarithms(priors[label].prior) };
    });
    return [label, trainWeights(examples, { rows, classes, rate, steps })];
  });
  return { rows, labels: Object.fromEntries(byLabel) as AllWeights['labels'] };
}

/** Lines of a creator are in one fold, so that no model is evaluated on a creator that it was trained on. */
function crossValidate(read: readonly LineToLearn[], anchors: readonly LineToLearn[], rows: Rows): Judgement[] {
  const foldOf = ({ line }: LineToLearn) => foldNumber(line.creator ? creatorKey(line.creator) : line.text) % folds;
  return Array.from({ length: folds }).flatMap((_, fold) => {
    const own = read.filter((line) => foldOf(line) === fold);
    if (own.length === 0) return [];
    const others = read.filter((line) => foldOf(line) !== fold);
    return judge(own, others.length === 0 ? undefined : trainAll([...others, ...anchors], rows));
  });
}

function foldNumber(text: string): number {
  let number = 7;
  for (let at = 0; at < text.length; at++) number = (Math.imul(number, 31) + text.charCodeAt(at)) >>> 0;
  return number >>> 3;
}

function calibrationOf(judgements: readonly Judgement[]): Calibration {
  return fitCalibration(
    (label, family) =>
      judgements.filter((judgement) => judgement.label === label && (judgement.line.family ?? 'caption') === family),
    starterModel().calibration,
  );
}

function* countCreators(lines: readonly TrainingLine[]) {
  for (const { creator, labels } of lines)
    if (creator && labels.niche) yield { creator, niche: labels.niche, hooks: 1 };
}
