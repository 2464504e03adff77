// Starts trainings: after publications and decisions if there is enough to learn, and whenever an operator wants one.
import { setTimeout as sleep } from 'node:timers/promises';
import { writeAudit } from '../../../audit/actions.ts';
import type { Acting } from '../../../audit/actor.ts';
import type { Database, Db, Trx } from '../../../db/database.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Observe } from '../../../telemetry/events.ts';
import { selectNewestModel } from '../store-models.ts';
import { countDecisionsAfter, countGivenAfter } from './store.ts';
import { newLinesPerTraining, type TrainingReport } from './training.ts';

type Sending = { jobs: Pick<Jobs, 'send'> };

/** Jobs with this key never run at once, in all processes together. */
const key = 'labels';
const immediately = { delaySeconds: 0 };

/** Enqueues a training after a publication, if it brought enough. Never fails: the publication is done, and the next one asks again. */
export async function requestTraining(deps: Sending & { db: Database; observe: Observe }): Promise<void> {
  const { db, jobs, observe } = deps;
  try {
    if (await hasEnoughToLearn(db))
      await db.transaction().execute((trx) => jobs.send(trx, 'train_labels', { isForced: false }, key));
  } catch (error) {
    observe({ kind: 'jobs_error', error });
  }
}

/** Enqueues a training when `trx` commits, if it and those before it decided enough. Imports wait for the next file, decisions do not. */
export async function requestTrainingAfterDecisions(trx: Trx, { jobs }: Sending): Promise<void> {
  if (await hasEnoughDecisions(trx)) await jobs.send(trx, 'train_labels', { isForced: false }, key, immediately);
}

/** Since the last model was trained, whether it was used or refused. */
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
export async function trainNow({ db, jobs, actor }: Acting & Sending): Promise<TrainingReport> {
  const before = (await selectNewestModel(db))?.version ?? 0;
  await db.transaction().execute(async (trx) => {
    await jobs.send(trx, 'train_labels', { isForced: true }, key, immediately);
    await writeAudit(trx, actor, { action: 'labels.trained', subject: 'labels' });
  });
  for (const until = performance.now() + waitMs; performance.now() < until; await sleep(pollMs)) {
    const model = await selectNewestModel(db);
    if (model === undefined || model.version <= before) continue;
    const { version, lines, scores } = model;
    return { state: model.state === 'refused' ? 'refused' : 'active', version, lines, scores };
  }
  return { state: 'running', version: null, lines: null, scores: null };
}
