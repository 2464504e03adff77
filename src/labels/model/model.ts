// Label model and starter model, their training lines, and their encoding for the database.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { SourceFamily } from '../label.ts';
import type { Calibration } from './calibrate.ts';
import { type ModelLabel, modelLabels } from './classes.ts';
import { type Creators, createRows, featuresVersion, type Rows } from './features.ts';
import type { Trained } from './train-weights.ts';

// Label model: learned in this database, from given labels and decisions of curators.

export type LabelModel = {
  /** Corrections of the combined guess of rules and starter model. */
  weights: AllWeights;
  calibration: Calibration;
  creators: Creators;
};

// Starter model: weights trained on the sample and on real lines, shipped as a file that `npm run generate` writes.

/** `calibration`: measured on lines of collections that the model was not trained on. */
export type StarterModel = { weights: AllWeights; calibration: Calibration };

let loaded: StarterModel | undefined;

/** The file is read once. */
export function starterModel(): StarterModel {
  if (loaded) return loaded;
  const bytes = gunzipSync(readFileSync(new URL('./starter-model.bin.gz', import.meta.url)));
  const { weights, rest: calibration } = readWeights<Calibration>(bytes);
  loaded = { weights, calibration };
  return loaded;
}

export function writeStarterModel({ weights, calibration }: StarterModel): Buffer {
  return writeWeights(weights, calibration);
}

// Training line: a line with labels that are known to be right.

export type TrainingLine = {
  /** `hook_17`, or `anchor_17` for an anchor. */
  id: string;
  text: string;
  /** Hashtags. */
  tags: readonly string[];
  platform: string | null;
  family: SourceFamily | null;
  source: string | null;
  creator: string | null;
  /** Known labels. */
  labels: Partial<Record<ModelLabel, string>>;
  /** Origin of the labels: a trusted source (`given`), a curator (`decision`), or the sample (`anchor`). */
  kind: 'given' | 'decision' | 'anchor';
};

// Encoding of the weights of all labels: a JSON header, the features, and the weights of each label.

/** All labels share the same rows. */
export type AllWeights = { rows: Rows; labels: Readonly<Record<ModelLabel, Trained>> };

type Header<Rest> = {
  version: number;
  features: number;
  labels: Record<ModelLabel, Pick<Trained, 'classes' | 'scale' | 'priorPower'>>;
  rest: Rest;
};

/** `rest`: any JSON stored with the weights. */
function writeWeights({ rows, labels: trained }: AllWeights, rest: unknown = null): Buffer {
  const labels = Object.fromEntries(
    modelLabels.map((label) => {
      const { classes, scale, priorPower } = trained[label];
      return [label, { classes, scale, priorPower }];
    }),
  ) as Header<unknown>['labels'];
  const header = Buffer.from(
    JSON.stringify({ version: featuresVersion, features: rows.features.length, labels, rest }),
  );
  const lengths = Buffer.alloc(4);
  lengths.writeUInt32LE(header.length);
  const hashes = Buffer.alloc(rows.features.length * 4);
  rows.features.forEach((feature, row) => void hashes.writeUInt32LE(feature, row * 4));
  return Buffer.concat([
    lengths,
    header,
    hashes,
    ...modelLabels.map((label) => Buffer.from(trained[label].bytes.buffer)),
  ]);
}

/** Throws if the bytes have another version or are truncated. */
function readWeights<Rest = null>(bytes: Uint8Array): { weights: AllWeights; rest: Rest } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerEnd = 4 + buffer.readUInt32LE(0);
  const header: Header<Rest> = JSON.parse(buffer.toString('utf8', 4, headerEnd));
  if (header.version !== featuresVersion)
    throw new Error(`The model has features of version ${header.version}, not ${featuresVersion}.`);
  const features = new Uint32Array(header.features);
  for (let row = 0; row < features.length; row++) features[row] = buffer.readUInt32LE(headerEnd + row * 4);
  const rows = createRows(features);
  let from = headerEnd + header.features * 4;
  const take = (length: number) => {
    if (from + length > buffer.length) throw new Error('The model is truncated.');
    const taken = new Int8Array(buffer.subarray(from, from + length));
    from += length;
    return taken;
  };
  const labels = Object.fromEntries(
    modelLabels.map((label) => {
      const { classes, ...trained } = header.labels[label];
      return [label, { ...trained, classes, bytes: take(header.features * classes.length) }];
    }),
  ) as AllWeights['labels'];
  return { weights: { rows, labels }, rest: header.rest };
}

type Rest = Pick<LabelModel, 'calibration'> & { creators: [string, string, number, number][] };

/** Returns at most 2 MB. */
export function encodeModel({ weights, calibration, creators }: LabelModel): Buffer {
  const listed = [...creators].map(([key, { niche, hooks, agreeing }]) => [key, niche, hooks, agreeing]);
  return writeWeights(weights, { calibration, creators: listed });
}

/** Throws if the bytes have another version or are damaged. */
export function decodeModel(bytes: Uint8Array): LabelModel {
  const { weights, rest } = readWeights<Rest>(bytes);
  const creators = new Map(rest.creators.map(([key, niche, hooks, agreeing]) => [key, { niche, hooks, agreeing }]));
  return { weights, calibration: rest.calibration, creators };
}
