// Schedule of sources: the next run after an interval (`4h`, `1d`), by a cron expression in UTC, or after a failure.
import { CronExpressionParser } from 'cron-parser';
import { parseDuration } from '../../config/durations.ts';

/** Also the period of the look-up of due sources. */
const minIntervalMs = 60_000;
const maxIntervalMs = 366 * 24 * 3_600_000;
const firstRetryMs = 60_000;

/** What is wrong with an interval, or undefined. */
export function findIntervalProblem(text: string): string | undefined {
  const intervalMs = parseDuration(text);
  if (intervalMs !== undefined)
    return intervalMs >= minIntervalMs && intervalMs <= maxIntervalMs
      ? undefined
      : '`every` must be between 1m and 366d.';
  const isCron = /^\S+(\s+\S+){4}$/.test(text.trim());
  if (isCron && nextOfCron(text, Date.now()) !== undefined) return undefined;
  return '`every` must be an interval such as 30m, 4h or 1d, or a cron expression of five fields in UTC, such as "0 6 * * *".';
}

/** The next run, counted from `startedAt` and not before `endedAt`. Times are Unix milliseconds. */
export function nextRunAt(every: string, { startedAt, endedAt }: { startedAt: number; endedAt: number }): number {
  const intervalMs = parseDuration(every);
  if (intervalMs !== undefined) return Math.max(endedAt, startedAt + intervalMs);
  return nextOfCron(every, endedAt) ?? endedAt + maxIntervalMs;
}

/** The time that the next run counts from. A due source waits for the next look-up; these delays must not accumulate. */
export function countedFrom({ dueAt, startedAt }: { dueAt: number; startedAt: number }): number {
  const late = startedAt - dueAt;
  return late >= 0 && late <= 2 * minIntervalMs ? dueAt : startedAt;
}

/** After the n-th consecutive failure: 1 minute, 2, 4, 8 …, but no later than the next regular run. */
export function retryAt(every: string, failures: number, run: { startedAt: number; endedAt: number }): number {
  const delayMs = firstRetryMs * 2 ** Math.min(failures - 1, 30);
  return Math.min(run.endedAt + delayMs, nextRunAt(every, run));
}

/** Undefined if the expression is invalid or matches no date, such as 30 February. */
function nextOfCron(line: string, after: number): number | undefined {
  try {
    return CronExpressionParser.parse(line.trim(), { tz: 'UTC', currentDate: new Date(after) })
      .next()
      .getTime();
  } catch {
    return undefined;
  }
}
