// The SQL of sign-in that is ours: who may sign in, and whose session it is. Links and sessions are better-auth's to write.
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { randomBase62 } from '../lib/ids.ts';

/** Nobody else has this address: an account's holder proves an address by mail, and no mail reaches this one. */
export const operatorEmail = 'operator@hookline.invalid';

/** The holder of every account with this address can sign in; nothing happens where there is none. */
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
          // A session begins with a link that was mailed to the address, and with nothing else.
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

/** True where the operator was not there before. */
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

/** Links that were never used, and sessions that nobody ended. */
export async function forgetExpiredSignIns(db: Db): Promise<void> {
  await db.deleteFrom('verifications').where('expires_at', '<', new Date()).execute();
  await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
}
