// SQL of the requests that operators decide: for keys, plans and reactivations.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { isoOrNull } from '../lib/time.ts';
import type { PlanName } from './caller.ts';
import type { KeyRequest } from './key-request.ts';

const lowerEmail = sql<string>`lower(email)`;

export function toKeyRequest(row: Selectable<Tables['key_requests']>): KeyRequest {
  const { id, name, email, kind, use_case, plan, state, account_id, calls_per_month, created_at, decided_at } = row;
  return {
    ...{ id, name, email, kind, use_case, expected_calls_per_month: calls_per_month, plan, state, account_id },
    created_at: created_at.toISOString(),
    decided_at: isoOrNull(decided_at),
  };
}

type NewKeyRequest = Omit<Insertable<Tables['key_requests']>, 'state' | 'created_at' | 'decided_at'>;

export async function insertKeyRequest(db: Db, request: NewKeyRequest): Promise<KeyRequest> {
  const row = { ...request, state: 'pending' as const, created_at: new Date() };
  return toKeyRequest(await db.insertInto('key_requests').values(row).returningAll().executeTakeFirstOrThrow());
}

export async function countPendingKeyRequests(db: Db, email: string): Promise<number> {
  const { pending } = await db
    .selectFrom('key_requests')
    .select(({ fn }) => fn.countAll<number>().as('pending'))
    .where('state', '=', 'pending')
    .where('kind', '=', 'key')
    .where(lowerEmail, '=', sql<string>`lower(${email})`)
    .executeTakeFirstOrThrow();
  return pending;
}

export async function findKeyRequest(db: Db, id: string): Promise<KeyRequest | undefined> {
  const row = await db.selectFrom('key_requests').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toKeyRequest(row);
}

/** Returns undefined if it is not pending: of two concurrent decisions one wins. */
export async function decideKeyRequest(
  db: Db,
  id: string,
  state: 'approved' | 'declined',
): Promise<KeyRequest | undefined> {
  const update = db.updateTable('key_requests').set({ state, decided_at: new Date() });
  const row = await update.where('id', '=', id).where('state', '=', 'pending').returningAll().executeTakeFirst();
  return row && toKeyRequest(row);
}

export async function attachKeyRequest(db: Db, id: string, accountId: string): Promise<void> {
  await db.updateTable('key_requests').set({ account_id: accountId }).where('id', '=', id).execute();
}

// SQL of requests by the holder of an account

type OwnRequest = { accountId: string; kind: KeyRequest['kind'] };

/** Newest first: pending requests and the last decisions. */
export async function selectOwnRequests(db: Db, accountId: string, limit: number): Promise<KeyRequest[]> {
  const query = db
    .selectFrom('key_requests')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '!=', 'key');
  return (await query.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()).map(toKeyRequest);
}

/** Removes pending requests of this kind, or the one with this id. Returns their ids. */
export async function deletePendingRequests(
  trx: Trx,
  accountId: string,
  which: { kind: KeyRequest['kind'] } | { id: string },
): Promise<string[]> {
  let query = trx.deleteFrom('key_requests').where('account_id', '=', accountId).where('state', '=', 'pending');
  query = 'id' in which ? query.where('id', '=', which.id) : query.where('kind', '=', which.kind);
  return (await query.where('kind', '!=', 'key').returning('id').execute()).map(({ id }) => id);
}

/** Approves the pending requests that a change of the account grants. Returns their ids. */
export async function approveOwnRequests(
  trx: Trx,
  { accountId, kind, plan }: OwnRequest & { plan?: PlanName },
): Promise<string[]> {
  let query = trx
    .updateTable('key_requests')
    .set({ state: 'approved', decided_at: new Date() })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('state', '=', 'pending');
  if (plan !== undefined) query = query.where('plan', '=', plan);
  return (await query.returning('id').execute()).map(({ id }) => id);
}
