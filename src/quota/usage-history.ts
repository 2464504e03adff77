// Usage history: reads the usage log of one account or all, grouped by day, endpoint, key and status.
import type { Database } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { dayMs } from '../lib/time.ts';
import type { Observe } from '../telemetry/events.ts';
import { type CallFilter, type Grouping, groupings, selectCalls, type UsageRecord } from './store.ts';
import type { UsageLog } from './usage-log.ts';

/** Dimensions for an account's own history. */
export const usageDimensions = ['day', 'endpoint', 'key', 'status'] as const;
/** Dimensions for the operator, who sees all accounts. */
export const operatorDimensions = [...usageDimensions, 'account'] as const;

export const usageRetentionDays = 400;
export const defaultDays = 30;
/** More records are slow to read and useless in a chart. */
const maxRecords = 20_000;

export type HistoryInput = {
  /** First and last UTC day, YYYY-MM-DD, inclusive. */
  since?: string;
  until?: string;
  by?: readonly Grouping[];
} & Pick<CallFilter, 'keys' | 'endpoints' | 'statuses'>;

export type UsageHistory = { since: string; until: string; by: Grouping[]; records: UsageRecord[] };

export type HistoryDeps = { db: Database; usageLog: UsageLog; observe: Observe };

/** Complete for this process; other processes may lag by their last flush (5 s). Without `accountId`, it covers all accounts. */
export async function readHistory(
  { db, usageLog, observe }: HistoryDeps,
  accountId: string | undefined,
  { since: first, until: last, by: dimensions = ['day'], ...filter }: HistoryInput,
  now: number = Date.now(),
): Promise<UsageHistory> {
  const { since, until } = rangeOf(first, last, now);
  const by = groupings.filter((grouping) => dimensions.includes(grouping));
  const read = async () => {
    await usageLog.flush();
    return selectCalls(db, { accountId, since, until, ...filter }, by, maxRecords + 1);
  };
  const records = await read().catch((error: unknown) => {
    observe({ kind: 'database_error', error });
    return fail('unavailable', 'Usage history cannot be read at the moment. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
  });
  if (records.length > maxRecords) {
    failParameter(
      'by',
      `The result has more than ${maxRecords} records. Request fewer days, or remove a value from \`by\`.`,
    );
  }
  const isByDayOnly = by.length === 1 && by[0] === 'day';
  return { since, until, by, records: isByDayOnly ? withEmptyDays(records, since, until) : records };
}

/** Future days are cut off: they have no calls, and a chart would show a drop. */
function rangeOf(first: string | undefined, last: string | undefined, now: number): { since: string; until: string } {
  const today = toDay(now);
  const until = last === undefined || last > today ? today : last;
  const since = first ?? toDay(Date.parse(until) - (defaultDays - 1) * dayMs);
  if (since > until)
    failParameter('since', `\`since\` (${since}) must not be after \`until\` (${until}) or in the future.`);
  if (Date.parse(until) - Date.parse(since) >= usageRetentionDays * dayMs) {
    failParameter('since', `The range must be at most ${usageRetentionDays} days, since usage is deleted after that.`);
  }
  return { since, until };
}

function withEmptyDays(records: readonly UsageRecord[], since: string, until: string): UsageRecord[] {
  const byDay = new Map(records.map((record) => [record.day, record]));
  const filled: UsageRecord[] = [];
  for (let time = Date.parse(since); time <= Date.parse(until); time += dayMs) {
    const day = toDay(time);
    filled.push(byDay.get(day) ?? { day, calls: 0, counted: 0 });
  }
  return filled;
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function failParameter(parameter: string, detail: string): never {
  return fail('invalid_parameter', detail, { errors: [{ parameter, detail }] });
}
