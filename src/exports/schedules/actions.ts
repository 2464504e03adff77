// Changes weekly exports: create, update, pause, resume, delete. Each change is audited in its transaction.
import { findAccount, lockAccount } from '../../accounts/store.ts';
import { commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import type { Catalog } from '../../catalog/live-catalog.ts';
import type { FilterLimits } from '../../catalog/search/filter-input.ts';
import { readStoredFilters } from '../../collections/collection.ts';
import type { Database, Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { type IdInAccount, type InAccount, newId } from '../../lib/ids.ts';
import { nextRunAt, weekdays } from '../../lib/time.ts';
import { readFields } from '../export.ts';
import { type CreateScheduleInput, type ExportSchedule, maxSchedules, type UpdateScheduleInput } from './schedule.ts';
import {
  changeSchedule,
  countSchedules,
  deleteSchedule,
  findSchedule,
  insertSchedule,
  lockSchedule,
  type ScheduleRow,
  selectSchedules,
  toSchedule,
} from './store.ts';

export type ScheduleDeps = { catalog: () => Catalog; limits: FilterLimits };

export async function createSchedule(
  ctx: ScheduleDeps & Context,
  { accountId, filters = {}, fields, day, timezone, ...given }: CreateScheduleInput & InAccount,
): Promise<ExportSchedule> {
  const normalized = await readStoredFilters(ctx, accountId, filters);
  const content = { fields: readFields(fields), filters: normalized };
  return commit(ctx, async (trx, audit) => {
    await lockAccount(trx, accountId);
    const input = { ...given, timezone: timezone ?? (await findAccount(trx, accountId))?.timezone ?? 'UTC' };
    if ((await countSchedules(trx, accountId)) >= maxSchedules)
      fail('conflict', `An account can have at most ${maxSchedules} weekly exports. Delete one, or change another.`);
    const now = new Date();
    const row = await insertSchedule(trx, {
      ...input,
      id: newId('sch'),
      account_id: accountId,
      filters: JSON.stringify(content.filters),
      fields: content.fields,
      day: weekdays.indexOf(day) + 1,
      next_run_at: nextRunAt({ ...input, day }, now),
      created_at: now,
      updated_at: now,
    });
    const details = { day, ...input, ...content };
    await audit({ action: 'export.schedule_created', subject: row.id, accountId, details });
    return toSchedule(row);
  });
}

const auditedFields = ['format', 'filters', 'fields', 'day', 'hour', 'timezone', 'status'] as const;

export async function updateSchedule(
  ctx: ScheduleDeps & Context,
  { id, accountId, filters, fields, day, status, ...input }: UpdateScheduleInput & IdInAccount,
): Promise<ExportSchedule> {
  const content = {
    filters: filters && JSON.stringify(await readStoredFilters(ctx, accountId, filters)),
    fields: fields === undefined ? undefined : readFields(fields),
  };
  return commit(ctx, async (trx, audit) => {
    const before = toSchedule(await lockOwn(trx, { id, accountId }));
    const time = {
      day: day ?? before.day,
      hour: input.hour ?? before.hour,
      timezone: input.timezone ?? before.timezone,
    };
    const isResumed = status === 'active' && before.status === 'paused';
    const isMoved = auditedFields.some((field) => field in time && time[field as keyof typeof time] !== before[field]);
    const row = await changeSchedule(trx, id, {
      ...input,
      ...content,
      day: day && weekdays.indexOf(day) + 1,
      ...(status === 'paused' && before.status === 'active' ? { paused_by: 'owner' as const } : {}),
      ...(isResumed ? { paused_by: null, failures: 0, error: null } : {}),
      ...(isResumed || isMoved ? { next_run_at: nextRunAt(time, new Date()) } : {}),
    });
    const after = toSchedule(row);
    const record = { action: 'export.schedule_changed', subject: id, accountId } as const;
    await audit({ ...record, before, after, fields: auditedFields });
    return after;
  });
}

export async function removeSchedule(ctx: Context, { id, accountId }: IdInAccount): Promise<ExportSchedule> {
  return commit(ctx, async (trx, audit) => {
    const row = await lockOwn(trx, { id, accountId });
    await deleteSchedule(trx, id);
    await audit({ action: 'export.schedule_deleted', subject: id, accountId });
    return toSchedule(row);
  });
}

async function lockOwn(trx: Trx, { id, accountId }: IdInAccount): Promise<ScheduleRow> {
  const row = await lockSchedule(trx, id);
  return row?.account_id === accountId ? row : failUnknownSchedule();
}

// Reads weekly exports.

/** Newest first. */
export async function listSchedules(db: Database, accountId: string): Promise<ExportSchedule[]> {
  return (await selectSchedules(db, accountId)).map(toSchedule);
}

/** Throws `not_found` for a weekly export of another account. */
export async function getSchedule(db: Database, { id, accountId }: IdInAccount): Promise<ExportSchedule> {
  const row = await findSchedule(db, id, accountId);
  return row ? toSchedule(row) : failUnknownSchedule();
}

function failUnknownSchedule(): never {
  return fail('not_found', 'Weekly export not found. GET /exports/schedules lists yours.');
}
