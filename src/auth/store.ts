// SQL of keys and sign-in. better-auth writes sessions and links itself.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { randomBase62 } from '../lib/ids.ts';
import { isoOrNull } from '../lib/time.ts';
import type { Key } from './key.ts';
import type { KeyringRow } from './keyring.ts';

// Keys

function toKey(row: Selectable<Tables['keys']>): Key {
  const { id, name, hint, created_at, expires_at, revoked_at, last_used_at } = row;
  const times = {
    expires_at: isoOrNull(expires_at),
    revoked_at: isoOrNull(revoked_at),
    last_used_at: isoOrNull(last_used_at),
  };
  return { id, name, hint, created_at: created_at.toISOString(), ...times };
}

export async function insertKey(db: Db, key: Insertable<Tables['keys']>): Promise<Key> {
  return toKey(await db.insertInto('keys').values(key).returningAll().executeTakeFirstOrThrow());
}

/** Newest first, including revoked and expired keys. */
export async function listKeys(db: Db, accountId: string): Promise<Key[]> {
  const query = db.selectFrom('keys').selectAll().where('account_id', '=', accountId);
  return (await query.orderBy('created_at', 'desc').orderBy('id').execute()).map(toKey);
}

export async function findKey(db: Db, accountId: string, id: string): Promise<Key | undefined> {
  const query = db.selectFrom('keys').selectAll().where('id', '=', id).where('account_id', '=', accountId);
  const row = await query.executeTakeFirst();
  return row && toKey(row);
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

export async function endKey(db: Db, id: string, end: { expires_at: Date } | { revoked_at: Date }): Promise<void> {
  await db.updateTable('keys').set(end).where('id', '=', id).execute();
}

/** Keys that expired within 30 days are included, to be reported as expired, not unknown. Older ones would only take memory. */
export async function loadKeyring(db: Db): Promise<KeyringRow[]> {
  const rows = await db
    .selectFrom('keys')
    .innerJoin('accounts', 'accounts.id', 'keys.account_id')
    .select(['keys.id', 'hash', 'expires_at', 'account_id', 'plan', 'day_limit', 'month_limit', 'suspended_at'])
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(expires_at > now() - interval '30 days', true)`)
    .execute();
  return rows.map((row) => ({
    keyId: row.id,
    hash: row.hash,
    expiresAt: row.expires_at,
    accountId: row.account_id,
    plan: row.plan,
    ownLimits: { perDay: row.day_limit, perMonth: row.month_limit },
    suspended: row.suspended_at !== null,
  }));
}

/** Last uses (milliseconds since 1970) by key id. A later use that another process wrote is kept. */
export async function touchKeys(db: Db, uses: ReadonlyMap<string, number>): Promise<void> {
  const [ids, times] = [[...uses.keys()], [...uses.values()].map((time) => new Date(time))];
  await sql`update keys set last_used_at = used.at
    from unnest(${ids}::text[], ${times}::timestamptz[]) as used (id, at)
    where keys.id = used.id and coalesce(keys.last_used_at < used.at, true)`.execute(db);
}

// Sign-in

/** No account can have this email: holders prove theirs by a mailed link, and `.invalid` receives no mail. */
export const operatorEmail = 'operator@hookline.invalid';

/** Lets the holder of the account with this email sign in; false if there is no such account. */
export async function allowSignIn(db: Db, email: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('users')
    .columns(['id', 'email', 'name', 'email_verified', 'account_id', 'created_at', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('accounts')
        .select([
          sql<string>`${`usr_${randomBase62(16)}`}`.as('id'),
          sql<string>`lower(email)`.as('email'),
          'name',
          // Sessions start only from a link that was mailed to this email.
          sql<boolean>`true`.as('email_verified'),
          'id as account_id',
          sql<Date>`now()`.as('created_at'),
          sql<Date>`now()`.as('updated_at'),
        ])
        .where(sql<string>`lower(email)`, '=', email.toLowerCase()),
    )
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ updated_at: sql`now()` }))
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** True if the operator's user was created now. */
export async function allowOperatorSignIn(db: Db): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('users')
    .values({
      id: `usr_${randomBase62(16)}`,
      email: operatorEmail,
      name: 'Operator',
      email_verified: true,
      account_id: null,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Deletes expired links and sessions. */
export async function deleteExpiredSignIns(db: Db): Promise<void> {
  await db.deleteFrom('verifications').where('expires_at', '<', new Date()).execute();
  await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
}
