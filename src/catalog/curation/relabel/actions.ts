// Starts and runs the job that labels pending hooks with a language model.
import type { Database } from '../../../db/database.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Observe } from '../../../telemetry/events.ts';
import { type LabelPendingDeps, labelPending } from './apply-labels.ts';

type RequestDeps = { db: Database; jobs: Pick<Jobs, 'send'>; observe: Observe; config: { llm: object | undefined } };

/**
 * Enqueues a run after a publication, if a model is configured. Never fails: the publication is done, and the next one enqueues a run
 * again.
 */
export async function requestAnswers({ db, jobs, observe, config }: RequestDeps): Promise<void> {
  if (!config.llm) return;
  await db
    .transaction()
    .execute((trx) => jobs.send(trx, 'label_llm', null))
    .catch((error) => observe({ kind: 'jobs_error', error }));
}

/** After a longer delay, the next publication or the hourly run continues. */
const maxDelayMs = 5 * 60_000;

/** Runs one job. If the provider or the budget stops it, another job continues. */
export async function runLabelWaiting(
  deps: LabelPendingDeps & { jobs: Pick<Jobs, 'send'>; observe: Observe },
  signal: AbortSignal,
): Promise<void> {
  const { db, jobs, observe } = deps;
  const { stop, isNewStop, ...report } = await labelPending(deps, signal);
  if (report.asked > 0 || report.changed > 0) observe({ kind: 'llm_run_finished', ...report });
  if (!stop) return;
  const { kind: by, reason, resumeAt } = stop;
  if (isNewStop) observe({ kind: 'llm_stopped', by, resumeAt: resumeAt.toISOString(), error: new Error(reason) });
  const delayMs = Math.max(0, resumeAt.getTime() - Date.now());
  if (delayMs > maxDelayMs) return;
  const delaySeconds = Math.ceil(delayMs / 1000);
  await db.transaction().execute((trx) => jobs.send(trx, 'label_llm', null, undefined, { delaySeconds }));
}
