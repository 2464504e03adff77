// Label model: what was learned here, from given labels and decisions of curators.
import type { Calibration } from '../combine/calibrate.ts';
import type { Creators } from './creators.ts';
import type { AllWeights } from './encode-weights.ts';

export type LabelModel = {
  /** Corrections of what rules and starter model say together. */
  weights: AllWeights;
  calibration: Calibration;
  creators: Creators;
};
