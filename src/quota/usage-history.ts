// What an account, or all of them, called: read from the usage log by day, endpoint, key and status. Counting is usage-log.ts.

import type { Database } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { dayMs } from '../lib/time.ts';
import type { Observe } from '../telemetry/events.ts';
import { type CallFilter, type Grouping, groupings, selectCalls, type UsageRecord } from './store.ts';
import type { UsageLog } from './usage-log.ts';

/** What an account can tell its own calls apart by. */
export const usageDimensions = ['day', 'endpoint', 'key', 'status'] as const;
/** The operator also sees whose they are. */
export const operatorDimensions = [...usageDimensions, 'account'] as const;

export const usageKeptDays = 400;
export const defaultDays = 30;
/** More is slow to make and of no use in a chart. */
const maxRecords = 20_000;

export type HistoryInput = {
  /** First and last UTC day, YYYY-MM-DD. */
  since?: string;
  until?: string;
  by?: readonly Grouping[];
} & Pick<CallFilter, 'keys' | 'endpoints' | 'statuses'>;

export type UsageHistory = { since: string; until: string; by: Grouping[]; records: UsageRecord[] };

export type HistoryDeps = { db: Database; usageLog: UsageLog; observe: Observe };

/** Of all processes as far as they have written, and of this one to the last answer. Without `accountId` of all accounts. */
export async function readHistory(
  { db, usageLog, observe }: HistoryDeps,
  accountId: string | undefined,
  { since: first, until: last, by: asked = ['day'], ...filter }: HistoryInput,
  now: number = Date.now(),
): Promise<UsageHistory> {
  const { since, until } = rangeOf(first, last, now);
  const by = groupings.filter((grouping) => asked.includes(grouping));
  const read = async () => {
    await usageLog.flush();
    return selectCalls(db, { accountId, since, until, ...filter }, by, maxRecords + 1);
  };
  const records = await read().catch((error: unknown) => {
    observe({ kind: 'database_error', error });
    return fail('unavailable', 'The history cannot be read at the moment. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
  });
  if (records.length > maxRecords) {
    refuse('by', `These are more than ${maxRecords} records. Ask for fewer days, or leave something out of \`by\`.`);
  }
  const isByDayOnly = by.length === 1 && by[0] === 'day';
  return { since, until, by, records: isByDayOnly ? withEmptyDays(records, since, until) : records };
}

/** Days to come are left out: they have no calls, and a chart would show a fall. */
function rangeOf(first: string | undefined, last: string | undefined, now: number): { since: string; until: string } {
  const today = toDay(now);
  const until = last === undefined || last > today ? today : last;
  const since = first ?? toDay(Date.parse(until) - (defaultDays - 1) * dayMs);
  if (since > until) refuse('since', `since (${since}) must not be after until (${until}), nor in the future.`);
  if (Date.parse(until) - Date.parse(since) >= usageKeptDays * dayMs) {
    refuse('since', `From since to until are at most ${usageKeptDays} days, which is how long usage is kept.`);
  }
  return { since, until };
}

function withEmptyDays(records: readonly UsageRecord[], since: string, until: string): UsageRecord[] {
  const known = new Map(records.map((record) => [record.day, record]));
  const filled: UsageRecord[] = [];
  for (let time = Date.parse(since); time <= Date.parse(until); time += dayMs) {
    const day = toDay(time);
    filled.push(known.get(day) ?? { day, calls: 0, counted: 0 });
  }
  return filled;
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function refuse(parameter: string, detail: string): never {
  return fail('invalid_parameter', detail, { errors: [{ parameter, detail }] });
}
