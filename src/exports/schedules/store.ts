// SQL of weekly exports.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import { notAmong } from '../../db/each-due.ts';
import type { ExportScheduleTable } from '../../db/tables/exports.ts';
import { isoOrNull, weekdays } from '../../lib/time.ts';
import type { ExportSchedule } from './schedule.ts';

export type ScheduleRow = Selectable<ExportScheduleTable>;

export function toSchedule(row: ScheduleRow): ExportSchedule {
  return {
    schedule_id: row.id,
    format: row.format,
    filters: row.filters as ExportSchedule['filters'],
    fields: row.fields as ExportSchedule['fields'],
    day: weekdays[row.day - 1] ?? 'monday',
    hour: row.hour,
    timezone: row.timezone,
    status: row.paused_by === null ? 'active' : 'paused',
    paused_by: row.paused_by,
    error: row.error,
    next_run_at: row.paused_by === null ? row.next_run_at.toISOString() : null,
    last_run_at: isoOrNull(row.last_run_at),
    last_export_id: row.last_export_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function insertSchedule(trx: Trx, row: Insertable<ExportScheduleTable>): Promise<ScheduleRow> {
  return trx.insertInto('export_schedules').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function countSchedules(trx: Trx, accountId: string): Promise<number> {
  const query = trx.selectFrom('export_schedules').select(({ fn }) => fn.countAll<number>().as('all'));
  return (await query.where('account_id', '=', accountId).executeTakeFirstOrThrow()).all;
}

/** The newest first. */
export function selectSchedules(db: Db, accountId: string): Promise<ScheduleRow[]> {
  const query = db.selectFrom('export_schedules').selectAll().where('account_id', '=', accountId);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

export function findSchedule(db: Db, id: string, accountId: string): Promise<ScheduleRow | undefined> {
  const query = db.selectFrom('export_schedules').selectAll().where('id', '=', id);
  return query.where('account_id', '=', accountId).executeTakeFirst();
}

export function lockSchedule(trx: Trx, id: string): Promise<ScheduleRow | undefined> {
  return trx.selectFrom('export_schedules').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** One that is none of these. Of several processes each gets another one. */
export function lockDueSchedule(trx: Trx, now: Date, without: readonly string[]): Promise<ScheduleRow | undefined> {
  return trx
    .selectFrom('export_schedules')
    .selectAll()
    .where(notAmong(without))
    .where('paused_by', 'is', null)
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export function changeSchedule(trx: Trx, id: string, change: Updateable<ExportScheduleTable>): Promise<ScheduleRow> {
  return trx
    .updateTable('export_schedules')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteSchedule(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('export_schedules').where('id', '=', id).execute();
}
