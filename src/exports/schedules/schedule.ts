// A weekly export in requests and responses. The field order is part of the contract.
import { z } from 'zod';
import { timezoneName } from '../../accounts/account.ts';
import { filterInput } from '../../catalog/search/filter-input.ts';
import { weekdays } from '../../lib/time.ts';
import { fieldsInput, fieldsSchema, formatInput } from '../export.ts';
import { formats } from '../formats/format.ts';

export const maxSchedules = 10;
/** Number of consecutive failed runs after which it is paused. */
export const maxFailures = 3;

const hourError = '`hour` must be an integer from 0 to 23.';
const day = z.enum(weekdays, { error: `\`day\` must be one of ${weekdays.join(', ')}.` });
const hour = z.int({ error: hourError }).min(0, hourError).max(23, hourError);
const timezone = timezoneName.meta({
  description: 'IANA time zone of `day` and `hour`',
  example: 'Europe/Berlin',
});

export const createScheduleInput = z.strictObject({
  format: formatInput,
  filters: filterInput.optional(),
  fields: fieldsInput,
  day,
  hour,
  timezone: timezone
    .optional()
    .meta({ description: 'IANA time zone of `day` and `hour`. Default: time zone of the account' }),
});
export type CreateScheduleInput = z.infer<typeof createScheduleInput>;

export const updateScheduleInput = z.strictObject({
  format: formatInput.optional(),
  filters: filterInput.optional().meta({ description: 'Replaces all current filters' }),
  fields: fieldsInput.meta({ description: 'Replaces the current fields; null restores all' }),
  day: day.optional(),
  hour: hour.optional(),
  timezone: timezone.optional(),
  status: z
    .enum(['active', 'paused'], { error: '`status` must be active or paused.' })
    .optional()
    .meta({ description: 'active resumes with the next day and hour' }),
});
export type UpdateScheduleInput = z.infer<typeof updateScheduleInput>;

const moment = z.iso.datetime();

export const scheduleSchema = z
  .object({
    schedule_id: z.string().meta({ description: '`sch_` and 16 letters or digits' }),
    format: z.enum(formats),
    filters: z.looseObject({}).meta({ description: 'Normalized filters' }),
    fields: fieldsSchema,
    day: z.enum(weekdays),
    hour: z.int().min(0).max(23),
    timezone: z.string(),
    status: z.enum(['active', 'paused']),
    paused_by: z
      .enum(['owner', 'failures', 'plan', 'suspension'])
      .nullable()
      .meta({
        description: `failures: ${maxFailures} runs in a row failed; plan: the plan has no exports`,
      }),
    error: z.string().nullable().meta({ description: 'Error of the last run, or why the next one is rescheduled' }),
    next_run_at: moment.nullable().meta({ description: 'null while it is paused' }),
    last_run_at: moment.nullable(),
    last_export_id: z.string().nullable(),
    created_at: moment,
    updated_at: moment,
  })
  .meta({
    id: 'ExportSchedule',
    description: 'An export that is requested every week, with an email when it is ready',
  });
export type ExportSchedule = z.infer<typeof scheduleSchema>;
