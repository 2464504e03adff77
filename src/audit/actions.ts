// Runs the transaction of a change, writes its audit records in it, so that both commit or neither, and limits actions by them.
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

/** The details are given, or are the differences of a row; where nothing differs, no record is written. */
type Change<T extends object> = { action: AuditAction; subject: string; accountId?: string | null } & (
  | { details?: Details }
  | Compared<T>
);

/** Writes an audit record in the transaction of the change. Resolves to whether something differs. */
export type Audit = <T extends object>(change: Change<T>) => Promise<boolean>;

/** What `commit` changes of that which processes serve from memory. */
type Part = 'catalog' | 'sources' | { keys: string } | { feeds: string };

/** The transaction of a verb. Returns when this process serves `part` as it is then. */
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

/** In a transaction that another function began. */
export function auditBy(trx: Trx, actor: Actor): Audit {
  return async ({ action, subject, accountId, ...given }) => {
    const details =
      'fields' in given
        ? differences(given.before, given.after, given.fields, given.show)
        : { ...('details' in given && given.details) };
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

/** A record is kept for 400 days, so of a long list it has the beginning and the length. */
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

/** Throws `rate_limited` after `max` of an action of an account in an hour. `what` names them. The account is locked. */
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
