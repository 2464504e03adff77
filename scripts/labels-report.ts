// Measures the labeller: npx node scripts/labels-report.ts
//   --half development|held-out   of the halves that nothing was tuned on only what is asked for (development)
//   --part families|learning|read|published|calibration|speed   one part of the report (all)
// The lines, in ../shared/input, are not part of the project. docs/labels.md has the figures.
import { parseArgs } from 'node:util';
import { reportCalibration } from './labels/report-calibration.ts';
import { reportFamilies } from './labels/report-families.ts';
import { reportLearning } from './labels/report-learning.ts';
import { reportPublished, reportRead } from './labels/report-read.ts';
import { reportSpeed } from './labels/report-speed.ts';
import { hasInput } from './real-input.ts';

const { values } = parseArgs({
  options: { half: { type: 'string', default: 'development' }, part: { type: 'string' } },
});

const isHeldOut = values.half === 'held-out';
const parts: Readonly<Record<string, () => unknown>> = {
  families: () => reportFamilies(isHeldOut),
  learning: () => reportLearning(isHeldOut),
  read: () => reportRead(),
  published: () => reportPublished(isHeldOut),
  calibration: () => reportCalibration(),
  speed: () => reportSpeed(),
};

if (!hasInput) {
  console.log('Nothing to measure: ../shared/input does not exist.');
} else {
  for (const [name, report] of Object.entries(parts))
    if (values.part === undefined || values.part === name) await report();
}
