// Writes audit records, in the transaction of the change, so that both commit or neither, and limits actions by them.
import type { Trx } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { hourMs } from '../lib/time.ts';
import type { Actor } from './actor.ts';
import type { AuditAction, Details } from './audit.ts';
import { insertRecord, timeOfNewest } from './store.ts';

type Change = { action: AuditAction; subject: string; accountId?: string; details?: Details };

/** `trx` is the transaction that makes the change. */
export async function writeAudit(
  trx: Trx,
  actor: Actor,
  { action, subject, accountId, details = {} }: Change,
): Promise<void> {
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
