// Label model: what was learned here, the starter model, lines to learn from, and the bytes that the database stores.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { SourceFamily } from '../label.ts';
import type { Calibration } from './calibrate.ts';
import { type ModelLabel, modelLabels } from './classes.ts';
import { type Creators, createRows, featuresVersion, type Rows } from './features.ts';
import type { Trained } from './train-weights.ts';

// Label model: what was learned here, from given labels and decisions of curators.

export type LabelModel = {
  /** Corrections of what rules and starter model say together. */
  weights: AllWeights;
  calibration: Calibration;
  creators: Creators;
};

// Starter model: weights trained on the sample and on real lines, which ship as a file. `npm run generate` writes it.

/** `calibration`: of its guesses of lines of collections that it had not seen. */
export type StarterModel = { weights: AllWeights; calibration: Calibration };

let loaded: StarterModel | undefined;

/** Read once. */
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

// A line with labels that are known to be right, which the model learns from.

export type TrainingLine = {
  /** `hook_17`, of an anchor `anchor_17`. */
  id: string;
  text: string;
  /** Hashtags. */
  tags: readonly string[];
  platform: string | null;
  family: SourceFamily | null;
  source: string | null;
  creator: string | null;
  /** Those that are known. */
  labels: Partial<Record<ModelLabel, string>>;
  /** Who says so: a source that is trusted, or a curator; an `anchor` is of the sample. */
  kind: 'given' | 'decision' | 'anchor';
};

// Bytes of the weights of all labels: a header in JSON, the features, and the weights of each label.

/** The rows of all labels are the same. */
export type AllWeights = { rows: Rows; labels: Readonly<Record<ModelLabel, Trained>> };

type Header<Rest> = {
  version: number;
  features: number;
  labels: Record<ModelLabel, Pick<Trained, 'classes' | 'scale' | 'priorPower'>>;
  rest: Rest;
};

/** `rest`: anything in JSON that belongs to the weights. */
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

/** Throws if the bytes are of another version, or cut. */
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
    if (from + length > buffer.length) throw new Error('The bytes of the model are cut.');
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
