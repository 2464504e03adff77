// Embedder with the included model: the vectors of the encoder in 128 dimensions. It serves English, and sends nothing.
import { readFileSync } from 'node:fs';
import { whileUsed } from '../../lib/async.ts';
import { collectGarbage, createWarmThreads, type RunningTask } from '../../lib/threads/warm-threads.ts';
import { type Embedder, type Embedding, type IncludedEmbedding, quantise } from '../embedder.ts';
import { loadEncoder } from './encoder.ts';

/** For jobs: each call runs in a thread of low priority, which ends a minute after the last one. */
export function openLocalEmbedder(model: string): Embedder {
  const run = createWarmThreads<readonly string[], Embedding[], Embedding[]>(
    'encoding',
    new URL('./encoding-thread.ts', import.meta.url),
  );
  return {
    model,
    isEnglishOnly: true,
    included: readIncluded,
    embed: async (texts, signal) => {
      try {
        const onMessage = (embeddings: Embedding[], task: RunningTask<Embedding[]>) => task.resolve(embeddings);
        return { embeddings: await run(texts, { onMessage, stopping: signal }) };
      } catch (error) {
        signal.throwIfAborted();
        return { stop: { kind: 'unavailable', reason: `The included model failed: ${error}` }, isOfTexts: false };
      }
    },
  };
}

// Vectors, in the calling thread.

const dimensions = 128;
const meanScale = 2000;
const idleMs = 5 * 60_000;

const model = whileUsed(
  () => {
    const encode = loadEncoder();
    const axes = new Int8Array(readFileSync(new URL('./projection.bin', import.meta.url)));
    return (text: string) => project(encode(text), axes);
  },
  { idleMs, onRelease: collectGarbage },
);

/** Loads the model at the first use, in half a second. */
export function embedLocally(texts: readonly string[]): Embedding[] {
  return texts.map(model());
}

/** scripts/local-vectors.ts chose the axes, those in which lines differ most. The mean of all lines follows them. */
function project(vector: Float32Array, axes: Int8Array): Embedding {
  const mean = axes.subarray(dimensions * vector.length);
  const components = new Float32Array(dimensions);
  for (let dimension = 0; dimension < dimensions; dimension++)
    for (let at = 0; at < vector.length; at++)
      components[dimension] += axes[dimension * vector.length + at] * (vector[at] - mean[at] / meanScale);
  // No text has the mean of all.
  return quantise(components) as Embedding;
}

// Vectors that come with the program, by scripts/local-vectors.ts: of the lines of the starter set, so that a first start embeds nothing, and
// of topics.

const groupBytes = 8;

/** By text group. */
function readIncluded(): IncludedEmbedding[] {
  return readRows('starter-vectors.bin', groupBytes).map((row) => ({
    textGroup: row.toString('hex', 0, groupBytes),
    vector: new Int8Array(row.subarray(groupBytes)),
  }));
}

/** What lines may be about, as a person says it. */
export function readTopics(): { name: string; vector: Embedding }[] {
  const names = readFileSync(new URL('./topics.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return readRows('topic-vectors.bin').map((row, at) => ({ name: names[at] ?? '', vector: new Int8Array(row) }));
}

function readRows(file: string, extra = 0): Buffer[] {
  const bytes = readFileSync(new URL(`./${file}`, import.meta.url));
  const size = extra + dimensions;
  return Array.from({ length: bytes.length / size }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}
