// Digest of a saved search: its settings in the API, and the time of the next one.
import { z } from 'zod';
import { isoOrNull, localDate, localWeek, nextRunAt, weekdays } from '../../lib/time.ts';
import type { DigestRow } from '../store.ts';

const kinds = ['off', 'daily', 'weekly'] as const;
const hourError = '`digest_hour` must be an integer from 0 to 23.';

export const digestInput = {
  digest: z
    .enum(kinds, { error: '`digest` must be off, daily or weekly.' })
    .optional()
    .meta({ description: 'Email of the new hooks. Setting it again resumes a stopped digest' }),
  digest_day: z
    .enum(weekdays, { error: `\`digest_day\` must be one of ${weekdays.join(', ')}.` })
    .optional()
    .meta({ description: 'Day of a weekly digest. Default monday' }),
  digest_hour: z
    .int({ error: hourError })
    .min(0, hourError)
    .max(23, hourError)
    .optional()
    .meta({ description: 'Hour in the time zone of the account. Default 8' }),
};
const digestInputSchema = z.object(digestInput);
export type DigestInput = z.infer<typeof digestInputSchema>;

const moment = z.iso.datetime();

export const digestFields = {
  digest: z.enum(kinds),
  digest_day: z.enum(weekdays),
  digest_hour: z.int().min(0).max(23),
  digest_next_at: moment.nullable().meta({ description: 'null while it is off or stopped' }),
  digest_last_at: moment.nullable().meta({ description: 'When the last digest was sent' }),
  digest_stopped: z
    .object({
      at: moment,
      by: z.enum(['bounce', 'plan']),
      error: z.string().meta({ description: 'The response of the mail server, or what the plan includes' }),
    })
    .nullable()
    .meta({
      description:
        'bounce: the mail server refused it; plan: the plan has fewer saved searches. PATCH `digest` resumes it',
    }),
};
const digestSchema = z.object(digestFields);
export type Digest = z.infer<typeof digestSchema>;

export function toDigest(row: Omit<DigestRow, 'search_id'>): Digest {
  const { stopped_at, stopped_by, error } = row;
  return {
    digest: row.every,
    digest_day: weekdays[row.day - 1] ?? 'monday',
    digest_hour: row.hour,
    digest_next_at: isoOrNull(row.next_run_at),
    digest_last_at: isoOrNull(row.last_sent_at),
    digest_stopped: stopped_at && stopped_by && { at: stopped_at.toISOString(), by: stopped_by, error: error ?? '' },
  };
}

type Times = Pick<DigestRow, 'every' | 'day' | 'hour' | 'last_period'>;

/** Returns the first time after `after` in a period without a digest; null if it is off. */
export function nextDigestAt({ every, day, hour, last_period }: Times, timezone: string, after: Date): Date | null {
  if (every === 'off') return null;
  const time = { day: every === 'daily' ? null : (weekdays[day - 1] ?? 'monday'), hour, timezone };
  const next = nextRunAt(time, after);
  return periodOf(every, timezone, next) === last_period ? nextRunAt(time, next) : next;
}

/** Returns the day or week of a digest. Each has one digest, even if its hour or day is changed. */
export function periodOf(every: 'daily' | 'weekly', timezone: string, at: Date): string {
  return every === 'daily' ? localDate(at, timezone) : localWeek(at, timezone);
}
