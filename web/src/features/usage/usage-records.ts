// From records of usage to what charts and tables show. Pure; what a status means stands here too.
import type { UsageRecord } from '@hookline/sdk';
import { formatDay } from '../../kit/page/format.ts';

const dayMs = 86_400_000;
/** Past this many bars a week is one of them. */
const mostBars = 100;

export type Sums = { calls: number; counted: number; refused: number };
export type Group = Sums & { name: string; daily: number[]; lastDay: string | undefined };

export function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Each UTC day from the first to the last. */
export function daysBetween(since: string, until: string): string[] {
  const count = Math.max(0, Math.round((Date.parse(until) - Date.parse(since)) / dayMs) + 1);
  return Array.from({ length: count }, (_, at) => toDay(Date.parse(since) + at * dayMs));
}

export function isRefused({ status }: UsageRecord): boolean {
  return (status ?? 0) >= 400;
}

export function sumOf(records: readonly UsageRecord[]): Sums {
  const sums = { calls: 0, counted: 0, refused: 0 };
  for (const one of records) {
    sums.calls += one.calls;
    sums.counted += one.counted;
    if (isRefused(one)) sums.refused += one.calls;
  }
  return sums;
}

/** A value for each of the days. */
export function toDaily(
  records: readonly UsageRecord[],
  days: readonly string[],
  count: (record: UsageRecord) => number = ({ calls }) => calls,
): number[] {
  const places = new Map(days.map((day, at) => [day, at]));
  const daily = days.map(() => 0);
  for (const record of records) {
    const place = places.get(record.day ?? '');
    if (place !== undefined) daily[place] += count(record);
  }
  return daily;
}

/** The records told apart by `nameOf`, with their calls on each of the days. The order is that of first appearance. */
export function groupBy(
  records: readonly UsageRecord[],
  days: readonly string[],
  nameOf: (record: UsageRecord) => string,
): Group[] {
  const groups = new Map<string, UsageRecord[]>();
  for (const record of records) {
    const group = groups.get(nameOf(record));
    if (group) group.push(record);
    else groups.set(nameOf(record), [record]);
  }
  return [...groups].map(([name, members]) => ({
    name,
    ...sumOf(members),
    daily: toDaily(members, days),
    // Records come in the order of their days.
    lastDay: members.at(-1)?.day,
  }));
}

/** What stands under the bars, and how values of days become values of bars. */
export function barsOf(days: readonly string[]): {
  points: string[];
  firsts: string[];
  sum: (daily: readonly number[]) => number[];
} {
  const size = days.length > mostBars ? 7 : 1;
  // Whole weeks up to today, the rest is the first bar.
  const starts = days.map((_, at) => at).filter((at) => (days.length - at) % size === 0 || at === 0);
  return {
    // Weeks may be of two years.
    points: starts.map((at) => (size === 1 ? formatDay(days[at]) : `${formatDay(days[at])} ’${days[at].slice(2, 4)}`)),
    firsts: starts.map((at) => days[at]),
    sum: (daily) =>
      starts.map((start, at) =>
        daily.slice(start, starts[at + 1] ?? daily.length).reduce((sum, value) => sum + value, 0),
      ),
  };
}

type StatusWords = { what: string; mend: string };

const statusWords: Record<number, StatusWords> = {
  400: { what: 'Bad parameter', mend: 'The answer names the parameter, and the nearest that exists.' },
  401: { what: 'Key refused', mend: 'The key has expired.' },
  403: { what: 'Not in the plan', mend: 'The answer names the lowest plan that has it.' },
  404: { what: 'Not found', mend: 'No such record, or it is not yours.' },
  409: { what: 'Conflict', mend: 'A most of something is reached, or two changes met.' },
  410: { what: 'Gone', mend: 'The hook was retired, or the file of the export deleted.' },
  413: { what: 'Body too large', mend: 'Send less at once.' },
  415: { what: 'Body is no JSON', mend: 'Send it with Content-Type: application/json.' },
  422: { what: 'Body refused', mend: 'The answer points to what is wrong in the body.' },
  429: { what: 'Quota used up or too quick', mend: 'Wait as long as Retry-After says.' },
  500: { what: 'Fault of the service', mend: 'Try again, and report the request id if it stays.' },
  503: { what: 'Not available for a moment', mend: 'Wait as long as Retry-After says.' },
};

export function wordsOfStatus(status: number): StatusWords {
  const known = statusWords[status];
  if (known) return known;
  if (status === 304) return { what: 'Not modified', mend: 'Costs no quota.' };
  if (status < 300) return { what: 'Answered', mend: '' };
  if (status < 400) return { what: 'Led elsewhere', mend: '' };
  return { what: status < 500 ? 'Refused' : 'Fault of the service', mend: 'The answer says why.' };
}
