// Bytes of the weights of all labels: a header in JSON, the features, and the weights of each label.
import { type ModelLabel, modelLabels } from './classes.ts';
import { featuresVersion } from './features.ts';
import { createRows, type Rows } from './rows.ts';
import type { Trained } from './train-weights.ts';

/** The rows of all labels are the same. */
export type AllWeights = { rows: Rows; labels: Readonly<Record<ModelLabel, Trained>> };

type Header<Rest> = {
  version: number;
  features: number;
  labels: Record<ModelLabel, Pick<Trained, 'classes' | 'scale' | 'priorPower'>>;
  rest: Rest;
};

/** `rest`: anything in JSON that belongs to the weights. */
export function writeWeights({ rows, labels: trained }: AllWeights, rest: unknown = null): Buffer {
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
export function readWeights<Rest = null>(bytes: Uint8Array): { weights: AllWeights; rest: Rest } {
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
