// Fits src/labels/combine/default-calibration.ts: curves of the lines of group `calibration`, which no rule was written with in view.
import { type Curve, fitCurve, type Judged } from '../../src/labels/combine/calibrate.ts';
import { mostLikely, votesFor } from '../../src/labels/combine/pool.ts';
import { readFeatures } from '../../src/labels/combine/predict.ts';
import { type SourceFamily, sourceFamilies } from '../../src/labels/label.ts';
import { readLine } from '../../src/labels/line.ts';
import { classesOf, type ModelLabel, modelLabels } from '../../src/labels/model/classes.ts';
import { guessByRules } from '../../src/labels/rules/rules.ts';
import { keyOf, readHooks, readReadings } from './readings.ts';

const flat: Curve = { intercept: 0, slope: 1, ruled: 0, agree: 0 };

type JudgedLine = Judged & { label: ModelLabel; family: SourceFamily };

export async function reportCalibration(): Promise<void> {
  const judged = await judgeLines();
  console.log('\n### Curves: intercept, slope, ruled, agree\n');
  for (const label of modelLabels) {
    const own = judged.filter((line) => line.label === label);
    // Families start at the curve of all lines, so that few lines do not move one far.
    const all = fitCurve(own, flat);
    for (const family of sourceFamilies) {
      const curve = fitCurve(
        own.filter((line) => line.family === family),
        all,
      );
      const numbers = [curve.intercept, curve.slope, curve.ruled, curve.agree].map((number) => number.toFixed(2));
      console.log(`${label} ${family}: curve(${numbers.join(', ')})`);
    }
  }
}

async function judgeLines(): Promise<JudgedLine[]> {
  const readings = readReadings();
  const judged: JudgedLine[] = [];
  for await (const { set, hook } of readHooks()) {
    const reading = readings.get(keyOf(hook.text));
    if (reading?.group !== 'calibration') continue;
    readings.delete(reading.key);
    const line = readLine(hook.text);
    const { hints, platform } = hook;
    const family = hook.family ?? 'caption';
    const guesses = guessByRules({ line, hints });
    const { priorOf } = readFeatures(line, guesses, { tags: hints, platform, family, source: set });
    for (const label of modelLabels) {
      const prior = priorOf(label);
      const at = mostLikely(prior.prior);
      const value = classesOf[label][at] ?? '';
      const isRight = value !== 'other' && reading[label].includes(value);
      judged.push({ label, family, probability: prior.prior[at] ?? 0, ...votesFor(prior, at), isRight, weight: 1 });
    }
  }
  return judged;
}
