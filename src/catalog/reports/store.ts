// SQL of reports.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Db, Trx } from '../../db/database.ts';
import type { ReportTable } from '../../db/tables/takedowns.ts';
import { isoOrNull } from '../../lib/time.ts';
import { type Report, reportReasons } from './report.ts';

type Row = Selectable<ReportTable> & { hook_text: string | null; hook_state: string | null };

function toReport({ hook_id, hook_text, hook_state, reason, created_at, decided_at, ...row }: Row): Report {
  return {
    ...row,
    reason: reportReasons.find((known) => known === reason) ?? 'other',
    hook_id: hook_id === null ? null : `hook_${hook_id}`,
    created_at: created_at.toISOString(),
    decided_at: isoOrNull(decided_at),
    hook: hook_text === null || hook_state === null ? null : { text: hook_text, state: hook_state },
  };
}

/** Returns false without storing the report if `max` reports are pending. Concurrent reports may exceed it by a few. */
export async function insertReport(db: Database, row: Insertable<ReportTable>, max: number): Promise<boolean> {
  if ((await countReports(db, 'waiting')) >= max) return false;
  await db.insertInto('reports').values(row).execute();
  return true;
}

export async function countReports(db: Db, state?: Report['state']): Promise<number> {
  let query = db.selectFrom('reports').select(({ fn }) => fn.countAll<number>().as('all'));
  if (state !== undefined) query = query.where('state', '=', state);
  return (await query.executeTakeFirstOrThrow()).all;
}

export type ReportFilter = { id?: string; state?: Report['state'] };

/** Returns pending reports, if only these are selected, in order of arrival, and others newest first. */
export async function selectReports(
  db: Db,
  { id, state }: ReportFilter,
  { limit, after }: { limit: number; after?: string },
): Promise<Report[]> {
  const isQueue = state === 'waiting';
  const direction = isQueue ? 'asc' : 'desc';
  let query = db
    .selectFrom('reports as r')
    .leftJoin('hooks as h', 'h.id', 'r.hook_id')
    .selectAll('r')
    .select(['h.text as hook_text', 'h.state as hook_state']);
  if (id !== undefined) query = query.where('r.id', '=', id);
  if (state !== undefined) query = query.where('r.state', '=', state);
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(r.created_at, r.id) ${isQueue ? sql`>` : sql`<`} (select created_at, id from reports where id = ${after})`,
    );
  const rows = await query.orderBy('r.created_at', direction).orderBy('r.id', direction).limit(limit).execute();
  return rows.map(toReport);
}

/** Counts pending reports, and returns when the oldest arrived. */
export async function selectReportQueue(db: Database): Promise<{ count: number; oldest: Date | null }> {
  return db
    .selectFrom('reports')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('created_at').as('oldest')])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
}

/** Returns false if the report is already decided. */
export async function dismissRow(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ state: 'dismissed', decided_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const removed = 'Removed: it quoted the hook.';
/** Shorter texts and names, such as `me`, also occur in unrelated reports. */
const minQuoteLength = 10;

/** Decides the pending reports of a hook that is taken down, and removes its text, URL and creator from these and other reports. */
export async function settleReports(
  trx: Trx,
  { id, text, source_url, creator }: { id: number; text: string; source_url: string | null; creator: string | null },
): Promise<void> {
  await trx
    .updateTable('reports')
    .set({ state: 'taken_down', decided_at: new Date(), hook_id: id })
    .where('state', '=', 'waiting')
    .where(({ or, eb }) => or([eb('hook_id', '=', id), ...(source_url === null ? [] : [eb('url', '=', source_url)])]))
    .execute();
  if (source_url !== null) await trx.updateTable('reports').set({ url: null }).where('url', '=', source_url).execute();
  for (const quoted of [text, source_url, creator])
    if (quoted)
      await trx
        .updateTable('reports')
        .set({ details: removed })
        .where(sql<boolean>`position(lower(${quoted}) in lower(details)) > 0`)
        .where(({ or, eb, lit }) => or([eb('hook_id', '=', id), lit(quoted.length >= minQuoteLength)]))
        .execute();
}

/** Reports contain emails, so decided ones are not kept for longer. */
export const reportRetentionMs = 90 * 24 * 3_600_000;

export async function deleteReportsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('reports').where('decided_at', '<', before).execute();
}
