// SQL of deleted accounts: mark, restore, find those to erase, and erase what other tables hold of them.
import { sql } from 'kysely';
import type { OperatorAccount } from '../accounts/account.ts';
import { toOperatorAccount } from '../accounts/store.ts';
import { type Db, notify, type Trx } from '../db/database.ts';

/**
 * A deleted account is suspended too, so that whatever checks for that stops. A suspension at the very time of the deletion is the
 * deletion's own, and ends with it. Sessions end, and exports expire.
 */
export async function markDeleted(
  trx: Trx,
  id: string,
  { days, ...deletion }: { days: number; deletion_reason: string | null; data_link_hash: string | null },
): Promise<OperatorAccount> {
  const now = sql<Date>`now()`;
  const erase_after = sql<Date>`now() + make_interval(days => ${days})`;
  const row = await trx
    .updateTable('accounts')
    .set({ ...deletion, deleted_at: now, erase_after, suspended_at: sql<Date>`coalesce(suspended_at, now())` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`delete from sessions where user_id in (select user_id from members m where account_id = ${id}
    and not exists (select from members o join accounts a on a.id = o.account_id
      where o.user_id = m.user_id and a.deleted_at is null))`.execute(trx);
  await sql`update exports set status = case status when 'processing' then 'canceled' else 'expired' end, file = null,
      completed_at = coalesce(completed_at, now()), expires_at = case status when 'complete' then now() end
    where account_id = ${id} and status in ('processing', 'complete')`.execute(trx);
  await notify(trx, 'hookline_export_ended');
  return toOperatorAccount(row);
}

export async function markRestored(trx: Trx, id: string): Promise<OperatorAccount> {
  const row = await trx
    .updateTable('accounts')
    .set({
      deleted_at: null,
      erase_after: null,
      deletion_reason: null,
      data_link_hash: null,
      suspended_at: sql<Date | null>`case when suspended_at = deleted_at then null else suspended_at end`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toOperatorAccount(row);
}

export async function markForErasure(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('accounts').set({ erase_after: sql<Date>`now()` }).where('id', '=', id).execute();
}

export async function findAccountOfLink(db: Db, hash: string): Promise<string | undefined> {
  const row = await db.selectFrom('accounts').select('id').where('data_link_hash', '=', hash).executeTakeFirst();
  return row?.id;
}

export async function selectDue(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('id').where('erase_after', '<=', sql<Date>`now()`).execute();
  return rows.map(({ id }) => id);
}

/** `invited`: emails of people whom only this account invited, and who are nobody here otherwise. */
export type Erased = { emails: string[]; invited: string[]; deletedAt: Date };

/** Locks the account until commit. undefined if it was restored or erased meanwhile. */
export async function lockDue(trx: Trx, id: string): Promise<Erased | undefined> {
  const { rows } = await sql<{ email: string; deleted_at: Date }>`select lower(email) as email, deleted_at from accounts
    where id = ${id} and deleted_at is not null and erase_after <= now() for update`.execute(trx);
  const [account] = rows;
  if (!account) return undefined;
  const users = await selectSoleUsers(trx, id);
  // Former ones, unless another account has them now.
  const { rows: former } = await sql<{ email: string }>`select lower(details -> 'email' ->> 'from') as email
    from audit_log where account_id = ${id} and action = 'account.changed' and details ? 'email'
    and not exists (select from accounts a where lower(a.email) = lower(details -> 'email' ->> 'from') and a.id <> ${id})
    `.execute(trx);
  const emails = [account, ...users, ...former].map(({ email }) => email);
  const { rows: invited } = await sql<{ email: string }>`select email from invitations i where account_id = ${id}
    and not exists (select from invitations o where o.email = i.email and o.account_id <> ${id})
    and not exists (select from users u join members m on m.user_id = u.id where u.email = i.email)
    and not exists (select from accounts a where lower(a.email) = i.email)`.execute(trx);
  return {
    emails: [...new Set(emails)],
    invited: invited.map(({ email }) => email),
    deletedAt: account.deleted_at,
  };
}

/** Members of no other account. */
async function selectSoleUsers(trx: Trx, id: string): Promise<{ email: string }[]> {
  const { rows } = await sql<{ email: string }>`select u.email from users u join members m on m.user_id = u.id
    where m.account_id = ${id} and not exists (select from members o where o.user_id = u.id and o.account_id <> ${id})
    `.execute(trx);
  return rows;
}

export async function selectExportIds(db: Db, accountId: string): Promise<string[]> {
  return (await db.selectFrom('exports').select('id').where('account_id', '=', accountId).execute()).map(
    ({ id }) => id,
  );
}

/**
 * What refers to the account goes with its row: members, keys, usage, exports, webhooks. The rest is found by id and email. Of the audit
 * log, times, actions and ids remain. Requests of the email after the deletion are somebody's new ones.
 */
export async function eraseRows(trx: Trx, id: string, { emails, invited, deletedAt }: Erased): Promise<void> {
  const any = sql`any(${emails}::text[])`;
  const all = [...emails, ...invited];
  await sql`delete from key_requests where account_id = ${id}
    or (lower(email) = ${any} and created_at <= ${deletedAt})`.execute(trx);
  await sql`update audit_log set details = '{}', member_email = null, address = case actor_kind when 'operator' then address end
    where account_id = ${id}`.execute(trx);
  await sql`delete from request_log where account_id = ${id}`.execute(trx);
  await sql`delete from sign_ups where lower(email) = ${any}`.execute(trx);
  await sql`delete from status_subscribers where lower(email) = ${any}`.execute(trx);
  for (const email of all)
    await sql`delete from verifications where position(${`"${email}"`} in lower(value)) > 0`.execute(trx);
  // In parentheses, alone or before the plan (accounts/alerts.ts).
  for (const email of emails)
    await sql`delete from operator_alerts
      where position(${`(${email})`} in lower(text)) + position(${`(${email},`} in lower(text)) > 0`.execute(trx);
  await eraseMailJobs(trx, all);
  // Those who are members of another account stay.
  await sql`delete from users u where role = 'holder' and email = any(${all}::text[])
    and not exists (select from members m where m.user_id = u.id and m.account_id <> ${id})`.execute(trx);
  await trx.deleteFrom('accounts').where('id', '=', id).execute();
}

/** Emails that were sent or wait for the mail server. Without the tables of jobs there are none. */
async function eraseMailJobs(trx: Trx, emails: string[]): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('pgboss.job') is not null as exists`.execute(trx);
  if (!rows[0]?.exists) return;
  await sql`delete from pgboss.job where name = 'mail' and lower(data ->> 'to') = any(${emails}::text[])`.execute(trx);
}
