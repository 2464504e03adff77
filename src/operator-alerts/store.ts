// SQL of operator alerts: alerts to mail, the time of the last email, and problems that were seen.
import type { Database, Trx } from '../db/database.ts';
import type { OperatorAlert, Problem } from './operator-alert.ts';

export async function insertOperatorAlert(trx: Trx, alert: OperatorAlert): Promise<void> {
  await trx.insertInto('operator_alerts').values(alert).execute();
}

/** Deletes and returns the operator alerts, oldest first. */
export async function takeOperatorAlerts(trx: Trx): Promise<OperatorAlert[]> {
  const rows = await trx.deleteFrom('operator_alerts').returning(['id', 'kind', 'text', 'url']).execute();
  return rows.sort((a, b) => a.id - b.id);
}

/** Locks the row until commit, so that one process mails at a time. */
export async function lockLastMail(trx: Trx): Promise<Date | null> {
  const row = await trx.selectFrom('operator_mail').select('mailed_at').forUpdate().executeTakeFirstOrThrow();
  return row.mailed_at;
}

/** Waits while an email is written, and prevents the next one until commit. Operator alerts do not wait for each other. */
export async function delayNextMail(trx: Trx): Promise<void> {
  await trx.selectFrom('operator_mail').select('id').forShare().execute();
}

export async function setLastMail(trx: Trx, mailed_at: Date): Promise<void> {
  await trx.updateTable('operator_mail').set({ mailed_at }).execute();
}

/** Returns false if a process has checked since. */
export async function claimCheck(db: Database, now: Date, since: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_mail')
    .set({ checked_at: now })
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', since)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that the problems are seen now, and deletes problems that were last seen before `forgotten`. */
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
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ last_seen_at: now, resolved_at: null }))
    .returning(['key', 'first_seen_at', 'alerted_at'])
    .execute();
}

/** Records an outage that is over. Returns false if another process did. */
export async function insertOutage(trx: Trx, { key, severity, what, url, since, until }: Outage): Promise<boolean> {
  const row = { first_seen_at: since, last_seen_at: until, alerted_at: until, resolved_at: until, severity, what, url };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('operator_problems')
    .values({ key, ...row })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(row).where('operator_problems.last_seen_at', '<', since),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

type Outage = Told & { key: string; since: Date; until: Date };
type Told = Pick<Problem, 'severity' | 'what'> & { url: string };

export async function markAlerted(trx: Trx, key: string, alerted_at: Date, told: Told): Promise<void> {
  const { severity, what, url } = told;
  await trx.updateTable('operator_problems').set({ alerted_at, severity, what, url }).where('key', '=', key).execute();
}

/** Alerted problems that were last seen before `before`, each once. */
export async function takeResolved(trx: Trx, now: Date, before: Date) {
  const rows = await trx
    .updateTable('operator_problems')
    .set({ resolved_at: now })
    .where('alerted_at', 'is not', null)
    .where('resolved_at', 'is', null)
    .where('last_seen_at', '<', before)
    .returning(['severity', 'what', 'url', 'first_seen_at'])
    .execute();
  return rows.flatMap(({ severity, what, url, first_seen_at }) =>
    severity && what && url ? [{ problem: { severity, what }, url, since: first_seen_at }] : [],
  );
}
