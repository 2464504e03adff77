// When a source is run next: after an interval such as `4h` and `1d`, at the moments of a cron line in UTC, or sooner after a
// failure. Pure; what is due is looked up every minute.
import { CronExpressionParser } from 'cron-parser';
import { parseDuration } from '../../config/durations.ts';

const shortestMs = 60_000;
const longestMs = 366 * 24 * 3_600_000;
const firstRetryMs = 60_000;

/** What is wrong with an interval, or undefined. */
export function everyFault(text: string): string | undefined {
  const intervalMs = parseDuration(text);
  if (intervalMs !== undefined)
    return intervalMs >= shortestMs && intervalMs <= longestMs ? undefined : 'every is at least 1m and at most 366d.';
  const isCron = /^\S+(\s+\S+){4}$/.test(text.trim());
  if (isCron && nextOfCron(text, Date.now()) !== undefined) return undefined;
  return 'every is an interval such as 30m, 4h or 1d, or a cron line of five fields in UTC, such as "0 6 * * *".';
}

/** The moment after a run, `startedAt` being what it is counted from, and not before it ended. All in milliseconds since 1970. */
export function nextRunAt(every: string, { startedAt, endedAt }: { startedAt: number; endedAt: number }): number {
  const intervalMs = parseDuration(every);
  if (intervalMs !== undefined) return Math.max(endedAt, startedAt + intervalMs);
  return nextOfCron(every, endedAt) ?? endedAt + longestMs;
}

/** What the next run counts from: what is due waits for the next look, and waiting must not add up from run to run. */
export function countedFrom({ dueAt, startedAt }: { dueAt: number; startedAt: number }): number {
  const late = startedAt - dueAt;
  return late >= 0 && late <= 2 * shortestMs ? dueAt : startedAt;
}

/** After the n-th failure in a row: 1 minute, 2, 4, 8 …, but never later than it would be run anyway. */
export function retryAt(every: string, failures: number, run: { startedAt: number; endedAt: number }): number {
  const wait = firstRetryMs * 2 ** Math.min(failures - 1, 30);
  return Math.min(run.endedAt + wait, nextRunAt(every, run));
}

/** undefined where the line is none, or names no moment, such as 30 February. */
function nextOfCron(line: string, after: number): number | undefined {
  try {
    return CronExpressionParser.parse(line.trim(), { tz: 'UTC', currentDate: new Date(after) })
      .next()
      .getTime();
  } catch {
    return undefined;
  }
}
