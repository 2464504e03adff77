// Calibration: turns the probability of a guess into the share of such guesses that are right, by label and source family.
import { type SourceFamily, sourceFamilies } from '../label.ts';
import { type ModelLabel, modelLabels } from '../model/classes.ts';

/** `agree`: rules and model have the same value, each on its own. */
export type Evidence = { probability: number; agree: boolean };

/** Of the logit: `intercept + slope × logit(probability) + agree`. */
export type Curve = { intercept: number; slope: number; agree: number };
export type Calibration = Readonly<Record<ModelLabel, Readonly<Record<SourceFamily, Curve>>>>;

/** A guess whose truth is known. */
export type Judged = Evidence & { isRight: boolean; weight: number };

/** No guess is certain. */
const maxConfidence = 0.98;
const [least, most] = [1e-6, 1 - 1e-6];

export function calibrate({ intercept, slope, agree }: Curve, evidence: Evidence): number {
  const score = intercept + slope * logit(evidence.probability) + (evidence.agree ? agree : 0);
  return Math.min(maxConfidence, 1 / (1 + Math.exp(-score)));
}

function logit(probability: number): number {
  const inside = Math.min(most, Math.max(least, probability));
  return Math.log(inside / (1 - inside));
}

/** How far decisions move a curve: the former one counts as much as this many of them. */
const inertia = 20;
const rounds = 300;
const rate = 0.5;

/** The curve that fits the guesses best and is not far from `prior`: maximum a posteriori by gradient descent. */
export function fitCurve(judged: readonly Judged[], prior: Curve): Curve {
  let { intercept, slope, agree } = prior;
  const total = judged.reduce((sum, { weight }) => sum + weight, inertia);
  const inputs = judged.map(({ probability }) => logit(probability));
  for (let round = 0; round < rounds; round++) {
    const gradient = {
      intercept: inertia * 0.25 * (intercept - prior.intercept),
      slope: inertia * (slope - prior.slope),
      agree: inertia * 0.25 * (agree - prior.agree),
    };
    judged.forEach((guess, at) => {
      const error = (calibrate({ intercept, slope, agree }, guess) - (guess.isRight ? 1 : 0)) * guess.weight;
      gradient.intercept += error;
      gradient.slope += error * (inputs[at] ?? 0);
      if (guess.agree) gradient.agree += error;
    });
    intercept -= (rate * gradient.intercept) / total;
    slope = Math.max(0.1, slope - (rate * gradient.slope) / total / 4);
    agree -= (rate * gradient.agree) / total;
  }
  return { intercept, slope, agree };
}

/** By label and family. */
export function fitCalibration(
  judged: (label: ModelLabel, family: SourceFamily) => readonly Judged[],
  prior: Calibration,
): Calibration {
  const byFamily = (label: ModelLabel) =>
    Object.fromEntries(
      sourceFamilies.map((family) => [family, fitCurve(judged(label, family), prior[label][family])]),
    ) as Calibration[ModelLabel];
  return Object.fromEntries(modelLabels.map((label) => [label, byFamily(label)])) as Calibration;
}
