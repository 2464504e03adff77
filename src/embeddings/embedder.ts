// Client of embeddings: an OpenAI-compatible provider turns texts into vectors of bytes.
import { APIConnectionTimeoutError, APIError } from 'openai/error';
import { z } from 'zod';
import type { EmbeddingsProvider } from '../config/config.ts';
import { type ProviderStop, stopOf } from '../labels/llm/chat.ts';
import { openClient } from '../labels/llm/open-client.ts';
import { type Embedding, quantise } from './vector.ts';

/** Vectors in the order of the texts, or why the call failed. `isOfTexts`: the provider may accept fewer texts, or others. */
type Embedded =
  | { embeddings: Embedding[]; stop?: undefined }
  | { embeddings?: undefined; stop: ProviderStop; isOfTexts: boolean };

export type Embedder = {
  model: string;
  /** Texts in other languages get no vector. */
  isEnglishOnly?: boolean;
  /** Vectors that come with the program. */
  included?: () => readonly IncludedEmbedding[];
  /** One call. Rejects only when `signal` aborts. */
  embed: (texts: readonly string[], signal: AbortSignal, timeoutMs?: number) => Promise<Embedded>;
};

/** Pattern of the languages of an English-only embedder; '' is unknown. */
export const englishOrUnknown = '^(en|und)?(-|$)';

export type IncludedEmbedding = { textGroup: string; vector: Embedding };

/** A slow machine takes a minute for 100 lines. */
const defaultTimeoutMs = 120_000;
const minDimensions = 2;
/** The largest models have 4,096. */
const maxDimensions = 8192;

const schema = z.object({
  data: z.array(
    z.object({
      /** Some servers leave it out. */
      index: z.number().int().min(0).optional(),
      embedding: z.array(z.number()).min(minDimensions).max(maxDimensions),
    }),
  ),
});

const subject = 'The embeddings provider';
const wrongUrl = 'The response has no embeddings. Check HOOKLINE_EMBEDDINGS_URL: it usually ends with /v1.';
const wrongVectors = 'The response of the embeddings provider lacks a vector for a text. Choose another model.';

export async function openEmbedder({ url, key, model }: EmbeddingsProvider): Promise<Embedder> {
  const client = await openClient({ url, key, timeoutMs: defaultTimeoutMs });

  async function embed(texts: readonly string[], signal: AbortSignal, timeoutMs = defaultTimeoutMs): Promise<Embedded> {
    // The timeout of the client does not cover the body.
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const body = { model, input: [...texts], encoding_format: 'float' as const };
      const response: unknown = await client.embeddings.create(body, { signal: AbortSignal.any([signal, late]) });
      return readEmbeddings(response, texts.length);
    } catch (error) {
      signal.throwIfAborted();
      const stop = stopOf(late.aborted ? new APIConnectionTimeoutError() : error, key, subject);
      return { stop, isOfTexts: error instanceof APIError && rejections.includes(error.status ?? 0) };
    }
  }
  return { model, embed };
}

/** Too many texts or too long ones; also a model that the provider does not have. */
const rejections: readonly number[] = [400, 413, 422];

/** Providers differ, so responses are checked: every text has one vector, and all have the same number of dimensions. */
function readEmbeddings(response: unknown, count: number): Embedded {
  const { data } = schema.safeParse(response).data ?? {};
  if (!data) return { stop: { kind: 'refused', reason: wrongUrl }, isOfTexts: false };
  const byIndex = new Map(data.map(({ index, embedding }, at) => [index ?? at, embedding]));
  const embeddings = Array.from({ length: count }, (_, index) => quantise(byIndex.get(index) ?? []));
  const dimensions = new Set(embeddings.map((embedding) => embedding?.length));
  const isWhole = data.length === count && dimensions.size === 1 && !dimensions.has(undefined);
  if (!isWhole) return { stop: { kind: 'refused', reason: wrongVectors }, isOfTexts: false };
  return { embeddings: embeddings.flatMap((embedding) => embedding ?? []) };
}
