// SQL of passkeys. better-auth inserts them itself.
import type { Db, Trx } from '../db/database.ts';

export type PasskeyRow = { id: string; name: string; created_at: Date; last_used_at: Date | null };

/** Newest first. */
export async function selectPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Locks the user until commit, so that two additions at once see each other. */
export async function countPasskeys(trx: Trx, userId: string): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  return (await selectPasskeys(trx, userId)).length;
}

export async function hasCredential(db: Db, credentialId: string): Promise<boolean> {
  const query = db.selectFrom('passkeys').select('id').where('credential_id', '=', credentialId);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function touchPasskey(db: Db, credentialId: string): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ last_used_at: new Date() })
    .where('credential_id', '=', credentialId)
    .execute();
}

/** Returns its name; undefined if the user has no such passkey. */
export async function deletePasskey(trx: Trx, userId: string, id: string): Promise<string | undefined> {
  const query = trx.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).returning('name');
  return (await query.executeTakeFirst())?.name;
}
