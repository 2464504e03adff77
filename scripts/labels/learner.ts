// A model for any set of classes, trained and asked as the service does, for measuring how fast it learns.
import { mostLikely } from '../../src/labels/combine/pool.ts';
import { logarithms } from '../../src/labels/combine/predict.ts';
import { chooseRows, rowsOf } from '../../src/labels/model/rows.ts';
import { trainWeights } from '../../src/labels/model/train-weights.ts';
import { addScores, softmax } from '../../src/labels/model/weights.ts';

/** `prior`: what is known without the model, if anything. */
export type Lesson = { features: readonly number[]; truth: string; weight?: number; prior?: Float64Array };

const rate = 0.15;
const steps = 30_000;
const manyLines = 1500;
const maxRows = 40_000;

/** Resolves a line to a distribution over the classes. */
export function learn(lessons: readonly Lesson[], classes: readonly string[]) {
  const rows = chooseRows(
    lessons.map(({ features }) => features),
    lessons.length < manyLines ? 1 : 2,
    maxRows,
  );
  const examples = lessons.map(({ features, truth, weight = 1, prior }) => ({
    features,
    target: classes.indexOf(truth),
    weight,
    ...(prior ? { prior: logarithms(prior) } : {}),
  }));
  const trained = trainWeights(examples, { rows, classes, rate, steps });
  return ({ features, prior }: Pick<Lesson, 'features' | 'prior'>): Float64Array => {
    const scores = prior
      ? logarithms(prior).map((score) => score * trained.priorPower)
      : new Float64Array(classes.length);
    addScores(trained, rowsOf(rows, features), scores);
    return softmax(scores);
  };
}

export function toGuess(distribution: Float64Array, classes: readonly string[], truth: string) {
  const at = mostLikely(distribution);
  return { confidence: distribution[at] ?? 0, isRight: classes[at] === truth };
}
