// Writes src/embeddings/local/sample-vectors.bin: the vectors of the English lines of the sample by the included model, so that a first
// start embeds nothing, and topic-vectors.bin, the vectors of topics.tsv. Only new lines are embedded. With --projection it first chooses
// the 128 axes that vectors are projected on (projection.bin). Stored vectors then belong to another model, so change localModel in
// src/config/config.ts too.
import { writeFileSync } from 'node:fs';
import { readSample } from '../src/catalog/sample/sample.ts';
import { loadEncoder } from '../src/embeddings/local/encoder.ts';
import { embedLocally, openLocalEmbedder, readTopics } from '../src/embeddings/local/local-embedder.ts';
import { textKey } from '../src/lib/text.ts';

type Vector = Float64Array;

let seed = 1;

const dimensions = 128;
const largest = 127;
/** Must equal the constant in local-embedder.ts. */
const meanScale = 2000;
const file = (name: string) => new URL(`../src/embeddings/local/${name}`, import.meta.url);
const texts = readSample().flatMap(({ text, language }) => (language.startsWith('en') ? [text] : []));

const isNewProjection = process.argv.includes('--projection');

if (isNewProjection) writeFileSync(file('projection.bin'), chooseAxes());
writeFileSync(file('sample-vectors.bin'), vectorsByGroup());
const topics = readTopics().map(({ about }) => about);
writeFileSync(
  file('topic-vectors.bin'),
  Buffer.concat(embedLocally(topics).map((vector) => Buffer.from(vector.buffer))),
);

/** Rows of 8 bytes of a text group and 128 of a vector. */
function vectorsByGroup(): Buffer {
  const groups = new Map(texts.map((text) => [textKey(text).slice(0, 16), text]));
  const known = isNewProjection ? [] : (openLocalEmbedder('').included?.() ?? []);
  const vectors = new Map(known.map(({ textGroup, vector }) => [textGroup, vector]));
  const added = [...groups].filter(([group]) => !vectors.has(group));
  const embeddings = embedLocally(added.map(([, text]) => text));
  for (const [at, [group]] of added.entries()) vectors.set(group, embeddings[at] ?? new Int8Array());
  const sorted = [...groups.keys()].sort();
  return Buffer.concat(sorted.flatMap((group) => [Buffer.from(group, 'hex'), Buffer.from(vectors.get(group) ?? [])]));
}

/** The principal axes of the vectors around their mean, rotated at random, so that each has as much of the differences; then the mean. */
function chooseAxes(): Buffer {
  const encode = loadEncoder();
  const vectors = texts.map((text) => Float64Array.from(encode(text)));
  const size = vectors[0]?.length ?? 0;
  const mean = new Float64Array(size);
  for (const vector of vectors) add(mean, vector, 1 / vectors.length);
  for (const vector of vectors) add(vector, mean, -1);
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of vectors) for (const [at, row] of covariance.entries()) add(row, vector, vector[at] ?? 0);
  // Subspace iteration. Each step separates axes by the ratio of their variances.
  let axes = orthonormal(Array.from({ length: dimensions }, () => randomVector(size)));
  for (let step = 0; step < 60; step++)
    axes = orthonormal(axes.map((axis) => Float64Array.from(covariance, (row) => dot(row, axis))));
  const rotated = orthonormal(Array.from({ length: dimensions }, () => randomVector(dimensions))).map((shares) => {
    const axis = new Float64Array(size);
    for (const [at, share] of shares.entries()) add(axis, axes[at] ?? axis, share);
    return axis;
  });
  const longest = Math.max(...rotated.flatMap((axis) => [...axis].map(Math.abs)));
  const bytes = rotated.flatMap((axis) => [...axis].map((component) => Math.round((component / longest) * largest)));
  return Buffer.from(Int8Array.from([...bytes, ...[...mean].map((component) => Math.round(component * meanScale))]));
}

/** Gram–Schmidt. */
function orthonormal(vectors: readonly Vector[]): Vector[] {
  const done: Vector[] = [];
  for (const vector of vectors) {
    for (const other of done) add(vector, other, -dot(vector, other));
    const length = Math.sqrt(dot(vector, vector));
    done.push(vector.map((component) => component / length));
  }
  return done;
}

function add(to: Vector, vector: Vector, factor: number): void {
  for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) + factor * (vector[at] ?? 0);
}

function dot(a: Vector, b: Vector): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** Components are normally distributed, nearly, and the same ones in each run. */
function randomVector(size: number): Vector {
  return Float64Array.from({ length: size }, () => Array.from({ length: 12 }, random).reduce((sum, x) => sum + x, -6));
}

function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}
