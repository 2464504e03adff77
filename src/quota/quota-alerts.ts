// Quota alerts: notifies an account by email and webhook when 80 % and 100 % of a limit or of the included calls are used, once per period
// over all processes.
import { type Account, limitsText } from '../accounts/account.ts';
import { plans } from '../accounts/plan.ts';
import { findAccount } from '../accounts/store.ts';
import type { Database, Trx } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { counted } from '../lib/text.ts';
import type { WindowName } from '../lib/time.ts';
import { composeMail, type MailMessage } from '../mail/message.ts';
import { claimQuotaAlert, type WindowKey } from './store.ts';

/** A percentage of a limit that is used. Included calls are a limit that is not enforced. `resetsAt` is in milliseconds since 1970. */
type Reached = WindowKey & { name: WindowName; limit: number; percent: number; resetsAt: number; isEnforced: boolean };
export type OnReached = (reached: Reached) => Promise<void>;

/** Implemented by webhooks/, which imports quota. */
type EmitQuota = (
  trx: Trx,
  event: { type: 'quota.reached'; accountId: string; data: Readonly<Record<string, unknown>> },
) => Promise<unknown>;

export type QuotaMail = { db: Database; jobs: Pick<Jobs, 'send'>; publicUrl: () => string; emit: EmitQuota };

export function createQuotaAlerts({ db, jobs, publicUrl, emit }: QuotaMail): OnReached {
  return (reached) =>
    db.transaction().execute(async (trx) => {
      // An email about 100 % makes one about 80 % unnecessary, so a process that is behind claims nothing.
      if (!(await claimQuotaAlert(trx, reached))) return;
      const account = await findAccount(trx, reached.accountId);
      if (!account) return;
      await jobs.send(trx, 'mail', quotaEmail(account, reached, publicUrl()));
      const { accountId, name: window, limit, percent, resetsAt } = reached;
      const data = { window, limit, percent, resets_at: new Date(resetsAt).toISOString() };
      await emit(trx, { type: 'quota.reached', accountId, data });
    });
}

const periods: Readonly<Record<WindowName, { calls: string; now: string }>> = {
  day: { calls: 'daily calls', now: 'today' },
  month: { calls: 'monthly calls', now: 'this month' },
};

function quotaEmail(account: Account, reached: Reached, publicUrl: string): MailMessage {
  const { name, percent, resetsAt, isEnforced } = reached;
  const calls = isEnforced ? periods[name].calls : `included ${periods[name].calls}`;
  const resets = `${new Date(resetsAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return composeMail({
    to: account.email,
    subject: percent >= 100 ? `Your ${calls} are used up` : `${percent}% of your ${calls} are used`,
    name: account.name,
    parts: [
      `${usedText(reached)} ${consequenceOf(reached, resets)}`,
      {
        facts: [
          ['Plan', plans[account.plan].title],
          ['Limit', limitsText(account)],
          ['Resets', resets],
        ],
      },
      { button: 'See usage', url: `${publicUrl}/dashboard/usage` },
      ...(isEnforced ? [{ links: [{ label: 'Request a higher plan', url: `${publicUrl}/dashboard/plan` }] }] : []),
    ],
  });
}

function usedText({ name, limit, percent, isEnforced }: Reached): string {
  const share = percent >= 100 ? 'its' : `${percent}% of its`;
  return `Your account has used ${share} ${counted(limit, isEnforced ? 'call' : 'included call')} of ${periods[name].now}.`;
}

function consequenceOf({ percent, isEnforced }: Reached, resets: string): string {
  if (!isEnforced) return 'Further calls are still served.';
  const fail = `fail with 429 quota_exceeded until ${resets}.`;
  return percent >= 100 ? `Further calls ${fail}` : `Calls beyond the limit ${fail}`;
}
