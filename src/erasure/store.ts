// SQL of deleted accounts: mark, restore, find due ones, and erase them with their data in other tables.
import { sql } from 'kysely';
import type { OperatorAccount } from '../accounts/account.ts';
import { toOperatorAccount } from '../accounts/store.ts';
import { type Db, notify, type Trx } from '../db/database.ts';

/**
 * A deleted account is suspended too, so that whatever checks for that stops. A suspension at the exact time of the deletion is part of it,
 * and ends with it. Sessions end, and exports expire.
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

/** `invited`: emails of people known only because this account invited them or requested to use them. */
type Erased = { emails: string[]; invited: string[]; deletedAt: Date };

/** Locks the account until commit. Returns undefined if it was restored or erased meanwhile. */
export async function lockDue(trx: Trx, id: string): Promise<Erased | undefined> {
  const { rows } = await sql<{ email: string; deleted_at: Date }>`select lower(email) as email, deleted_at from accounts
    where id = ${id} and deleted_at is not null and erase_after <= now() for update`.execute(trx);
  const [account] = rows;
  if (!account) return undefined;
  const users = await selectSoleUsers(trx, id);
  // Former emails, unless another account has them now.
  const { rows: former } = await sql<{ email: string }>`select lower(details -> 'email' ->> 'from') as email
    from audit_log where account_id = ${id} and action = 'account.changed' and details ? 'email'
    and not exists (select from accounts a where lower(a.email) = lower(details -> 'email' ->> 'from') and a.id <> ${id})
    `.execute(trx);
  const emails = [account, ...users, ...former].map(({ email }) => email);
  const { rows: invited } = await sql<{ email: string }>`select email from (select email, account_id from invitations
      union select lower(details ->> 'email'), account_id from audit_log where action = 'account.email_requested') i
    where account_id = ${id}
    and not exists (select from invitations o where o.email = i.email and o.account_id <> ${id})
    and not exists (select from users u join members m on m.user_id = u.id where u.email = i.email)
    and not exists (select from accounts a where lower(a.email) = i.email)`.execute(trx);
  return {
    emails: [...new Set(emails)],
    invited: invited.map(({ email }) => email),
    deletedAt: account.deleted_at,
  };
}

/** Users who are members of no other account. */
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
 * Rows that refer to the account are deleted with its row: members, keys, usage, exports, webhooks. The rest is found by id and email. Of
 * the audit log, times, actions and ids remain. Requests of the email after the deletion are new ones, so they stay.
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
  // The email is in parentheses, alone or before the plan (accounts/actions.ts).
  for (const email of emails)
    await sql`delete from operator_alerts
      where position(${`(${email})`} in lower(text)) + position(${`(${email},`} in lower(text)) > 0`.execute(trx);
  await eraseMailJobs(trx, all);
  // Users who are members of another account stay.
  await sql`delete from users u where role = 'holder' and email = any(${all}::text[])
    and not exists (select from members m where m.user_id = u.id and m.account_id <> ${id})`.execute(trx);
  await trx.deleteFrom('accounts').where('id', '=', id).execute();
}

/** Deletes emails that were sent or wait for the mail server. Before the tables of jobs exist, there are no emails. */
async function eraseMailJobs(trx: Trx, emails: string[]): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('pgboss.job') is not null as exists`.execute(trx);
  if (!rows[0]?.exists) return;
  await sql`delete from pgboss.job where name = 'mail' and lower(data ->> 'to') = any(${emails}::text[])`.execute(trx);
}

// SQL of the data of an account: its rows in every table, without hashes, tokens and secrets. Newest first.

export type DataRow = Record<string, unknown>;

/** Rows of each section. `$1` is the account. Tables that refer to the account and are not here are listed in the test. */
const sections = {
  users: `select u.id, u.email, u.name, m.role, m.created_at from members m join users u on u.id = m.user_id
    where m.account_id = $1 order by m.created_at desc`,
  sessions: `select s.id, s.ip_address, s.user_agent, s.created_at, s.expires_at from sessions s join members m on m.user_id = s.user_id
    where m.account_id = $1 and coalesce(s.account_id, m.account_id) = m.account_id order by s.created_at desc`,
  passkeys: `select p.id, p.name, p.created_at, p.last_used_at from passkeys p join members m on m.user_id = p.user_id
    where m.account_id = $1 order by p.created_at desc`,
  apps: `select c.id, o.name, c.scopes, c.created_at from oauth_consents c
    left join oauth_clients o on o.client_id = c.client_id where c.account_id = $1 order by c.created_at desc`,
  invitations: `select to_jsonb(i) - 'account_id' as row from invitations i where account_id = $1 order by created_at desc`,
  keys: `select to_jsonb(k) - 'hash' - 'account_id' as row from keys k where account_id = $1 order by created_at desc`,
  requests: `select to_jsonb(r) - 'account_id' as row from key_requests r
    where account_id = $1 or lower(email) = (select lower(email) from accounts where id = $1) order by created_at desc`,
  source_requests: `select to_jsonb(r) - 'account_id' as row from source_requests r
    where account_id = $1 order by created_at desc`,
  webhooks: `select to_jsonb(w) - 'account_id' - 'sealed_secret' - 'previous_sealed_secret' - 'claimed_until' as row
    from webhook_endpoints w where account_id = $1 order by created_at desc`,
  webhook_deliveries: `select d.id, d.endpoint_id, d.kind, d.message_id, d.hooks, d.status, d.attempts, d.created_at, d.settled_at
    from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id where w.account_id = $1 order by d.n desc`,
  exports: `select to_jsonb(e) - 'account_id' - 'file' - 'idempotency_key' as row
    from exports e where account_id = $1 order by created_at desc`,
  export_schedules: `select to_jsonb(s) - 'account_id' as row from export_schedules s where account_id = $1 order by created_at desc`,
  searches: `select to_jsonb(s) - 'account_id' - 'token_hash' - 'sealed_token' as row from searches s
    where account_id = $1 order by created_at desc`,
  feed_readers: `select r.search_id, r.subscribers, r.seen_at from feed_readers r join searches s on s.id = r.search_id
    where s.account_id = $1 order by r.seen_at desc`,
  empty_searches: `select to_jsonb(s) - 'account_id' as row from empty_searches s
    where account_id = $1 order by week desc, q, filters`,
  digests: `select to_jsonb(d) as row from digests d join searches s on s.id = d.search_id
    where s.account_id = $1 order by s.created_at desc`,
  collections: `select to_jsonb(c) - 'account_id' - 'token_hash' - 'sealed_token' as row from collections c
    where account_id = $1 order by created_at desc`,
  collection_hooks: `select h.collection_id, 'hook_' || h.hook_id as hook_id, h.note, h.tags, h.added_at
    from collection_hooks h join collections c on c.id = h.collection_id
    where c.account_id = $1 order by c.created_at desc, h.collection_id, h.rank, h.hook_id`,
  trend_alerts: `select to_jsonb(t) - 'account_id' as row from trend_alerts t where account_id = $1 order by created_at desc`,
  request_log: `select to_jsonb(l) - 'account_id' - 'expires_on' as row from request_log l where account_id = $1 order by at desc`,
  usage: `select to_char(day, 'YYYY-MM-DD') as day, key_id, endpoint, status, calls, counted
    from usage_log where account_id = $1 order by usage_log.day desc, key_id, endpoint, status`,
  quota: `select kind as window, to_char(starts_on, 'YYYY-MM-DD') as starts_on, leased as used
    from usage_windows where account_id = $1 order by usage_windows.starts_on desc, kind`,
} as const;
export type Section = keyof typeof sections;
export const sectionNames = Object.keys(sections) as readonly Section[];

/** Returns at most `limit` rows, and whether there are more. */
export async function selectSection(
  db: Db,
  section: Section,
  accountId: string,
  limit: number,
): Promise<{ rows: DataRow[]; hasMore: boolean }> {
  const [head = '', ...rest] = sections[section].split('$1');
  // Parts of the query between the account parameters.
  const query = rest.reduce((sofar, part) => sql`${sofar}${accountId}${sql.raw(part)}`, sql.raw(head));
  const { rows } = await sql<DataRow>`${query} limit ${limit + 1}`.execute(db);
  const shown = rows.slice(0, limit).map((row) => (row.row ?? row) as DataRow);
  return { rows: shown, hasMore: rows.length > limit };
}
