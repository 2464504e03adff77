// Reads weekly exports.
import type { Database } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import type { ExportSchedule } from './schedule.ts';
import { findSchedule, selectSchedules, toSchedule } from './store.ts';

/** The newest first. */
export async function listSchedules(db: Database, accountId: string): Promise<ExportSchedule[]> {
  return (await selectSchedules(db, accountId)).map(toSchedule);
}

/** Throws `not_found` for one of another account. */
export async function getSchedule(db: Database, id: string, accountId: string): Promise<ExportSchedule> {
  const row = await findSchedule(db, id, accountId);
  return row ? toSchedule(row) : failUnknownSchedule();
}

export function failUnknownSchedule(): never {
  return fail('not_found', 'Weekly export not found. GET /exports/schedules lists yours.');
}
