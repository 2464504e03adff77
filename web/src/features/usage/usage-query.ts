// What /dashboard/usage asks: its URL as parameters of GET /usage/history. Pure.
import type { UsageHistoryQuery, UsageRecord } from '@hookline/sdk';
import { toDay, wordsOfStatus } from './usage-records.ts';

export const spans = [7, 30, 90, 400] as const;
export const groupings = ['day', 'endpoint', 'key', 'status'] as const;
type Grouping = (typeof groupings)[number];
export const filterNames = ['key', 'endpoint', 'status'] as const;
export type FilterName = (typeof filterNames)[number];

export type Question = {
  since: string;
  until: string;
  /** undefined where the dates were chosen. */
  span: number | undefined;
  by: Grouping;
  filters: Partial<Record<FilterName, string[]>>;
};

const dayMs = 86_400_000;
const defaultSpan = 30;

/** What the URL says that makes no sense is as if it were not there. */
export function readQuestion(search: string, now: number): Question {
  const query = new URLSearchParams(search);
  const by = groupings.find((one) => one === query.get('by')) ?? 'day';
  const filters = Object.fromEntries(
    filterNames
      .map((name) => [name, query.getAll(name).filter((value) => isValue(name, value))])
      .filter(([, values]) => values.length > 0),
  );
  const today = toDay(now);
  const since = query.get('since') ?? '';
  const until = [query.get('until') ?? today, today].sort()[0];
  if (isDay(since) && isDay(until) && since <= until) return { since, until, span: undefined, by, filters };
  const span = spans.find((one) => `${one}` === query.get('days')) ?? defaultSpan;
  return { since: toDay(now - (span - 1) * dayMs), until: today, span, by, filters };
}

/** By day, answers are told apart too, so that refused ones can be seen. */
export function historyQueryOf({ since, until, by, filters }: Question): UsageHistoryQuery {
  return { since, until, by: by === 'day' ? ['day', 'status'] : ['day', by], ...filters };
}

export function csvAddress(question: Question): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...historyQueryOf(question), format: 'csv' }))
    for (const one of [value].flat()) search.append(name, `${one}`);
  return `/usage/history?${search}`;
}

/** 31 February is none, though it parses. */
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

/** Keys by their name, statuses with what they mean. */
export function labelOf(name: FilterName, value: string, cube: readonly UsageRecord[]): string {
  if (name === 'key') return cube.find(({ key_id }) => key_id === value)?.key_name ?? value;
  return name === 'status' ? `${value} ${wordsOfStatus(Number(value)).what}` : value;
}
