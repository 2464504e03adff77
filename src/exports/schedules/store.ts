// SQL of weekly exports.
import type { Selectable } from 'kysely';
import { createAccountRows } from '../../db/account-rows.ts';
import type { Trx } from '../../db/database.ts';
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

export const {
  insert: insertSchedule,
  count: countSchedules,
  list: selectSchedules,
  find: findSchedule,
  change: changeSchedule,
  remove: deleteSchedule,
} = createAccountRows('export_schedules');

export function lockSchedule(trx: Trx, id: string): Promise<ScheduleRow | undefined> {
  return trx.selectFrom('export_schedules').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks a due schedule that is not in `without`. Concurrent processes get different ones. */
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
