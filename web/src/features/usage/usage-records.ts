// Converts usage records to sums, groups and bars, and explains status codes. Pure.
import type { UsageRecord } from '@hookline/sdk';
import { dayMs, formatDay } from '../../kit/page/format.ts';

/** Above this number of days, each bar is a week. */
const maxBars = 100;

export type Sums = { calls: number; counted: number; failed: number };
export type Group = Sums & { name: string; daily: number[]; lastDay: string | undefined };

export function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Each UTC day from the first to the last. */
export function daysBetween(since: string, until: string): string[] {
  const count = Math.max(0, Math.round((Date.parse(until) - Date.parse(since)) / dayMs) + 1);
  return Array.from({ length: count }, (_, at) => toDay(Date.parse(since) + at * dayMs));
}

export function isFailed({ status }: UsageRecord): boolean {
  return (status ?? 0) >= 400;
}

export function sumOf(records: readonly UsageRecord[]): Sums {
  const sums = { calls: 0, counted: 0, failed: 0 };
  for (const one of records) {
    sums.calls += one.calls;
    sums.counted += one.counted;
    if (isFailed(one)) sums.failed += one.calls;
  }
  return sums;
}

/** One value per day. */
export function toDaily(
  records: readonly UsageRecord[],
  days: readonly string[],
  count: (record: UsageRecord) => number = ({ calls }) => calls,
): number[] {
  const places = new Map(days.map((day, at) => [day, at]));
  const daily = days.map(() => 0);
  for (const record of records) {
    const place = places.get(record.day ?? '');
    if (place !== undefined) daily[place] = (daily[place] ?? 0) + count(record);
  }
  return daily;
}

/** Groups the records by `nameOf`, each with its calls per day, in order of first appearance. */
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
    // Records are ordered by day.
    lastDay: members.at(-1)?.day,
  }));
}

/** Labels and first days of the bars, and a function that sums daily values per bar. */
export function barsOf(days: readonly string[]): {
  points: string[];
  firsts: string[];
  sum: (daily: readonly number[]) => number[];
} {
  const size = days.length > maxBars ? 7 : 1;
  // Full weeks up to today; the first bar contains the remaining days.
  const starts = days.map((_, at) => at).filter((at) => (days.length - at) % size === 0 || at === 0);
  const firsts = starts.flatMap((at) => days[at] ?? []);
  return {
    // Weeks can span two years, so their labels include the year.
    points: firsts.map((first) => (size === 1 ? formatDay(first) : `${formatDay(first)} ’${first.slice(2, 4)}`)),
    firsts,
    sum: (daily) =>
      starts.map((start, at) =>
        daily.slice(start, starts[at + 1] ?? daily.length).reduce((sum, value) => sum + value, 0),
      ),
  };
}

type StatusText = { title: string; hint: string };

const statusTexts: Readonly<Record<number, StatusText>> = {
  304: { title: 'Not modified', hint: 'Uses no quota.' },
  400: { title: 'Invalid parameter', hint: 'The response names the parameter and suggests a correction.' },
  401: { title: 'Invalid key', hint: 'The key has expired. Create a new one.' },
  403: { title: 'Not included', hint: 'The plan or the key doesn’t include it. Open a call to see which.' },
  404: { title: 'Not found', hint: 'Check the ID or the path.' },
  409: { title: 'Conflict', hint: 'A limit was reached, or another change came first.' },
  410: { title: 'Gone', hint: 'The hook was retired, or the export file deleted.' },
  413: { title: 'Body too large', hint: 'Send a smaller body.' },
  415: { title: 'Unsupported media type', hint: 'Send JSON with Content-Type: application/json.' },
  422: { title: 'Invalid body', hint: 'The response points to the invalid field.' },
  429: { title: 'Quota or rate limit exceeded', hint: 'Wait for Retry-After, then retry.' },
  500: { title: 'Server error', hint: 'Retry. If it persists, report the request ID.' },
  503: { title: 'Service unavailable', hint: 'Wait for Retry-After, then retry.' },
};

export function statusText(status: number): StatusText {
  const text = statusTexts[status];
  if (text) return text;
  if (status < 300) return { title: 'OK', hint: '' };
  if (status < 400) return { title: 'Redirect', hint: '' };
  return { title: status < 500 ? 'Client error' : 'Server error', hint: 'See the response body.' };
}
