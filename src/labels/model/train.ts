// Trains a label model on lines with known labels: corrections of rules and starter model, calibration, creator memory.
import { type Calibration, fitCalibration } from '../combine/calibrate.ts';
import { defaultCalibration } from '../combine/default-calibration.ts';
import { logarithms } from '../combine/predict.ts';
import { classesOf, type ModelLabel, modelLabels } from './classes.ts';
import { creatorKey, rememberCreators } from './creators.ts';
import type { AllWeights } from './encode-weights.ts';
import { type Judgement, judge, weightOf } from './judge.ts';
import type { LabelModel } from './model.ts';
import { type LineToLearn, readLines } from './read-lines.ts';
import { chooseRows, createRows, type Rows } from './rows.ts';
import { type Trained, trainWeights } from './train-weights.ts';
import type { TrainingLine } from './training-line.ts';

/** `judgements`: by models that had not seen the line, one a line and label. */
export type Training = { model: LabelModel; judgements: Judgement[] };

const folds = 3;
const rate = 0.15;
const steps = 12_000;
const maxRows = 10_000;
/** With so many lines a feature of a single one is chance. */
const manyLines = 1500;

/**
 * Deterministic: the same lines always give the same model. Takes 3 to 4 s for 5,000 lines.
 *
 * `anchors`: lines of all kinds (anchors.ts). Without them, lines that are all of one niche would make it the likeliest one of every
 * line. Nothing is judged or calibrated by them.
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

/**
 * A model that knows the creators of the lines and has confidences of now, but guesses as another one does, or as what ships.
 * `judgements`: of lines that the other one had not seen.
 */
export function renewModel(
  former: LabelModel | undefined,
  lines: readonly TrainingLine[],
  judgements: readonly Judgement[],
): LabelModel {
  return {
    weights: former?.weights ?? trainAll([], createRows(new Uint32Array())),
    calibration: calibrationOf(judgements, former?.calibration),
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

/** Lines of a creator are in one fold, so that no model is judged by what it knows of the creator. */
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

function calibrationOf(judgements: readonly Judgement[], prior: Calibration = defaultCalibration): Calibration {
  return fitCalibration(
    (label, family) =>
      judgements.filter((judgement) => judgement.label === label && (judgement.line.family ?? 'caption') === family),
    prior,
  );
}

function* countCreators(lines: readonly TrainingLine[]) {
  for (const { creator, labels } of lines)
    if (creator && labels.niche) yield { creator, niche: labels.niche, hooks: 1 };
}
