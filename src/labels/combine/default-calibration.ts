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
    spoken: curve(0.31, 0.99, 0.87, 0.17),
    caption: curve(-0.09, 0.74, 0.55, -0.06),
    title: curve(0.3, 0.75, 1.02, -0.01),
  },
  emotional_trigger: {
    spoken: curve(1.45, 1.04, -0.65, -0.1),
    caption: curve(0.2, 0.55, -0.18, 0.28),
    title: curve(1.49, 1.09, -0.77, -0.02),
  },
  niche: {
    spoken: curve(1.05, 1.24, -0.09, 0.05),
    caption: curve(1.19, 1.45, -0.03, -0.44),
    title: curve(0.75, 0.87, -0.01, 0.12),
  },
};
