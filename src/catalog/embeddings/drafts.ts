// Vectors of drafts, embedded on request: the latest are cached, and an endpoint that fails gets no calls until it may answer again.
import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../embeddings/embedder.ts';
import type { Embedding } from '../../embeddings/quantise.ts';
import { waitOf } from '../../labels/llm/endpoint-stop.ts';
import type { Observe } from '../../telemetry/events.ts';

/** Undefined if the endpoint gives none, which is observed once per stop. */
export type EmbedDraft = (text: string) => Promise<Embedding | undefined>;

/** Of a call, which delays a response. */
const timeoutMs = 2000;
/** 1.5 kB each with most models. */
const maxCached = 500;
/** Of calls, so that clients cannot open any number of connections. */
const maxInFlight = 16;

export function createDraftEmbedder(embedder: Embedder, observe: Observe, signal: AbortSignal): EmbedDraft {
  /** By text. */
  const cache = new LRUCache<string, Promise<Embedding | undefined>>({ max: maxCached });
  let resumeAt = 0;
  let inFlight = 0;

  async function ask(text: string): Promise<Embedding | undefined> {
    inFlight++;
    const result = await embedder.embed([text], signal, timeoutMs).finally(() => inFlight--);
    if (result.embeddings) return result.embeddings[0];
    cache.delete(text);
    const { stop, isOfTexts } = result;
    // An endpoint that refuses one text may accept the next.
    if (isOfTexts || Date.now() < resumeAt) return undefined;
    resumeAt = Date.now() + waitOf(stop);
    const at = new Date(resumeAt).toISOString();
    observe({ kind: 'draft_embedding_failed', by: stop.kind, resumeAt: at, error: new Error(stop.reason) });
    return undefined;
  }

  return async (text) => {
    const known = cache.get(text);
    if (known) return known;
    if (Date.now() < resumeAt || inFlight === maxInFlight) return undefined;
    const embedding = ask(text).catch(() => undefined);
    cache.set(text, embedding);
    return embedding;
  };
}
