// Asks the language model for variants of a line, within the budget of the month and not while its endpoint is stopped.
import type { Database } from '../../db/database.ts';
import { waitOf } from '../../labels/llm/endpoint-stop.ts';
import type { VariantModel } from '../../labels/llm/variant-model.ts';
import { fail } from '../../lib/errors.ts';
import type { Observe } from '../../telemetry/events.ts';
import {
  deleteStop,
  monthOf,
  recordStop,
  reserveTokens,
  selectStop,
  settleCall,
} from '../labelling/llm/store-usage.ts';

export type VariantModelDeps = {
  db: Database;
  observe: Observe;
  model: VariantModel;
  /** Tokens a month, with those of labels; null is unlimited. */
  budget: number | null;
  /** Aborts when the service stops. */
  stopping: AbortSignal;
};

/**
 * The texts of one call, none if its answer was invalid: the line may be why, so that stops nothing. Throws `unavailable` where the
 * model cannot be asked. No transaction is open during the call.
 */
export async function askVariants(deps: VariantModelDeps, line: string, count: number): Promise<string[]> {
  const { db, model, budget } = deps;
  const now = new Date();
  const stop = await findStop(deps, now);
  if (stop) failUntil('The language model cannot be asked at the moment.', stop.resume_at, now);
  const account = { model: model.name, month: monthOf(now) };
  const reserved = model.estimate(line, count);
  const { isReserved } = await reserveTokens(db, account, reserved, budget);
  if (!isReserved) {
    const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
    failUntil('The language model has used up its tokens of this month.', nextMonth, now);
  }
  const { texts, stop: stopped, tokens: taken } = await askOnce(deps, line, count);
  await db.transaction().execute(async (trx) => {
    await settleCall(trx, account, { reserved, taken, isFault: !texts?.length });
    if (texts) await deleteStop(trx, model.name);
  });
  if (texts) return texts;
  const { kind, reason } = stopped;
  const resumeAt = new Date(Date.now() + waitOf(stopped));
  await recordStop(db, model.name, { kind, reason, resumeAt });
  deps.observe({ kind: 'llm_stopped', by: kind, resumeAt: resumeAt.toISOString(), error: new Error(reason) });
  return failUntil('The language model did not answer.', resumeAt, new Date());
}

/** Its own stop, or the rate limit that labels met. Their other stops say nothing about this question. */
async function findStop({ db, model }: VariantModelDeps, now: Date) {
  const [own, ofLabels] = await Promise.all([selectStop(db, model.name), selectStop(db, model.labelsName)]);
  const stops = [own, ofLabels?.kind === 'rate_limit' ? ofLabels : undefined];
  return stops.find((stop) => stop && stop.resume_at > now);
}

/** The tokens of a call that the stop of the service ends stay counted: the endpoint may have taken them. */
async function askOnce({ model, stopping }: VariantModelDeps, line: string, count: number) {
  try {
    return await model.ask(line, count, stopping);
  } catch (error) {
    if (!stopping.aborted) throw error;
    return fail('unavailable', 'The service restarts. Try again in a few seconds.', { retryAfterSeconds: 5 });
  }
}

/** Why is in the log and the console: it is about the operator's endpoint. */
function failUntil(what: string, resumeAt: Date, now: Date): never {
  const retryAfterSeconds = Math.max(1, Math.ceil((resumeAt.getTime() - now.getTime()) / 1000));
  fail('unavailable', `${what} Send the request without \`variants\`, or again after ${resumeAt.toISOString()}.`, {
    retryAfterSeconds,
  });
}
