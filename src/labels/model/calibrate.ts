// Calibration: maps the probability of a guess to the share of such guesses that are right, by label and source family.
import { maxConfidence, type SourceFamily, sourceFamilies } from '../label.ts';
import { type ModelLabel, modelLabels } from './classes.ts';

/** `ruled`: the rules guess the same value. `agree`: the starter model guesses it too. */
type Evidence = { probability: number; ruled: boolean; agree: boolean };

/** Parameters of the logit: `intercept + slope × logit(probability) + ruled + agree`. */
export type Curve = { intercept: number; slope: number; ruled: number; agree: number };
export type Calibration = Readonly<Record<ModelLabel, Readonly<Record<SourceFamily, Curve>>>>;

/** A guess whose true label is known. */
export type Judged = Evidence & { isRight: boolean; weight: number };

const [least, most] = [1e-6, 1 - 1e-6];

export function calibrate(curve: Curve, evidence: Evidence): number {
  return valueAt(curve, logit(evidence.probability), evidence);
}

function valueAt(
  { intercept, slope, ruled, agree }: Curve,
  input: number,
  votes: Omit<Evidence, 'probability'>,
): number {
  const score = intercept + slope * input + ((votes.ruled ? ruled : 0) + (votes.agree ? agree : 0));
  return Math.min(maxConfidence, 1 / (1 + Math.exp(-score)));
}

function logit(probability: number): number {
  const inside = Math.min(most, Math.max(least, probability));
  return Math.log(inside / (1 - inside));
}

/** Weight of the former curve, as a number of decisions. */
const inertia = 20;
const rounds = 400;
const rate = 1;

/** Returns the curve that fits the guesses best while close to `prior`: maximum a posteriori by gradient descent. */
export function fitCurve(judged: readonly Judged[], prior: Curve): Curve {
  const curve = { ...prior };
  const total = judged.reduce((sum, { weight }) => sum + weight, inertia);
  const inputs = judged.map(({ probability }) => logit(probability));
  const names = Object.keys(curve) as (keyof Curve)[];
  for (let round = 0; round < rounds; round++) {
    const gradient: Curve = { intercept: 0, slope: 0, ruled: 0, agree: 0 };
    for (const name of names) gradient[name] = inertia * 0.25 * (curve[name] - prior[name]);
    judged.forEach((guess, at) => {
      const input = inputs[at] ?? 0;
      const error = (valueAt(curve, input, guess) - (guess.isRight ? 1 : 0)) * guess.weight;
      gradient.intercept += error;
      gradient.slope += error * input;
      if (guess.ruled) gradient.ruled += error;
      if (guess.agree) gradient.agree += error;
    });
    for (const name of names) curve[name] -= (rate * gradient[name]) / total / (name === 'slope' ? 4 : 1);
    curve.slope = Math.max(0.1, curve.slope);
  }
  return curve;
}

/** Returns a curve for each label and family. */
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
