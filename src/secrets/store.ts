// SQL of named secrets.
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { NamedSecretTable } from '../db/tables/collect.ts';

export type SecretRow = Selectable<NamedSecretTable>;

/** Ordered by name. */
export async function selectSecrets(db: Db): Promise<SecretRow[]> {
  return db.selectFrom('named_secrets').selectAll().orderBy('name').execute();
}

/** `value`: encrypted. Replaces the former value. */
export async function upsertSecret(trx: Trx, name: string, value: string): Promise<void> {
  const now = new Date();
  await trx
    .insertInto('named_secrets')
    .values({ name, value, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: now }))
    .execute();
}

/** False if there is none. */
export async function deleteSecret(trx: Trx, name: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('named_secrets').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}
