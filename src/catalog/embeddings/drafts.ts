// Vectors of drafts, which are embedded when they are asked about: the last ones are kept, and an endpoint that fails is left alone.
import type { Embedder } from '../../embeddings/embedder.ts';
import type { Embedding } from '../../embeddings/quantise.ts';
import { waitOf } from '../../labels/llm/endpoint-stop.ts';
import type { Observe } from '../../telemetry/events.ts';

/** Undefined if the endpoint gives none, which is observed once per stop. */
export type EmbedDraft = (text: string) => Promise<Embedding | undefined>;

/** Of a call: somebody waits for it. */
const timeoutMs = 2000;
/** 1.5 kB each with most models. */
const maxKept = 500;
/** Of calls, so that clients cannot open any number of connections. */
const maxInFlight = 16;

export function createDraftEmbedder(embedder: Embedder, observe: Observe, signal: AbortSignal): EmbedDraft {
  /** By text, the least recent first. */
  const kept = new Map<string, Promise<Embedding | undefined>>();
  let resumeAt = 0;
  let inFlight = 0;

  async function ask(text: string): Promise<Embedding | undefined> {
    inFlight++;
    const { embeddings, ...refusal } = await embedder.embed([text], signal, timeoutMs).finally(() => inFlight--);
    if (embeddings) return embeddings[0];
    kept.delete(text);
    const { stop } = refusal;
    // A text that is refused says nothing about the next one.
    if (!stop || ('isOfTexts' in refusal && refusal.isOfTexts) || Date.now() < resumeAt) return undefined;
    resumeAt = Date.now() + waitOf(stop);
    const at = new Date(resumeAt).toISOString();
    observe({ kind: 'draft_embedding_failed', by: stop.kind, resumeAt: at, error: new Error(stop.reason) });
    return undefined;
  }

  return async (text) => {
    const known = kept.get(text);
    if (!known && (Date.now() < resumeAt || inFlight === maxInFlight)) return undefined;
    const embedding = known ?? ask(text).catch(() => undefined);
    kept.delete(text);
    kept.set(text, embedding);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return embedding;
  };
}
