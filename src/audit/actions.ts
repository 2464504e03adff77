// Writes audit records, in the transaction of the change, so that both commit or neither.
import type { Trx } from '../db/database.ts';
import type { Actor } from './actor.ts';
import type { AuditAction, Details } from './audit.ts';
import { insertRecord } from './store.ts';

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
    account_id: accountId ?? null,
    action,
    subject,
    details: JSON.stringify(details),
    request_id: actor.requestId,
    address: actor.address,
  });
}
