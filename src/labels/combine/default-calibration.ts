// Calibration before any decision of a curator: fitted on 624 real lines labelled by hand (docs/labels.md, scripts/labels-report.ts).
import type { Calibration, Curve } from './calibrate.ts';

const curve = (intercept: number, slope: number, ruled: number, agree: number): Curve => ({
  intercept,
  slope,
  ruled,
  agree,
});

export const defaultCalibration: Calibration = {
  archetype: {
    spoken: curve(0.03, 0.66, 0.81, 0.58),
    caption: curve(-0.28, 0.57, 0.52, 0.4),
    title: curve(0.09, 0.62, 0.94, 0.52),
  },
  emotional_trigger: {
    spoken: curve(1.47, 1.25, -0.96, 0.66),
    caption: curve(0.29, 0.63, -0.38, 0.25),
    title: curve(1.03, 1.52, -0.58, 0.12),
  },
  niche: {
    spoken: curve(1.3, 1.24, -0.26, -0.07),
    caption: curve(1.41, 1.38, -0.17, -0.58),
    title: curve(0.94, 1.33, -0.21, -0.46),
  },
};
