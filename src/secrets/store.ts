// SQL of named secrets.
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { NamedSecretTable } from '../db/tables/secrets.ts';

/** `value` is encrypted. */
export type SecretRow = Selectable<NamedSecretTable>;

/** Ordered by name. */
export async function selectSecrets(db: Db): Promise<SecretRow[]> {
  return db.selectFrom('named_secrets').selectAll().orderBy('name').execute();
}

/** Replaces the former value. */
export async function upsertSecret(trx: Trx, name: string, value: string): Promise<SecretRow> {
  const now = new Date();
  return trx
    .insertInto('named_secrets')
    .values({ name, value, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns undefined if the secret does not exist. */
export async function deleteSecret(trx: Trx, name: string): Promise<SecretRow | undefined> {
  return trx.deleteFrom('named_secrets').where('name', '=', name).returningAll().executeTakeFirst();
}
