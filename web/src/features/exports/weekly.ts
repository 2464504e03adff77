// Weekly exports as text: their time, and why they are paused. Free of React.
import type { ExportSchedule } from '@hookline/sdk';
import { capitalized } from '../../kit/page/format.ts';

export type Weekly = Pick<ExportSchedule, 'day' | 'hour' | 'timezone'>;

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Monday at 6 in the time zone of the browser. */
export function defaultWeekly(): Weekly {
  return { day: 'monday', hour: 6, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC' };
}

/** Drops the other members of a schedule. */
export function timeOf({ day, hour, timezone }: Weekly): Weekly {
  return { day, hour, timezone };
}

/** “Mondays at 06:00 (Europe/Berlin)”. */
export function weeklyText({ day, hour, timezone }: Weekly): string {
  return `${capitalized(day)}s at ${hourText(hour)} (${timezone})`;
}

export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

const reasons: Readonly<Record<NonNullable<ExportSchedule['paused_by']>, string>> = {
  owner: 'Paused by you.',
  failures: 'Paused after three failed runs.',
  plan: 'Paused: the plan had no exports.',
  suspension: 'Paused: the account was suspended.',
};

/** Why it is paused, and the error of the last run, if any. */
export function stateText({ paused_by, error }: ExportSchedule): string {
  return [paused_by && reasons[paused_by], error].filter(Boolean).join(' ');
}
