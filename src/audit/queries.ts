// Lists audit records: all for the operator, and an account's own for its holder.
import { type Database, takePage } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { type AccountKind, type AuditAction, type AuditRecord, auditActions } from './audit.ts';
import { selectRecords } from './store.ts';

export type AuditQuery = {
  account?: string;
  /** One action or several. */
  action?: AuditAction | readonly AuditAction[];
  /** A kind of actor, the id of a key, or the email of an operator or a member. */
  actor?: string;
  subject?: string;
  /** Id of the last record of the previous page. */
  after?: string;
  /** Default 50. */
  limit?: number;
};

export type AuditPage = { records: AuditRecord[]; next: string | null };

/** Newest first. */
export async function listAudit(db: Database, { after, limit = 50, ...query }: AuditQuery = {}): Promise<AuditPage> {
  const before = after === undefined ? undefined : parseId(after);
  const { rows: records, next } = await takePage(
    limit,
    (count) => selectRecords(db, { ...query, before, limit: count }),
    ({ id }) => id,
  );
  return { records, next };
}

/** Private to operators. */
const privateAction: AuditAction = 'account.noted';

/** Actors on the account's own behalf. */
const ownActors: readonly AuditRecord['actor'][] = ['key', 'session', 'link'];

/** Audit records as the holder of the account sees them: without the operator's email, request id and IP address. */
export async function listOwnAudit(
  db: Database,
  { accountId, kind, ...page }: Pick<AuditQuery, 'after' | 'limit'> & { accountId: string; kind?: AccountKind },
): Promise<AuditPage> {
  const action = auditActions.filter((name) => name !== privateAction && (!kind || name.startsWith(`${kind}.`)));
  const { records, next } = await listAudit(db, { ...page, action, account: accountId });
  const redacted = records.map((record) =>
    ownActors.includes(record.actor) ? record : { ...record, operator_email: null, request_id: null, address: null },
  );
  return { records: redacted, next };
}

function parseId(id: string): number {
  const [, digits] = /^aud_([1-9]\d{0,14})$/.exec(id) ?? [];
  return digits ? Number(digits) : fail('invalid_cursor', 'Invalid `after`. Use the `next` of the previous page.');
}
