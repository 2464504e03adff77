// Starts trainings: after publications and decisions that provide enough to learn, and at an operator's request.

import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { commit } from '../../../audit/actions.ts';
import type { Context } from '../../../audit/actor.ts';
import type { Database, Db, Trx } from '../../../db/database.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { type GuessedLabel, isGuess, type RequiredLabel, requiredLabels } from '../../../labels/label.ts';
import type { LabelGuesses, Labeller } from '../../../labels/labeller.ts';
import { startThread, untilExit } from '../../../lib/threads/warm-threads.ts';
import type { Observe } from '../../../telemetry/events.ts';
import { toLabelInput } from '../live-labeller.ts';
import { hasLearned, selectNewestModel } from '../store-models.ts';
import { countDecisionsAfter, countGivenAfter, type PendingRow } from './store.ts';

type Sending = { jobs: Pick<Jobs, 'send'> };

/** Jobs with this key never run concurrently, in all processes together. */
const key = 'labels';
const immediately = { delaySeconds: 0 };

/**
 * Enqueues a training after a publication that provides enough to learn. Never fails: the publication is done, and the next one checks
 * again.
 */
export async function requestTraining(deps: Sending & { db: Database; observe: Observe }): Promise<void> {
  const { db, jobs, observe } = deps;
  try {
    if (await hasEnoughToLearn(db))
      await db.transaction().execute((trx) => jobs.send(trx, 'train_labels', { isForced: false }, key));
  } catch (error) {
    observe({ kind: 'jobs_error', error });
  }
}

/**
 * Enqueues a training when `trx` commits, if there are enough new decisions. It starts at once, whereas a training after an import is
 * delayed in case of further files.
 */
export async function requestTrainingAfterDecisions(trx: Trx, { jobs }: Sending): Promise<void> {
  if (await hasEnoughDecisions(trx)) await jobs.send(trx, 'train_labels', { isForced: false }, key, immediately);
}

/**
 * Enqueues a training when `trx` commits, if the active model may have learned decisions that `trx` undoes. `decision` is the first undone
 * one.
 */
export async function requestRelearning(trx: Trx, { jobs }: Sending, decision = 0): Promise<void> {
  if (await hasLearned(trx, decision)) await jobs.send(trx, 'train_labels', { isForced: true }, key, immediately);
}

/** Counts from the last trained model, whether it was used or refused. */
export async function hasEnoughToLearn(db: Db): Promise<boolean> {
  const last = (await selectNewestModel(db))?.last_hook ?? 0;
  return (
    (await hasEnoughDecisions(db)) || (await countGivenAfter(db, last, newLinesPerTraining)) >= newLinesPerTraining
  );
}

async function hasEnoughDecisions(db: Db): Promise<boolean> {
  const last = (await selectNewestModel(db))?.last_decision ?? 0;
  return (await countDecisionsAfter(db, last, newLinesPerTraining)) >= newLinesPerTraining;
}

const waitMs = 20_000;
const pollMs = 200;

/** Starts a training now, and waits for it. Resolves after 20 s with `running` if it is not finished. */
export async function trainNow(ctx: Context & Sending): Promise<TrainingReport> {
  const { db, jobs } = ctx;
  const before = (await selectNewestModel(db))?.version ?? 0;
  await commit(ctx, async (trx, audit) => {
    await jobs.send(trx, 'train_labels', { isForced: true }, key, immediately);
    await audit({ action: 'labels.trained', subject: 'labels' });
  });
  for (const until = performance.now() + waitMs; performance.now() < until; await sleep(pollMs)) {
    const model = await selectNewestModel(db);
    if (model === undefined || model.version <= before) continue;
    const { version, lines, scores } = model;
    return { state: model.state === 'refused' ? 'refused' : 'active', version, lines, scores };
  }
  return { state: 'running', version: null, lines: null, scores: null };
}

// Training of the labeller: its threshold and its result.

/** Number of new labels decided by curators, or of new hooks with given labels, that start a training. */
export const newLinesPerTraining = 25;

/** `skipped`: there was too little new to learn. */
export type TrainingOutcome =
  | { state: 'skipped' }
  | { state: 'active' | 'refused'; version: number; lines: number; tookMs: number };

export const trainingReportSchema = z
  .object({
    state: z.enum(['active', 'refused', 'running']).meta({
      description:
        '`active`: the new model is used. `refused`: it guesses worse than the one in use, which stays. `running`: not finished yet; `GET /operator/labels/report` will list it',
    }),
    version: z.number().int().nullable().meta({ description: 'Version of the new model; null while it is trained' }),
    lines: z.number().int().nullable().meta({ description: 'Number of labelled hooks used for training' }),
    scores: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Scores compared with the model in use' }),
  })
  .meta({ id: 'TrainingReport', description: 'Result of a training' });
export type TrainingReport = z.infer<typeof trainingReportSchema>;

// Teaching hooks: the pending hooks whose decision would teach the model most.

type TeachingCandidate = { id: number; source: string; creator: string | null; doubt: number };

type TeachingLimits = { hooks: number; perCreator: number; perSource: number };
const defaults: TeachingLimits = { hooks: 20, perCreator: 3, perSource: 8 };

/** Returns ids, the least certain first. */
export function findTeaching(rows: readonly PendingRow[], labeller: Labeller): number[] {
  return selectTeaching(
    rows.map((row) => ({
      id: row.id,
      source: row.source,
      creator: row.creator,
      doubt: doubtOf(labeller.guess(toLabelInput(row)), row),
    })),
  );
}

/** Returns the most doubtful hooks, but few of the same creator or source, since their lines would teach the same. */
function selectTeaching(candidates: readonly TeachingCandidate[], limits = defaults): number[] {
  const counts = new Map<string, number>();
  const takes = (key: string, max: number) => (counts.get(key) ?? 0) < max;
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const ids: number[] = [];
  for (const { id, source, creator } of candidates.toSorted((a, b) => b.doubt - a.doubt || a.id - b.id)) {
    if (ids.length >= limits.hooks) break;
    const [ofSource, ofCreator] = [`source ${source}`, `creator ${creator?.toLowerCase()}`];
    if (!takes(ofSource, limits.perSource) || (creator !== null && !takes(ofCreator, limits.perCreator))) continue;
    count(ofSource);
    if (creator !== null) count(ofCreator);
    ids.push(id);
  }
  return ids;
}

type Methods = Pick<PendingRow, `${RequiredLabel}_method`>;

/** Sums the complements of the margins between the two likeliest values, over the guessed labels. */
function doubtOf(guesses: LabelGuesses, methods: Methods): number {
  return requiredLabels
    .filter((label) => isGuess(methods[`${label}_method`]))
    .reduce((sum, label) => sum + 1 - marginOf(guesses, label), 0);
}

function marginOf(guesses: LabelGuesses, label: GuessedLabel): number {
  const { confidence, alternatives } = guesses[label];
  return Math.max(0, confidence - (alternatives[0]?.confidence ?? 0));
}

// Trains in a thread of its own, so that it never delays a request.

type Options = { isForced: boolean; observe: Observe; stopping: AbortSignal };

/** Rejects if the training fails, or when `stopping` ends it. The active model then stays. */
export async function trainInThread(url: string, { isForced, observe, stopping }: Options): Promise<TrainingOutcome> {
  stopping.throwIfAborted();
  const worker = startThread('training', new URL('./worker.ts', import.meta.url), { workerData: { url, isForced } });
  let outcome = { state: 'skipped' } as TrainingOutcome;
  worker.on('message', (message: TrainingOutcome) => {
    outcome = message;
  });
  try {
    await untilExit(worker, stopping);
    if (outcome.state !== 'skipped') observe({ kind: 'labels_trained', ...outcome });
    return outcome;
  } catch (error) {
    if (!stopping.aborted) observe({ kind: 'labels_training_failed', error });
    throw error;
  }
}
