// The audit log: who did what to what and when. Written in the transaction of the change, so that neither is without the other.

import type { Database, Trx } from '../db/database.ts';
import { takePage } from '../db/page.ts';
import { fail } from '../lib/errors.ts';
import type { Actor } from './actor.ts';
import { insertRecord, selectRecords } from './store.ts';

export const auditActions = [
  'account.created',
  'account.changed',
  'key.created',
  'key.regenerated',
  'key.revoked',
  'key_request.approved',
  'key_request.declined',
  'sign_in_link.created',
  'hook.edited',
  'hook.accepted',
  'hook.rejected',
  'hook.reopened',
  'hook.retired',
  'webhook.created',
  'webhook.changed',
  'webhook.tested',
  'webhook.paused',
  'webhook.resumed',
  'webhook.rotated',
  'webhook.replayed',
  'webhook.deleted',
  'export.requested',
  'export.canceled',
  'source.created',
  'source.changed',
  'source.run',
  'source.deleted',
  'import.started',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Nouns whose actions belong to an account. */
export const accountKinds = ['account', 'key', 'webhook', 'export', 'key_request'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Never a secret, a key or the text of a mail, and of addresses only their origin: a path or a query may hold a token. */
export type Details = Record<string, unknown>;

export type AuditRecord = {
  id: string;
  at: string;
  action: AuditAction;
  /** Id of what was changed. */
  subject: string;
  /** The account that the subject belongs to; null where it is nobody's. */
  account_id: string | null;
  actor: Actor['kind'];
  key_id: string | null;
  details: Details;
  request_id: string | null;
  address: string | null;
};

type Change = { action: AuditAction; subject: string; accountId?: string; details?: Details };

/** `trx` is the transaction that makes the change. */
export async function record(
  trx: Trx,
  actor: Actor,
  { action, subject, accountId, details = {} }: Change,
): Promise<void> {
  await insertRecord(trx, {
    at: new Date(),
    actor_kind: actor.kind,
    key_id: actor.keyId,
    account_id: accountId ?? null,
    action,
    subject,
    details: JSON.stringify(details),
    request_id: actor.requestId,
    address: actor.address,
  });
}

export type AuditQuery = {
  account?: string;
  /** One of them, or several. */
  action?: AuditAction | readonly AuditAction[];
  /** A kind of actor, or the id of a key. */
  actor?: string;
  subject?: string;
  /** Id of the last record of the page before. */
  after?: string;
  /** 50 unless told. */
  limit?: number;
};

export type AuditPage = { records: AuditRecord[]; next: string | null };

/** The newest first. */
export async function listAudit(db: Database, { after, limit = 50, ...query }: AuditQuery = {}): Promise<AuditPage> {
  const before = after === undefined ? undefined : parseId(after);
  const { rows: records, next } = await takePage(
    limit,
    (count) => selectRecords(db, { ...query, before, limit: count }),
    ({ id }) => id,
  );
  return { records, next };
}

/** What account holders see of their account: everything but where the operator was. */
export async function listOwnAudit(
  db: Database,
  accountId: string,
  { kind, ...page }: Pick<AuditQuery, 'after' | 'limit'> & { kind?: AccountKind } = {},
): Promise<AuditPage> {
  const action = kind && auditActions.filter((one) => one.startsWith(`${kind}.`));
  const { records, next } = await listAudit(db, { ...page, action, account: accountId });
  const shown = records.map((one) =>
    one.actor === 'key' || one.actor === 'session' ? one : { ...one, request_id: null, address: null },
  );
  return { records: shown, next };
}

/** The fields that differ, as they were and as they are; undefined where none does. `show` stands in for what must not be told. */
export function differences<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
  show: { [field in keyof T]?: (value: T[field]) => unknown } = {},
): Details | undefined {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (changed.length === 0) return undefined;
  const shown = <F extends keyof T>(of: T, field: F) => show[field]?.(of[field]) ?? of[field];
  return Object.fromEntries(changed.map((field) => [field, { from: shown(before, field), to: shown(after, field) }]));
}

/** Scheme, host and port of a web address; anything else is a path and stays. */
export function originOf(address: string): string {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : address;
}

function parseId(id: string): number {
  const [, digits] = /^aud_([1-9]\d{0,14})$/.exec(id) ?? [];
  return digits ? Number(digits) : fail('invalid_cursor', 'after is the id of a record, as `next` tells it.');
}
