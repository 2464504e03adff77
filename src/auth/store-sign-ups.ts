// SQL of pending sign-ups, and of the accounts of a mailbox.
import { sql } from 'kysely';
import type { Account } from '../accounts/account.ts';
import { toAccount } from '../accounts/store.ts';
import type { Db, Trx } from '../db/database.ts';

/** Same normalization as in sign-up.ts, which a test compares; also the expression of the index of accounts. */
export const mailboxExpression = `case when split_part(lower(email), '@', 2) in ('gmail.com', 'googlemail.com')
  then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
  else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2) end`;

type PendingSignUp = { email: string; mailbox: string };

export async function insertSignUp(
  trx: Trx,
  row: PendingSignUp & { token_hash: string; expires_at: Date },
): Promise<void> {
  await trx.insertInto('sign_ups').values(row).execute();
}

/** Returns undefined if it was used or has expired. */
export async function findSignUp(db: Db, token_hash: string): Promise<PendingSignUp | undefined> {
  const query = db.selectFrom('sign_ups').select(['email', 'mailbox']).where('token_hash', '=', token_hash);
  return query.where('expires_at', '>', new Date()).executeTakeFirst();
}

/** Deletes all sign-ups of the mailbox: of two links that are followed at the same time, one finds its row. */
export async function takeSignUp(trx: Trx, token_hash: string): Promise<PendingSignUp | undefined> {
  const found = await findSignUp(trx, token_hash);
  if (!found) return undefined;
  const deleted = trx.deleteFrom('sign_ups').where('mailbox', '=', found.mailbox);
  const taken = await deleted.returning(['token_hash', 'email', 'mailbox']).execute();
  return taken.find((row) => row.token_hash === token_hash);
}

/** Returns the account with exactly this email, else the oldest. Only operators create several accounts of a mailbox. */
export async function findAccountOfMailbox(db: Db, { email, mailbox }: PendingSignUp): Promise<Account | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where(sql<boolean>`(${sql.raw(mailboxExpression)}) = ${mailbox}`)
    .orderBy(sql`lower(email) = ${email.toLowerCase()}`, 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row && toAccount(row);
}

export async function deleteExpiredSignUps(db: Db): Promise<void> {
  await db.deleteFrom('sign_ups').where('expires_at', '<', new Date()).execute();
}
