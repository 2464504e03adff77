// Collects notices, and mails them to the operator: at most one email an hour, over all processes, and each notice once.
import type { Database, Trx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { hourMs } from '../lib/time.ts';
import { operatorMail } from './email.ts';
import { type Notice, type Problem, problemKey } from './notice.ts';
import {
  claimCheck,
  insertNotice,
  lockLastMail,
  markNoticed,
  setLastMail,
  takeNotices,
  touchProblems,
} from './store.ts';

/** `operatorEmail`: undefined if nobody is to be mailed. */
export type NoticeDeps = { jobs: Pick<Jobs, 'send'>; operatorEmail: string | undefined };

/** Problems of less are not mailed: many pass by themselves. */
const lastingMs = 2 * 60_000;
/** A problem that is back within this time is the same one. */
const forgottenAfterMs = hourMs;
/** Processes check in turn. A bit less than their interval, so that a timer that is early does not skip its turn. */
const checkedEveryMs = 55_000;

const jobKey = 'operator';

/** Sent when `trx` commits, or with the next email. */
export async function addNotice(trx: Trx, { jobs, operatorEmail }: NoticeDeps, notice: Notice): Promise<void> {
  if (operatorEmail === undefined) return;
  await insertNotice(trx, notice);
  // If a job is queued already, that one takes this notice too.
  await jobs.send(trx, 'operator_mail', null, jobKey);
}

/** The job: mails what was collected, or puts itself off until an hour after the last email. */
export async function mailNotices(
  { db, jobs, operatorEmail }: NoticeDeps & { db: Database },
  now = new Date(),
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const mailedAt = await lockLastMail(trx);
    const waitMs = mailedAt ? mailedAt.getTime() + hourMs - now.getTime() : 0;
    if (waitMs > 0) {
      await jobs.send(trx, 'operator_mail', null, jobKey, { delaySeconds: Math.ceil(waitMs / 1000) });
      return;
    }
    const notices = await takeNotices(trx);
    if (operatorEmail === undefined || notices.length === 0) return;
    await jobs.send(trx, 'mail', operatorMail(operatorEmail, notices));
    await setLastMail(trx, now);
  });
}

type CheckDeps = NoticeDeps & { db: Database; readProblems: () => Promise<readonly Problem[]>; publicUrl: string };

/** Adds a notice of each problem that lasts. Of several processes that call it each minute, one checks. */
export async function checkProblems(
  { db, jobs, operatorEmail, readProblems, publicUrl }: CheckDeps,
  now = new Date(),
): Promise<void> {
  if (operatorEmail === undefined || !(await claimCheck(db, now, new Date(now.getTime() - checkedEveryMs)))) return;
  const problems = new Map((await readProblems()).map((problem) => [problemKey(problem), problem]));
  await db.transaction().execute(async (trx) => {
    const forgotten = new Date(now.getTime() - forgottenAfterMs);
    const seen = await touchProblems(trx, [...problems.keys()], { now, forgotten });
    for (const { key, first_seen_at, noticed_at } of seen) {
      const problem = problems.get(key);
      if (!problem || noticed_at || now.getTime() - first_seen_at.getTime() < lastingMs) continue;
      await markNoticed(trx, key, now);
      const { what: text, action } = problem;
      await addNotice(trx, { jobs, operatorEmail }, { kind: 'problem', text, url: publicUrl + action });
    }
  });
}
