// Starts and runs the job that embeds published texts.
import type { Database } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { waitOf } from '../../labels/llm/endpoint-stop.ts';
import type { Observe } from '../../telemetry/events.ts';
import { deleteStop, recordStop, selectStop } from '../labelling/llm/store-usage.ts';
import { type FillDeps, fillEmbeddings } from './fill.ts';
import { deleteOtherModels } from './store.ts';

type RequestDeps = { db: Database; jobs: Pick<Jobs, 'send'>; observe: Observe };

/** Enqueues a run. Never fails: the next publication or the hourly run asks again. */
export async function requestEmbeddings({ db, jobs, observe }: RequestDeps, delaySeconds?: number): Promise<void> {
  await db
    .transaction()
    .execute((trx) => jobs.send(trx, 'embed_texts', null, undefined, { delaySeconds }))
    .catch((error) => observe({ kind: 'jobs_error', error }));
}

/** Stops are stored beside those of language models. */
export function stopNameOf(model: string): string {
  return `embeddings ${model}`;
}

/** After a longer stop, the next publication or the hourly run continues. */
const maxDelayMs = 5 * 60_000;

/** One job. One that the endpoint stops is continued by another. */
export async function runEmbeddings(deps: FillDeps & RequestDeps, signal: AbortSignal): Promise<void> {
  const { db, embedder, observe } = deps;
  const name = stopNameOf(embedder.model);
  const earlier = await selectStop(db, name);
  if (earlier && earlier.resume_at.getTime() > Date.now()) return continueAt(deps, earlier.resume_at);
  const { stop, embedded, rejected } = await fillEmbeddings(deps, signal);
  if (embedded + rejected > 0) observe({ kind: 'embeddings_run_finished', embedded, rejected });
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
