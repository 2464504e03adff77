// SQL of API keys.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { keyScopes } from '../../accounts/caller.ts';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { isoOrNull, windowAt, windowNames } from '../../lib/time.ts';
import { normalizeAddress } from '../../net/address.ts';
import type { Secrets } from '../secret-index.ts';
import { type Key, type LimitColumns, toLimits } from './key.ts';
import type { KeyringRow, LastUse } from './keyring.ts';

function toKey(row: Selectable<Tables['keys']>): Key {
  const { id, name, hint, expires_at, revoked_at, last_used_at, last_used_ip, replaced_by } = row;
  const times = {
    expires_at: isoOrNull(expires_at),
    revoked_at: isoOrNull(revoked_at),
    last_used_at: isoOrNull(last_used_at),
  };
  const key = { id, name, hint, created_at: row.created_at.toISOString(), ...times, last_used_ip, replaced_by };
  return { ...key, scopes: row.scopes ?? [...keyScopes], allowed_ips: row.allowed_ips, limits: toLimits(row) };
}

export async function insertKey(db: Db, key: Insertable<Tables['keys']>): Promise<Key> {
  const row = { ...key, ...stored(key) };
  return toKey(await db.insertInto('keys').values(row).returningAll().executeTakeFirstOrThrow());
}

type KeyChange = Pick<Updateable<Tables['keys']>, 'name' | 'scopes' | 'allowed_ips' | keyof LimitColumns>;

export async function changeKey(db: Db, id: string, change: KeyChange): Promise<Key> {
  const row = { ...change, ...stored(change) };
  return toKey(await db.updateTable('keys').set(row).where('id', '=', id).returningAll().executeTakeFirstOrThrow());
}

/** A key with every scope is stored as null, so that it also gets the scopes of later versions. */
function stored({ scopes }: KeyChange): Pick<KeyChange, 'scopes'> {
  return scopes?.length === keyScopes.length ? { scopes: null } : {};
}

/** Returns the newest first, including revoked and expired keys. */
export async function listKeys(db: Db, accountId: string): Promise<Key[]> {
  const query = db.selectFrom('keys').selectAll().where('account_id', '=', accountId);
  return (await query.orderBy('created_at', 'desc').orderBy('id').execute()).map(toKey);
}

export async function findKey(db: Db, accountId: string, id: string): Promise<Key | undefined> {
  const query = db.selectFrom('keys').selectAll().where('id', '=', id).where('account_id', '=', accountId);
  const row = await query.executeTakeFirst();
  return row && toKey(row);
}

/** Returns when the nth newest key of an account was created, live or not. */
export async function timeOfNewestKey(db: Db, accountId: string, nth: number): Promise<Date | undefined> {
  const query = db.selectFrom('keys').select('created_at').where('account_id', '=', accountId);
  const row = await query
    .orderBy('created_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

export async function countLiveKeys(db: Db, accountId: string, now: Date): Promise<number> {
  const { live } = await db
    .selectFrom('keys')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return live;
}

type KeyEnd = { expires_at: Date; replaced_by: string } | { revoked_at: Date };

export async function endKey(db: Db, id: string, end: KeyEnd): Promise<void> {
  await db.updateTable('keys').set(end).where('id', '=', id).execute();
}

/**
 * Counts the calls that a key or app has made in this day and month in windows of its own, so that a limit that is set now counts them.
 * Run in the transaction that sets the limit.
 */
export async function openKeyWindows(trx: Db, accountId: string, keyId: string, now: Date): Promise<void> {
  for (const name of windowNames) {
    const { startsOn } = windowAt(name, now.getTime());
    await sql`insert into usage_windows as w (account_id, kind, starts_on, leased)
      select ${accountId}, ${`${name}:${keyId}`}, ${startsOn}::date, coalesce(sum(counted), 0) from usage_log
      where account_id = ${accountId} and key_id = ${keyId} and day >= ${startsOn}::date
      on conflict (account_id, kind, starts_on) do update
      set leased = greatest(w.leased, excluded.leased)`.execute(trx);
  }
}

/**
 * Loads all keys, or only these. Keys that expired within 30 days are included, to be reported as expired, not unknown. Older ones would
 * only take memory.
 */
export async function loadKeyring(db: Db, only?: Secrets): Promise<KeyringRow[]> {
  let query = db
    .selectFrom('keys')
    .innerJoin('accounts', 'accounts.id', 'keys.account_id')
    .select(['keys.id', 'hash', 'expires_at', 'scopes', 'allowed_ips', 'keys.day_limit', 'keys.month_limit'])
    .select(['account_id', 'plan', 'suspended_at', 'accounts.day_limit as own_day'])
    .select('accounts.month_limit as own_month')
    .where('revoked_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`coalesce(expires_at > now() - interval '30 days', true)`);
  if (only)
    query = 'hash' in only ? query.where('hash', '=', only.hash) : query.where('account_id', 'in', only.accountIds);
  const rows = await query.execute();
  return rows.map((row) => ({
    keyId: row.id,
    hash: row.hash,
    expiresAt: row.expires_at,
    scopes: row.scopes,
    allowedIps: row.allowed_ips,
    accountId: row.account_id,
    plan: row.plan,
    ownLimits: { perDay: row.own_day, perMonth: row.own_month },
    keyLimits: { perDay: row.day_limit, perMonth: row.month_limit },
    suspended: row.suspended_at !== null,
  }));
}

/** A proxy may forward any text as the address. */
const maxAddressLength = 45;

/** Updates by key id. A later use that another process wrote is kept. */
export async function touchKeys(db: Db, uses: ReadonlyMap<string, LastUse>): Promise<void> {
  const [ids, last] = [[...uses.keys()], [...uses.values()]];
  const [times, addresses] = [
    last.map(({ time }) => new Date(time)),
    last.map(({ address }) => address && normalizeAddress(address).slice(0, maxAddressLength)),
  ];
  await sql`update keys set last_used_at = used.at, last_used_ip = coalesce(used.ip, keys.last_used_ip)
    from unnest(${ids}::text[], ${times}::timestamptz[], ${addresses}::text[]) as used (id, at, ip)
    where keys.id = used.id and coalesce(keys.last_used_at < used.at, true)`.execute(db);
}
