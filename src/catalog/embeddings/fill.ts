// Embeds published texts that have no vector, and stores the vectors after each call, so that the next run continues an interrupted one.

import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { Embedder } from '../../embeddings/embedder.ts';
import type { Embedding } from '../../embeddings/vector.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type ProviderStop, waitOf } from '../../labels/llm/chat.ts';
import type { Observe } from '../../telemetry/events.ts';
import { deleteStop, recordStop, selectStop } from '../labelling/llm/store.ts';
import { requestSearch } from '../near-duplicates/actions.ts';
import type { Lines, MeaningLine } from './aligned.ts';
import {
  deleteOtherModels,
  type GroupedText,
  insertEmbeddings,
  type Place,
  type StoredEmbedding,
  selectDimensions,
  selectTexts,
  selectUnembedded,
} from './store.ts';

type FillDeps = { db: Database; embedder: Embedder };

type FillReport = {
  /** Texts that got a vector. */
  embedded: number;
  /** Texts that the provider rejects. They are not sent again. */
  rejected: number;
  /** Reason why texts remain. */
  stop: ProviderStop | undefined;
};

const textsPerCall = 100;
/** Hooks are read again before each call, so that nothing is sent that was taken down meanwhile. */
const hooksPerPage = 5000;
/** Maximum number of texts refused one by one before any is accepted. Beyond it, the provider is at fault and not the texts. */
const maxSuspects = 3;

/** No transaction is open during a call. Rejects only when `signal` aborts, or the database fails. */
export async function fillEmbeddings({ db, embedder }: FillDeps, signal: AbortSignal): Promise<FillReport> {
  const caller = await createCaller({ db, embedder }, signal);
  for (let after: Place | undefined; !caller.report.stop; ) {
    const page = await selectUnembedded(db, embedder, { after, limit: hooksPerPage });
    for (let at = 0; at < page.length && !caller.report.stop; at += textsPerCall) {
      const ids = page.slice(at, at + textsPerCall).map(({ id }) => id);
      await caller.embed(await selectTexts(db, embedder.model, ids));
    }
    if (page.length < hooksPerPage) break;
    after = page.at(-1);
  }
  await caller.finish();
  return caller.report;
}

/** Sends texts in calls as large as the provider accepts. */
async function createCaller({ db, embedder }: FillDeps, signal: AbortSignal) {
  const report: FillReport = { embedded: 0, rejected: 0, stop: undefined };
  let dimensions = await selectDimensions(db, embedder.model);
  if (dimensions === undefined && embedder.included)
    await insertEmbeddings(
      db,
      embedder.model,
      embedder.included().map(({ textGroup, vector }) => toRow(textGroup, vector, null)),
    );
  let size = textsPerCall;
  let hasAccepted = false;
  /** Texts refused before any was accepted, so the provider itself may be at fault. */
  let suspects: StoredEmbedding[] = [];
  let refusal: ProviderStop | undefined;

  async function store(rows: readonly StoredEmbedding[]): Promise<void> {
    if (rows.length === 0) return;
    await insertEmbeddings(db, embedder.model, rows);
    const embedded = rows.filter(({ vector }) => vector).length;
    report.embedded += embedded;
    report.rejected += rows.length - embedded;
  }

  async function embed(texts: readonly GroupedText[]): Promise<void> {
    for (let at = 0; at < texts.length && !report.stop; ) {
      signal.throwIfAborted();
      const batch = texts.slice(at, at + size);
      const result = await embedder.embed(
        batch.map(({ text }) => text),
        signal,
      );
      const { embeddings, stop } = result;
      if (embeddings) {
        dimensions ??= embeddings[0]?.length;
        if (embeddings[0]?.length !== dimensions) report.stop = stopOfDimensions(dimensions, embeddings[0]?.length);
        else {
          hasAccepted = true;
          await store(batch.map(({ text_group }, index) => toRow(text_group, embeddings[index] ?? null, null)));
          at += batch.length;
        }
      } else if (result.isOfTexts && batch.length > 1) size = Math.floor(batch.length / 2);
      else if (result.isOfTexts && suspects.length < maxSuspects) {
        refusal = stop;
        suspects.push(toRow(batch[0]?.text_group ?? '', null, stop.reason));
        if (hasAccepted) await finish();
        // The text was the cause, not the size of the call.
        size = textsPerCall;
        at += 1;
      } else report.stop = stop;
    }
  }

  async function finish(): Promise<void> {
    if (!hasAccepted) {
      report.stop ??= refusal;
      return;
    }
    await store(suspects);
    suspects = [];
  }
  return { report, embed, finish };
}

function toRow(textGroup: string, vector: StoredEmbedding['vector'], fault: string | null): StoredEmbedding {
  return { textGroup, vector, fault };
}

function stopOfDimensions(stored = 0, found = 0): ProviderStop {
  const reason = `The embeddings provider returns ${found} dimensions, but the stored vectors of this model have ${stored}. Set HOOKLINE_EMBEDDINGS_MODEL to the name of the new model.`;
  return { kind: 'refused', reason };
}

// Starts and runs the job that embeds published texts.

type RequestDeps = { db: Database; jobs: Pick<Jobs, 'send'>; observe: Observe };

/** Enqueues a run. Never fails: the next publication or the hourly run enqueues one again. */
export async function requestEmbeddings({ db, jobs, observe }: RequestDeps, delaySeconds?: number): Promise<void> {
  await db
    .transaction()
    .execute((trx) => jobs.send(trx, 'embed_texts', null, undefined, { delaySeconds }))
    .catch((error) => observe({ kind: 'jobs_error', error }));
}

/** Has a prefix, since stops are stored in the same table as those of language models. */
export function stopNameOf(model: string): string {
  return `embeddings ${model}`;
}

/** After a longer delay, the next publication or the hourly run continues. */
const maxDelayMs = 5 * 60_000;

/** Runs one job. If the provider stops it, another job continues. */
export async function runEmbeddings(deps: FillDeps & RequestDeps, signal: AbortSignal): Promise<void> {
  const { db, embedder, observe } = deps;
  const name = stopNameOf(embedder.model);
  const earlier = await selectStop(db, name);
  if (earlier && earlier.resume_at.getTime() > Date.now()) return continueAt(deps, earlier.resume_at);
  const { stop, embedded, rejected } = await fillEmbeddings(deps, signal);
  if (embedded + rejected > 0) observe({ kind: 'embeddings_run_finished', embedded, rejected });
  // Near duplicates are compared with vectors of the included model only.
  if (embedded > 0 && embedder.included) await requestSearch(deps);
  if (!stop) {
    await deleteStop(db, name);
    return deleteOtherModels(db, embedder.model, signal);
  }
  const { kind, reason } = stop;
  const resumeAt = new Date(Date.now() + waitOf(stop));
  await recordStop(db, name, { kind, reason, resumeAt });
  observe({ kind: 'embeddings_stopped', by: kind, resumeAt: resumeAt.toISOString(), error: new Error(reason) });
  await continueAt(deps, resumeAt);
}

async function continueAt(deps: RequestDeps, resumeAt: Date): Promise<void> {
  const delayMs = Math.max(0, resumeAt.getTime() - Date.now());
  if (delayMs <= maxDelayMs) await requestEmbeddings(deps, Math.ceil(delayMs / 1000));
}

// Messages between a process and its vector thread.

export type ThreadTask = { url: string; model: string; isEnglishOnly: boolean };

/** `vector` is the vector of a draft; otherwise the vector of `row` is the query. Rows are of this catalog version. */
export type SearchRequest = { version: number; text: string; rows?: Uint32Array; limit: number } & (
  | { row: number; vector?: undefined }
  | { row?: undefined; vector: Int8Array }
);

/** `serve` follows a new catalog version, `load` reads newly stored vectors, and `embed` embeds texts with the included model. */
export type Request =
  | { kind: 'serve'; id: number; lines: Lines }
  | { kind: 'load'; id: number }
  | { kind: 'search'; id: number; search: SearchRequest }
  | { kind: 'embed'; id: number; texts: readonly string[] };

export type Figures = { version: number; vectors: number; waiting: number; dimensions: number; bytes: number };

/** `lines` is undefined if the thread serves another version, or the hook has no vector. */
export type Response =
  | { kind: 'loaded'; id: number; figures: Figures | undefined }
  | { kind: 'failed'; id: number; error: unknown }
  | { kind: 'embedded'; id: number; embeddings: Embedding[] }
  | { kind: 'found'; id: number; lines: MeaningLine[] | undefined };

// Embeds drafts on request: caches the latest vectors, and does not call a failing provider before its retry time.

/** Resolves to undefined if the provider fails, which is observed once per stop. */
type EmbedDraft = (text: string) => Promise<Embedding | undefined>;

/** Timeout of a call, which delays a response. */
const timeoutMs = 2000;
/** A vector takes 1.5 kB with most models. */
const maxCached = 500;
/** Maximum number of concurrent calls, so that clients cannot open unlimited connections. */
const maxInFlight = 16;

export function createDraftEmbedder(embedder: Embedder, observe: Observe, signal: AbortSignal): EmbedDraft {
  /** Embeddings by text. */
  const cache = new LRUCache<string, Promise<Embedding | undefined>>({ max: maxCached });
  let resumeAt = 0;
  let inFlight = 0;

  async function ask(text: string): Promise<Embedding | undefined> {
    inFlight++;
    const result = await embedder.embed([text], signal, timeoutMs).finally(() => inFlight--);
    if (result.embeddings) return result.embeddings[0];
    cache.delete(text);
    const { stop, isOfTexts } = result;
    // A provider that refuses one text may accept the next.
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
