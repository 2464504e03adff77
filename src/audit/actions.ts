// Commits changes together with their audit records, and limits actions by their number of records.
import type { Trx } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { hourMs } from '../lib/time.ts';
import type { Actor, Context } from './actor.ts';
import { type AuditAction, type Details, differences } from './audit.ts';
import { insertRecord, timeOfNewest } from './store.ts';

type Compared<T extends object> = {
  before: T;
  after: T;
  fields: readonly (keyof T & string)[];
  show?: Parameters<typeof differences<T>>[3];
};

/** Without `details`, the differences of the row before and after are the details; without differences, nothing is written. */
type Change<T extends object> = { action: AuditAction; subject: string; accountId?: string | null } & (
  | { details?: Details }
  | Compared<T>
);

/** Writes an audit record in the transaction of the change. Returns false if nothing differs. */
export type Audit = <T extends object>(change: Change<T>) => Promise<boolean>;

/** Data that a process serves from memory. */
type Part = 'catalog' | 'sources' | { keys: string } | { feeds: string };

/** Runs the transaction of an action, then reloads `part` in this process. */
export async function commit<T>(
  { db, actor, refresh }: Context,
  change: (trx: Trx, audit: Audit) => Promise<T>,
  part?: Part,
): Promise<T> {
  const changed = await db.transaction().execute((trx) => change(trx, auditBy(trx, actor)));
  if (typeof part === 'string') await refresh?.[part]();
  else if (part && 'keys' in part) await refresh?.keys(part.keys);
  else if (part) await refresh?.feeds(part.feeds);
  return changed;
}

/** Audits in a transaction that is already open. */
export function auditBy(trx: Trx, actor: Actor): Audit {
  return async (change) => {
    const { action, subject, accountId } = change;
    const details =
      'fields' in change
        ? differences(change.before, change.after, change.fields, change.show)
        : (change.details ?? {});
    if (!details) return false;
    await insertRecord(trx, {
      at: new Date(),
      actor_kind: actor.kind,
      key_id: actor.keyId,
      operator_email: actor.operatorEmail ?? null,
      member_email: actor.memberEmail ?? null,
      account_id: accountId ?? null,
      action,
      subject,
      details: JSON.stringify(shortened(details)),
      request_id: actor.requestId,
      address: actor.address,
    });
    return true;
  };
}

const maxListed = 10;

/** Records are kept for 400 days, so a long list is stored as its beginning and its length. */
function shortened(details: Details): Details {
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) =>
      Array.isArray(value) && value.length > maxListed
        ? [
            [name, value.slice(0, maxListed)],
            [`${name}_count`, value.length],
          ]
        : [[name, value]],
    ),
  );
}

/** Throws `rate_limited` after `max` uses of an action by an account in an hour. `what` names them. The account must be locked. */
export async function assertRate(
  trx: Trx,
  accountId: string,
  { action, what, max }: { action: AuditAction; what: string; max: number },
  now: Date,
): Promise<void> {
  const at = await timeOfNewest(trx, { accountId, action, nth: max });
  const waitMs = at === undefined ? 0 : at.getTime() + hourMs - now.getTime();
  if (waitMs <= 0) return;
  fail('rate_limited', `An account may request ${max} ${what} per hour. Retry later.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}
