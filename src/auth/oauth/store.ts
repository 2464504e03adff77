// SQL of apps that are connected by OAuth. better-auth inserts consents and tokens itself.
import { sql } from 'kysely';
import type { KeyScope } from '../../accounts/caller.ts';
import type { Db } from '../../db/database.ts';
import { rolesWith } from '../../members/member.ts';
import { type Key, type LimitColumns, toLimits } from '../keys/key.ts';
import type { KeyringRow } from '../keys/keyring.ts';
import type { Secrets } from '../secret-index.ts';

/** Loads all access tokens, or only these. They work while their consent exists and their user may connect apps to the account. */
export async function loadAccessTokens(db: Db, only?: Secrets): Promise<KeyringRow[]> {
  let query = db
    .selectFrom('oauth_access_tokens as tokens')
    .innerJoin('oauth_consents as consents', (join) =>
      join.onRef('consents.client_id', '=', 'tokens.client_id').onRef('consents.user_id', '=', 'tokens.user_id'),
    )
    .innerJoin('accounts', 'accounts.id', 'consents.account_id')
    .innerJoin('members', (join) =>
      join.onRef('members.account_id', '=', 'consents.account_id').onRef('members.user_id', '=', 'tokens.user_id'),
    )
    .select(['consents.id', 'consents.day_limit', 'consents.month_limit'])
    .select(['tokens.token', 'tokens.expires_at', 'tokens.scopes', 'accounts.id as account_id', 'plan'])
    .select(['accounts.day_limit as own_day', 'accounts.month_limit as own_month', 'suspended_at'])
    .where('members.role', 'in', rolesWith('change'))
    .where('revoked', 'is', null)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`);
  if (only)
    query =
      'hash' in only ? query.where('token', '=', only.hash) : query.where('consents.account_id', 'in', only.accountIds);
  const rows = await query.execute();
  return rows.map((row) => ({
    keyId: row.id,
    hash: row.token,
    expiresAt: row.expires_at,
    scopes: row.scopes.filter((scope): scope is KeyScope => scope === 'read'),
    allowedIps: null,
    accountId: row.account_id,
    plan: row.plan,
    ownLimits: { perDay: row.own_day, perMonth: row.own_month },
    keyLimits: { perDay: row.day_limit, perMonth: row.month_limit },
    suspended: row.suspended_at !== null,
    audience: 'mcp',
  }));
}

export type App = { id: string; clientId: string; name: string | null; connectedAt: Date; limits: Key['limits'] };

/** Returns the newest first. */
export async function selectApps(db: Db, { userId, accountId }: { userId: string; accountId: string }): Promise<App[]> {
  const rows = await db
    .selectFrom('oauth_consents as consents')
    .innerJoin('oauth_clients as clients', 'clients.client_id', 'consents.client_id')
    .select(['consents.id', 'clients.client_id', 'clients.name', 'consents.created_at', 'day_limit', 'month_limit'])
    .where('consents.user_id', '=', userId)
    .where('consents.account_id', '=', accountId)
    .orderBy('consents.created_at', 'desc')
    .execute();
  return rows.map((row) => {
    return { id: row.id, clientId: row.client_id, name: row.name, connectedAt: row.created_at, limits: toLimits(row) };
  });
}

export async function findApp(trx: Db, accountId: string, id: string): Promise<Pick<App, 'limits'> | undefined> {
  const query = trx.selectFrom('oauth_consents').select(['day_limit', 'month_limit']).forUpdate();
  const row = await query.where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst();
  return row && { limits: toLimits(row) };
}

export async function setAppLimits(trx: Db, id: string, limits: LimitColumns): Promise<void> {
  await trx.updateTable('oauth_consents').set(limits).where('id', '=', id).execute();
}

/**
 * An app is connected to one account of a user: the one that allowed it last. Returns the previous account and deletes the app's tokens,
 * which would otherwise work in an account that they were not issued for.
 */
export async function setConsentAccount(
  trx: Db,
  { userId, accountId }: { userId: string; accountId: string },
  clientId: string,
): Promise<string | null> {
  const of = { user_id: userId, client_id: clientId };
  const former = await trx
    .selectFrom('oauth_consents')
    .select('account_id')
    .where((eb) => eb.and(of))
    .forUpdate()
    .executeTakeFirst();
  if (!former || former.account_id === accountId) return null;
  await trx
    .updateTable('oauth_consents')
    .set({ account_id: accountId })
    .where((eb) => eb.and(of))
    .execute();
  await deleteTokens(trx, of);
  return former.account_id;
}

/** Finds the account whose tokens have one of these hashes, or were issued for a code that has one. Returns undefined if none do. */
export async function findAccountOfGrant(db: Db, hashes: readonly string[]): Promise<string | undefined> {
  const tokensOf = (table: 'oauth_access_tokens' | 'oauth_refresh_tokens') =>
    db
      .selectFrom(table)
      .select(['client_id', 'user_id'])
      .where(({ or, eb }) => or([eb('token', 'in', hashes), eb('authorization_code_id', 'in', hashes)]));
  const found = await db
    .selectFrom(tokensOf('oauth_access_tokens').union(tokensOf('oauth_refresh_tokens')).as('tokens'))
    .innerJoin('oauth_consents as consents', (join) =>
      join.onRef('consents.client_id', '=', 'tokens.client_id').onRef('consents.user_id', '=', 'tokens.user_id'),
    )
    .select('consents.account_id')
    .executeTakeFirst();
  return found?.account_id ?? undefined;
}

export async function selectClient(db: Db, clientId: string): Promise<{ name: string | null } | undefined> {
  return db.selectFrom('oauth_clients').select('name').where('client_id', '=', clientId).executeTakeFirst();
}

/** Deletes the app with all its tokens. Returns the client, or undefined if no such app is connected to the account. */
export async function deleteApp(trx: Db, accountId: string, id: string): Promise<string | undefined> {
  const consent = await trx
    .deleteFrom('oauth_consents')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning(['client_id', 'user_id'])
    .executeTakeFirst();
  if (!consent) return undefined;
  await deleteTokens(trx, consent);
  return consent.client_id;
}

async function deleteTokens(trx: Db, of: { user_id: string | null; client_id: string }): Promise<void> {
  for (const table of ['oauth_access_tokens', 'oauth_refresh_tokens'] as const)
    await trx
      .deleteFrom(table)
      .where((eb) => eb.and(of))
      .execute();
}

/**
 * Deletes expired tokens, and clients without a consent, since anyone can add as many as they like. Refresh tokens live for 30 days after
 * their last use.
 */
export async function deleteExpired(db: Db): Promise<void> {
  for (const table of ['oauth_access_tokens', 'oauth_refresh_tokens'] as const)
    await db.deleteFrom(table).where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute();
  await db
    .deleteFrom('oauth_clients')
    .where('client_discovery_id', '=', 'cimd')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('oauth_consents').whereRef('oauth_consents.client_id', '=', 'oauth_clients.client_id'))),
    )
    .execute();
}
