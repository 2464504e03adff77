// Collects operator alerts and mails them: at most one email an hour, across all processes, and each operator alert once.
import type { Database, Trx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { newId } from '../lib/ids.ts';
import { counted } from '../lib/text.ts';
import { hourMs } from '../lib/time.ts';
import {
  type OperatorAlert,
  operatorMail,
  type Problem,
  type ProblemEvent,
  problemKey,
  toWebhookBody,
} from './operator-alert.ts';
import {
  claimCheck,
  delayNextMail,
  insertOperatorAlert,
  insertOutage,
  lockLastMail,
  markAlerted,
  setLastMail,
  takeOperatorAlerts,
  takeResolved,
  touchProblems,
} from './store.ts';

/** `operatorEmail`: undefined if nobody is to be mailed. */
export type OperatorAlertDeps = { jobs: Pick<Jobs, 'send'>; operatorEmail: string | undefined };

/** Shorter problems are not mailed, since many end without an action. */
const lastingMs = 2 * 60_000;
/** A problem that returns within this time counts as the same one. */
const forgottenAfterMs = hourMs;
/** A problem is over if it was not seen for this long, since some come and go. */
const overAfterMs = 5 * 60_000;
/** Processes check in turn. A bit less than their interval, so that a timer that is early does not skip its turn. */
const checkedEveryMs = 55_000;

const jobKey = 'operator';

/** The operator alert is sent when `trx` commits, or with the next email. */
export async function addOperatorAlert(
  trx: Trx,
  { jobs, operatorEmail }: OperatorAlertDeps,
  alert: OperatorAlert,
): Promise<void> {
  if (operatorEmail === undefined) return;
  await insertOperatorAlert(trx, alert);
  // A queued job includes this operator alert, but without the lock it could run before `trx` commits.
  await delayNextMail(trx);
  await jobs.send(trx, 'operator_mail', null, jobKey);
}

/** The job: mails the collected operator alerts, or is rescheduled to one hour after the last email. */
export async function mailOperatorAlerts(
  { db, jobs, operatorEmail }: OperatorAlertDeps & { db: Database },
  now = new Date(),
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const mailedAt = await lockLastMail(trx);
    const waitMs = mailedAt ? mailedAt.getTime() + hourMs - now.getTime() : 0;
    if (waitMs > 0) {
      await jobs.send(trx, 'operator_mail', null, jobKey, { delaySeconds: Math.ceil(waitMs / 1000) });
      return;
    }
    const alerts = await takeOperatorAlerts(trx);
    if (operatorEmail === undefined || alerts.length === 0) return;
    await jobs.send(trx, 'mail', operatorMail(operatorEmail, alerts));
    await setLastMail(trx, now);
  });
}

type CheckDeps = OperatorAlertDeps & {
  db: Database;
  readProblems: () => Promise<readonly Problem[]>;
  publicUrl: string;
  /** Whether the operator has a webhook. */
  hasWebhook?: boolean;
};

/**
 * Adds an operator alert for each lasting problem, and posts its start and end to the webhook. Of several processes that call it each
 * minute, one checks.
 */
export async function checkProblems(
  { db, jobs, operatorEmail, readProblems, publicUrl, hasWebhook = false }: CheckDeps,
  now = new Date(),
): Promise<void> {
  if (operatorEmail === undefined && !hasWebhook) return;
  if (!(await claimCheck(db, now, ago(now, checkedEveryMs)))) return;
  const problems = new Map((await readProblems()).map((problem) => [problemKey(problem), problem]));
  await db.transaction().execute(async (trx) => {
    const post = async (event: ProblemEvent) => {
      if (hasWebhook) await jobs.send(trx, 'operator_webhook', { id: newId('msg'), body: toWebhookBody(event, now) });
    };
    const seen = await touchProblems(trx, [...problems.keys()], { now, forgotten: ago(now, forgottenAfterMs) });
    for (const { key, first_seen_at: since, alerted_at } of seen) {
      const problem = problems.get(key);
      if (!problem || alerted_at || now.getTime() - since.getTime() < lastingMs) continue;
      const url = publicUrl + problem.action;
      await markAlerted(trx, key, now, { ...problem, url });
      await addOperatorAlert(trx, { jobs, operatorEmail }, { kind: 'problem', text: problem.what, url });
      await post({ event: 'problem.started', problem, since, url });
    }
    for (const resolved of await takeResolved(trx, now, ago(now, overAfterMs)))
      await post({ event: 'problem.resolved', ...resolved });
  });
}

type OutageDeps = OperatorAlertDeps & { db: Database; publicUrl: string; hasWebhook: boolean };

/**
 * Reports a database outage when it is over, since emails and jobs need the database. Of several processes that noticed it, one reports.
 */
export async function reportOutage(
  { db, jobs, operatorEmail, publicUrl, hasWebhook }: OutageDeps,
  { since, until }: { since: Date; until: Date },
): Promise<void> {
  if (until.getTime() - since.getTime() < lastingMs) return;
  const minutes = Math.round((until.getTime() - since.getTime()) / 60_000);
  const [from, to] = [since, until].map((at) => at.toISOString().slice(0, 16).replace('T', ' '));
  const what = `The database was unavailable for ${counted(minutes, 'minute')}, from ${from} to ${to} UTC. Hooks were served, changes were refused.`;
  const url = `${publicUrl}/console`;
  const problem = { severity: 'error', what } as const;
  await db.transaction().execute(async (trx) => {
    if (!(await insertOutage(trx, { key: 'outage', ...problem, url, since, until }))) return;
    await addOperatorAlert(trx, { jobs, operatorEmail }, { kind: 'problem', text: what, url });
    const body = toWebhookBody({ event: 'problem.resolved', problem, since, url }, until);
    if (hasWebhook) await jobs.send(trx, 'operator_webhook', { id: newId('msg'), body });
  });
}

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);
