// Bytes of a label model, as the database stores them.
import { readWeights, writeWeights } from './encode-weights.ts';
import type { LabelModel } from './model.ts';

type Rest = Pick<LabelModel, 'calibration'> & { creators: [string, string, number, number][] };

/** At most 2 MB. */
export function encodeModel({ weights, calibration, creators }: LabelModel): Buffer {
  const listed = [...creators].map(([key, { niche, hooks, agreeing }]) => [key, niche, hooks, agreeing]);
  return writeWeights(weights, { calibration, creators: listed });
}

/** Throws if the bytes are of another version, or damaged. */
export function decodeModel(bytes: Uint8Array): LabelModel {
  const { weights, rest } = readWeights<Rest>(bytes);
  const creators = new Map(rest.creators.map(([key, niche, hooks, agreeing]) => [key, { niche, hooks, agreeing }]));
  return { weights, calibration: rest.calibration, creators };
}
