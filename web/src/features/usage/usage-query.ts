// Converts the URL of /dashboard/usage to parameters of GET /usage/history. Pure.
import type { UsageHistoryQuery, UsageRecord } from '@hookline/sdk';
import { dayMs } from '../../kit/page/format.ts';
import { statusText, toDay } from './usage-records.ts';

export const spans = [7, 30, 90, 400] as const;
export const groupings = ['day', 'endpoint', 'key', 'status'] as const;
type Grouping = (typeof groupings)[number];
export const filterNames = ['key', 'endpoint', 'status'] as const;
export type FilterName = (typeof filterNames)[number];

export type UsageView = {
  since: string;
  until: string;
  /** Number of days; undefined with custom dates. */
  span: number | undefined;
  by: Grouping;
  filters: Partial<Record<FilterName, string[]>>;
};

const defaultSpan = 30;

/** Ignores invalid parameters. */
export function parseUsageView(search: string, now: number): UsageView {
  const query = new URLSearchParams(search);
  const by = groupings.find((one) => one === query.get('by')) ?? 'day';
  const filters = Object.fromEntries(
    filterNames
      .map((name) => [name, query.getAll(name).filter((value) => isValue(name, value))] as const)
      .filter(([, values]) => values.length > 0),
  );
  const today = toDay(now);
  const since = query.get('since') ?? '';
  const [until = today] = [query.get('until') ?? today, today].sort();
  if (isDay(since) && isDay(until) && since <= until) return { since, until, span: undefined, by, filters };
  const span = spans.find((one) => `${one}` === query.get('days')) ?? defaultSpan;
  return { since: toDay(now - (span - 1) * dayMs), until: today, span, by, filters };
}

/** Grouping by day includes the status, so that failed calls can be shown. */
export function historyQueryOf({ since, until, by, filters }: UsageView): UsageHistoryQuery {
  return { since, until, by: by === 'day' ? ['day', 'status'] : ['day', by], ...filters };
}

export function csvUrl(view: UsageView): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...historyQueryOf(view), format: 'csv' }))
    for (const item of [value].flat()) search.append(name, `${item}`);
  return `/usage/history?${search}`;
}

/** Rejects 31 February, which Date.parse accepts. */
function isDay(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && toDay(ms) === text;
}

function isValue(name: FilterName, value: string): boolean {
  return name === 'status' ? /^\d{3}$/.test(value) : value !== '';
}

export function valueIn(name: FilterName, { key_id = '', endpoint = '', status }: UsageRecord): string {
  return { key: key_id, endpoint, status: `${status}` }[name];
}

/** Name of a key, or a status code with its meaning. */
export function labelOf(name: FilterName, value: string, cube: readonly UsageRecord[]): string {
  if (name === 'key') return cube.find(({ key_id }) => key_id === value)?.key_name ?? value;
  return name === 'status' ? `${value} ${statusText(Number(value)).title}` : value;
}
