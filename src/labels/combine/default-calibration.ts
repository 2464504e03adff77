// Calibration before any decision of a curator: fitted on 624 real lines labelled by hand (scripts/labels-report.ts --part calibration). The
// intercept of emotional triggers of captions is lower than fitted (0.4): of 13 that were certain 8 were right.
import type { Calibration, Curve } from './calibrate.ts';

const curve = (intercept: number, slope: number, ruled: number, agree: number): Curve => ({
  intercept,
  slope,
  ruled,
  agree,
});

export const defaultCalibration: Calibration = {
  archetype: {
    spoken: curve(0.2, 1.01, 0.79, 0.38),
    caption: curve(-0.18, 0.63, 0.45, 0.21),
    title: curve(0.23, 0.66, 0.85, 0.43),
  },
  emotional_trigger: {
    spoken: curve(1.44, 1.04, -0.65, -0.07),
    caption: curve(0.2, 0.55, -0.15, 0.27),
    title: curve(1.5, 1.08, -0.78, 0.01),
  },
  niche: {
    spoken: curve(1.05, 1.24, -0.08, 0.05),
    caption: curve(1.2, 1.45, -0.01, -0.48),
    title: curve(0.72, 0.85, -0.02, 0.18),
  },
};
