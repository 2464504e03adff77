// Embedder with the included model: the vectors of the encoder in 128 dimensions. For English only; sends no data.
import { readFileSync } from 'node:fs';
import { detectLanguage } from '../../labels/language/language.ts';
import { readLine } from '../../labels/line.ts';
import { readWordList } from '../../labels/word-list.ts';
import { lazily, whileUsed } from '../../lib/async.ts';
import { collectGarbage, createWarmThreads, type RunningTask } from '../../lib/threads/warm-threads.ts';
import type { Embedder, IncludedEmbedding } from '../embedder.ts';
import { type Embedding, lengthOf, quantise } from '../vector.ts';
import { loadEncoder } from './encoder.ts';

/** Serves jobs: each call runs in a thread of low priority, which ends a minute after the last one. */
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

/** `axes` are the axes that scripts/local-vectors.ts chose, in which lines differ most, followed by the mean of all lines. */
function project(vector: Float32Array, axes: Int8Array): Embedding {
  const mean = axes.subarray(dimensions * vector.length);
  const components = new Float32Array(dimensions);
  for (let dimension = 0; dimension < dimensions; dimension++)
    for (let at = 0; at < vector.length; at++)
      components[dimension] += axes[dimension * vector.length + at] * (vector[at] - mean[at] / meanScale);
  // No text equals the mean of all, so the vector has a direction.
  return quantise(components) as Embedding;
}

// Vectors of the lines of the sample, by scripts/local-vectors.ts, so that a first start embeds nothing.

const groupBytes = 8;

/** Rows of a text group and its vector. */
function readIncluded(): IncludedEmbedding[] {
  return readRows('sample-vectors.bin', groupBytes).map((row) => ({
    textGroup: row.toString('hex', 0, groupBytes),
    vector: new Int8Array(row.subarray(groupBytes)),
  }));
}

function readRows(file: string, extra = 0): Buffer[] {
  const bytes = readFileSync(new URL(`./${file}`, import.meta.url));
  const size = extra + dimensions;
  return Array.from({ length: bytes.length / size }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

// Topics of lines, by scripts/local-vectors.ts: their vectors, and the words that name them. A line in a language that the model does not
// support gets the vector of its topics.

/** `about` is the text of the vector; `name` claims no more than the words of the topic. */
type Topic = { about: string; name: string; vector: Embedding };

type TopicWords = { topics: readonly Topic[]; byLanguage: ReadonlyMap<string, ReadonlyMap<string, readonly Topic[]>> };

const topicLanguages = ['en', 'es', 'pt', 'fr', 'de', 'hi'] as const;

/** A word that ends with `*` is a prefix. */
const readTopicWords = lazily((): TopicWords => {
  const vectors = readRows('topic-vectors.bin');
  const byLanguage = new Map(topicLanguages.map((language) => [language as string, new Map<string, Topic[]>()]));
  const columns = ['topic', 'name', ...topicLanguages] as const;
  const topics = readWordList('embeddings/local/topics.tsv', columns, ([about, name, ...cells]) => {
    const topic = { about, name, vector: new Int8Array(vectors.shift() ?? []) };
    for (const [column, byWord] of [...byLanguage.values()].entries())
      for (const word of cells[column]?.split(' ') ?? []) byWord.set(word, [...(byWord.get(word) ?? []), topic]);
    return topic;
  });
  return { topics, byLanguage };
});

export function readTopics(): readonly Topic[] {
  return readTopicWords().topics;
}

const shortestStem = 3;

/** Returns the topics that words of this language name. `tokens` must be folded. */
function namedTopics(tokens: readonly string[], language: string): Topic[] {
  const byWord = readTopicWords().byLanguage.get(language);
  return [...new Set(tokens)].flatMap((token) => {
    const ends = Array.from({ length: Math.max(0, token.length + 1 - shortestStem) }, (_, at) => at + shortestStem);
    return [token, ...ends.map((end) => `${token.slice(0, end)}*`)].flatMap((word) => byWord?.get(word) ?? []);
  });
}

export function topicsNamedIn(text: string): ReadonlySet<string> {
  const { tokens } = readLine(text);
  const { value } = detectLanguage(text, tokens);
  return new Set(namedTopics(tokens, value === 'und' ? 'en' : value).map(({ name }) => name));
}

/** Returns undefined if the language has no topic words, or the line contains none. */
export function embedByTopics(language: string, tokens: readonly string[]): Embedding | undefined {
  const sum = new Float32Array(dimensions);
  for (const { vector } of namedTopics(tokens, language))
    for (let at = 0; at < dimensions; at++) sum[at] += (vector[at] ?? 0) / lengthOf(vector);
  return quantise(sum);
}
