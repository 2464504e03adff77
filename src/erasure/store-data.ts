// SQL of the data of an account: its rows in every table, without hashes, tokens and secrets. Newest first.
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

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

/** At most `limit` rows and whether there are more. */
export async function selectSection(
  db: Db,
  section: Section,
  accountId: string,
  limit: number,
): Promise<{ rows: DataRow[]; hasMore: boolean }> {
  const [head = '', ...rest] = sections[section].split('$1');
  // The parts between the places of the account.
  const query = rest.reduce((sofar, part) => sql`${sofar}${accountId}${sql.raw(part)}`, sql.raw(head));
  const { rows } = await sql<DataRow>`${query} limit ${limit + 1}`.execute(db);
  const shown = rows.slice(0, limit).map((row) => (row.row ?? row) as DataRow);
  return { rows: shown, hasMore: rows.length > limit };
}
