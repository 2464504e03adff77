// SQL of notices: those to mail, when the operator was mailed, and problems that were seen.
import type { Database, Trx } from '../db/database.ts';
import type { Notice } from './notice.ts';

export async function insertNotice(trx: Trx, notice: Notice): Promise<void> {
  await trx.insertInto('operator_notices').values(notice).execute();
}

/** Deletes them, oldest first. */
export async function takeNotices(trx: Trx): Promise<Notice[]> {
  const rows = await trx.deleteFrom('operator_notices').returning(['id', 'kind', 'text', 'url']).execute();
  return rows.sort((a, b) => a.id - b.id);
}

/** Locks the row until commit, so that one process mails at a time. */
export async function lockLastMail(trx: Trx): Promise<Date | null> {
  const row = await trx.selectFrom('operator_mail').select('mailed_at').forUpdate().executeTakeFirstOrThrow();
  return row.mailed_at;
}

export async function setLastMail(trx: Trx, mailed_at: Date): Promise<void> {
  await trx.updateTable('operator_mail').set({ mailed_at }).execute();
}

/** False if a process has checked since. */
export async function claimCheck(db: Database, now: Date, since: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_mail')
    .set({ checked_at: now })
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', since)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that these are seen now, and forgets those that were last seen before `forgotten`. */
export async function touchProblems(
  trx: Trx,
  keys: readonly string[],
  { now, forgotten }: { now: Date; forgotten: Date },
) {
  await trx.deleteFrom('operator_problems').where('last_seen_at', '<', forgotten).execute();
  if (keys.length === 0) return [];
  return trx
    .insertInto('operator_problems')
    .values(keys.map((key) => ({ key, first_seen_at: now, last_seen_at: now })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ last_seen_at: now }))
    .returning(['key', 'first_seen_at', 'noticed_at'])
    .execute();
}

export async function markNoticed(trx: Trx, key: string, noticed_at: Date): Promise<void> {
  await trx.updateTable('operator_problems').set({ noticed_at }).where('key', '=', key).execute();
}
