// Client of the vector thread: follows the catalog, searches, and restarts the thread if it ends.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { EmbeddingsConfig } from '../../config/config.ts';
import { type Embedder, englishOrUnknown, openEmbedder } from '../../embeddings/embedder.ts';
import { embedByTopics } from '../../embeddings/local/local-embedder.ts';
import type { Embedding } from '../../embeddings/vector.ts';
import { detectLanguage, languageOfLine } from '../../labels/language/language.ts';
import { readLine } from '../../labels/line.ts';
import { startThread } from '../../lib/threads/warm-threads.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { Column, Snapshot } from '../snapshot/snapshot.ts';
import type { MeaningLine } from './aligned.ts';
import {
  createDraftEmbedder,
  type Figures,
  type Request,
  type Response,
  type SearchRequest,
  type ThreadTask,
} from './fill.ts';

// Similar lines by meaning, with vectors of the catalog and of drafts. Absent if the operator turned embeddings off.

/**
 * `row` is a hook of the snapshot, whose stored vector is used; otherwise the text is embedded. `rows` restricts the result to these rows,
 * ascending.
 */
type MeaningQuery = { text: string; row?: number; rows?: Uint32Array; limit: number };

export type Meaning = {
  model: string;
  isLocal: boolean;
  /** Resolves to the nearest lines first; undefined if meaning cannot be compared, so that only words count. */
  find: (snapshot: Snapshot, query: MeaningQuery) => Promise<MeaningLine[] | undefined>;
  /** Switches to a new catalog version. */
  serve: (snapshot: Snapshot) => Promise<void>;
  /** Loads newly stored vectors. */
  load: () => Promise<void>;
  figures: () => Figures | undefined;
  close: () => Promise<void>;
};

type MeaningDeps = { vectors: VectorThread; config: EmbeddingsConfig; observe: Observe };

export async function openMeaning({ vectors, config, observe }: MeaningDeps): Promise<Meaning> {
  const embedder = config.url === undefined ? embedderOf(vectors, config.model) : await openEmbedder(config);
  const closing = new AbortController();
  const embedDraft = createDraftEmbedder(embedder, observe, closing.signal);
  const { search, close, ...thread } = vectors;

  /** Embeds drafts only; a hook without a vector stays without one. */
  async function embedLine(text: string, isDraft: boolean): Promise<Embedding | undefined> {
    const line = readLine(text);
    if (embedder.isEnglishOnly && languageOfLine(line) !== 'english') {
      const { value } = detectLanguage(text, line.tokens);
      if (!new RegExp(englishOrUnknown).test(value)) return embedByTopics(value, line.tokens);
    }
    return isDraft ? embedDraft(text) : undefined;
  }

  return {
    ...thread,
    model: config.model,
    isLocal: config.url === undefined,
    find: async ({ version }, { text, row, rows, limit }) => {
      if (row !== undefined) {
        const lines = await search({ version, text, row, rows, limit });
        if (lines) return lines;
      }
      const vector = thread.figures()?.vectors ? await embedLine(text, row === undefined) : undefined;
      return vector && search({ version, text, vector, rows, limit });
    },
    close: async () => {
      closing.abort();
      await close();
    },
  };
}

/** The included model runs in the vector thread. */
function embedderOf({ embed }: VectorThread, model: string): Embedder {
  return {
    model,
    isEnglishOnly: true,
    embed: async (texts) => {
      const embeddings = await embed(texts);
      if (embeddings) return { embeddings };
      return { stop: { kind: 'unavailable', reason: 'The included model failed.' }, isOfTexts: false };
    },
  };
}

export type VectorThread = {
  /** Switches to a new catalog version and loads its vectors. Rejects if that fails. */
  serve: (snapshot: Snapshot) => Promise<void>;
  /** Loads newly stored vectors. Rejects if that fails. */
  load: () => Promise<void>;
  /** Resolves to undefined if the version is not served, the hook has no vector, or the thread has ended. */
  search: (request: SearchRequest) => Promise<MeaningLine[] | undefined>;
  /** Embeds with the included model. Resolves to undefined if that fails. */
  embed: (texts: readonly string[]) => Promise<Embedding[] | undefined>;
  /** Figures of the last load. */
  figures: () => Figures | undefined;
  close: () => Promise<void>;
};

/** Counts hooks in a known language other than English. */
function countOthers({ values, starts }: Column): number {
  const isServed = new RegExp(englishOrUnknown);
  return values.reduce((sum, value, code) => sum + (isServed.test(value) ? 0 : starts[code + 1] - starts[code]), 0);
}

const restartMs = 5000;

type Waiting = (response: Response | undefined) => void;

/** The included model supports English only. */
export function vectorTask(url: string, config: EmbeddingsConfig): ThreadTask {
  return { url, model: config.model, isEnglishOnly: config.url === undefined };
}

export function startVectorThread(task: ThreadTask, observe: Observe): VectorThread {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let served: Snapshot | undefined;
  let figures: Figures | undefined;
  let isClosed = false;
  let worker = start();

  function start(): Worker {
    const started = startThread('vectors', new URL('./worker.ts', import.meta.url), { workerData: task });
    started.on('message', (response: Response) => {
      waiting.get(response.id)?.(response);
      waiting.delete(response.id);
    });
    started.on('error', (error) => observe({ kind: 'embeddings_failed', error }));
    started.on('exit', () => void restart());
    return started;
  }

  async function restart(): Promise<void> {
    for (const give of waiting.values()) give(undefined);
    waiting.clear();
    if (isClosed) return;
    await sleep(restartMs, undefined, { ref: false });
    if (isClosed) return;
    worker = start();
    if (served) await serve(served).catch(() => {});
  }

  function request(toRequest: (id: number) => Request): Promise<Response | undefined> {
    const id = ++lastId;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      worker.postMessage(toRequest(id));
    });
  }

  async function refresh(toRequest: (id: number) => Request): Promise<void> {
    const startedAt = performance.now();
    const response = await request(toRequest);
    if (response?.kind === 'failed') {
      observe({ kind: 'embeddings_failed', error: response.error });
      throw response.error;
    }
    if (response?.kind !== 'loaded' || !response.figures) return;
    figures = response.figures;
    const { version, vectors, waiting: hooks, bytes } = figures;
    const tookMs = Math.round(performance.now() - startedAt);
    observe({ kind: 'embeddings_loaded', version, vectors, waiting: hooks, bytes, tookMs });
  }

  async function serve(snapshot: Snapshot): Promise<void> {
    served = snapshot;
    const { version, layout, size, textHashes, records, offsets, briefLengths, columns } = snapshot;
    const unserved = task.isEnglishOnly ? countOthers(columns.language) : 0;
    await refresh((id) => ({
      kind: 'serve',
      id,
      lines: { version, layout, size, textHashes, records, offsets, briefLengths, unserved },
    }));
  }

  return {
    serve,
    load: () => refresh((id) => ({ kind: 'load', id })),
    search: async (search) => {
      const response = await request((id) => ({ kind: 'search', id, search }));
      return response?.kind === 'found' ? response.lines : undefined;
    },
    embed: async (texts) => {
      const response = await request((id) => ({ kind: 'embed', id, texts }));
      if (response?.kind === 'failed') observe({ kind: 'embeddings_failed', error: response.error });
      return response?.kind === 'embedded' ? response.embeddings : undefined;
    },
    figures: () => figures,
    close: async () => {
      isClosed = true;
      await worker.terminate();
    },
  };
}
