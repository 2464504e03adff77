// Label model: what was learned here, from given labels and decisions of curators.
import type { Calibration } from '../combine/calibrate.ts';
import type { ModelLabel } from './classes.ts';
import type { Creators } from './creators.ts';
import type { Trained } from './train-weights.ts';

export type LabelModel = {
  /** Corrections of what rules and starter model say together. */
  weights: Readonly<Record<ModelLabel, Trained>>;
  calibration: Calibration;
  creators: Creators;
};
