// SQL of the audit log. Records are inserted, read, and deleted after 400 days; only a takedown changes them.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import type { AuditTable } from '../db/tables.ts';
import { hookNumber } from '../lib/ids.ts';
import type { AuditAction, AuditRecord } from './audit.ts';

export const auditRetentionMs = 400 * 24 * 3_600_000;

type Named = { subject_name: string | null; key_name: string | null };

function toRecord(row: Selectable<AuditTable> & Named): AuditRecord {
  return {
    id: `aud_${row.id}`,
    at: row.at.toISOString(),
    action: row.action as AuditAction,
    subject: row.subject,
    subject_name: row.subject_name,
    account_id: row.account_id,
    actor: row.actor_kind,
    key_id: row.key_id,
    key_name: row.key_name,
    operator_email: row.operator_email,
    member_email: row.member_email,
    details: row.details,
    request_id: row.request_id,
    address: row.address,
  };
}

export async function insertRecord(trx: Trx, row: Insertable<AuditTable>): Promise<void> {
  await trx.insertInto('audit_log').values(row).execute();
}

/** Maps the prefix of an id to the table of the subject and the column with its name. A webhook without description is named by the origin of its URL. */
const subjects = {
  acc: ['accounts', 'name'],
  key: ['keys', 'name'],
  wh: [
    'webhook_endpoints',
    String.raw`coalesce(description, regexp_replace(url, '^(https?://)(?:[^/?#]*@)?([^/?#]*).*', '\1\2'))`,
  ],
  srch: ['searches', 'name'],
  col: ['collections', 'name'],
  alr: ['trend_alerts', 'name'],
  src: ['sources', 'name'],
  usr: ['users', 'email'],
  ann: ['announcements', 'title'],
  imp: ['imports', 'filename'],
};
const cases = Object.entries(subjects).map(
  ([kind, [table, name]]) => `when '${kind}' then (select ${name} from ${table} t where t.id = audit_log.subject)`,
);
const named = [
  sql<string | null>`case split_part(audit_log.subject, '_', 1) ${sql.raw(cases.join(' '))} end`.as('subject_name'),
  sql<string | null>`(select name from keys where keys.id = audit_log.key_id)`.as('key_name'),
];

type Query = {
  account?: string;
  action?: string | readonly string[];
  actor?: string;
  subject?: string;
  before?: number;
  limit: number;
};

/** Newest first. `before` is the number in a record's id. */
export async function selectRecords(
  db: Database,
  { account, action, actor, subject, before, limit }: Query,
): Promise<AuditRecord[]> {
  let query = db.selectFrom('audit_log').selectAll().select(named).orderBy('id', 'desc').limit(limit);
  if (account !== undefined) query = query.where('account_id', '=', account);
  if (action !== undefined) query = query.where('action', 'in', [action].flat());
  if (actor === 'operator' || actor === 'key' || actor === 'session' || actor === 'system' || actor === 'link')
    query = query.where('actor_kind', '=', actor);
  else if (actor?.includes('@'))
    query = query.where(({ eb, or }) =>
      or([eb('operator_email', '=', actor.toLowerCase()), eb('member_email', '=', actor.toLowerCase())]),
    );
  else if (actor !== undefined) query = query.where('key_id', '=', actor);
  if (subject !== undefined) query = query.where(isAbout(subject));
  if (before !== undefined) query = query.where('id', '<', before);
  return (await query.execute()).map(toRecord);
}

/** Records of a hook include the edits of several hooks that changed it. */
function isAbout(subject: string) {
  const number = hookNumber(subject);
  if (number === undefined) return sql<boolean>`subject = ${subject}`;
  return sql<boolean>`subject in (select ${subject}::text union all select edit_id from edit_changes where hook_id = ${number})`;
}

/** Returns when the nth newest record of an account's action was written. */
export async function timeOfNewest(
  trx: Trx,
  { accountId, action, nth }: { accountId: string; action: AuditAction; nth: number },
): Promise<Date | undefined> {
  const query = trx.selectFrom('audit_log').select('at').where('account_id', '=', accountId);
  const row = await query
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}

export async function deleteAuditBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('audit_log').where('at', '<', before).execute();
}

/** Removes texts and templates of a hook, which quote it, from the records of its edits. */
export async function removeFromAudit(db: Database, hookId: string): Promise<void> {
  await db
    .updateTable('audit_log')
    .set({ details: sql`details - 'template' - 'text'` })
    .where('subject', '=', hookId)
    .where(sql<boolean>`details ->> 'template' is not null or details ->> 'text' is not null`)
    .execute();
}
