// Usage records grouped for the chart (days and busiest endpoints) and the table (endpoints and statuses). Free of React.
import type { UsageRecord } from '../../../../src/quota/store.ts';
import type { Series } from '../../kit/chart/scale.ts';
import { dayMs } from '../../kit/page/format.ts';

export type EndpointUse = {
  endpoint: string;
  calls: number;
  /** Calls that used up quota. */
  counted: number;
  /** 4xx responses. */
  refused: number;
  /** 5xx responses. */
  failed: number;
};

/** More colours would be hard to distinguish. */
const maxNamed = 2;

/** Sorted by calls, descending. */
export function sumByEndpoint(records: readonly UsageRecord[]): EndpointUse[] {
  const sums = new Map<string, EndpointUse>();
  for (const { endpoint = '', status = 0, calls, counted } of records) {
    const sum = sums.get(endpoint) ?? { endpoint, calls: 0, counted: 0, refused: 0, failed: 0 };
    sum.calls += calls;
    sum.counted += counted;
    if (status >= 500) sum.failed += calls;
    else if (status >= 400) sum.refused += calls;
    sums.set(endpoint, sum);
  }
  return [...sums.values()].sort((a, b) => b.calls - a.calls);
}

/** All days from `since` to `until` as YYYY-MM-DD. */
export function daysBetween(since: string, until: string): string[] {
  const count = Math.round((Date.parse(until) - Date.parse(since)) / dayMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) =>
    new Date(Date.parse(since) + n * dayMs).toISOString().slice(0, 10),
  );
}

/** One series per busy endpoint, the rest summed up as “Other”. */
export function seriesByEndpoint(records: readonly UsageRecord[], days: readonly string[]): Series[] {
  const endpoints = sumByEndpoint(records).map(({ endpoint }) => endpoint);
  const named = endpoints.slice(0, endpoints.length > maxNamed + 1 ? maxNamed : maxNamed + 1);
  const rest = endpoints.slice(named.length);
  const valuesOf = (included: readonly string[]) => {
    const byDay = new Map<string, number>();
    for (const { day = '', endpoint = '', calls } of records)
      if (included.includes(endpoint)) byDay.set(day, (byDay.get(day) ?? 0) + calls);
    return days.map((day) => byDay.get(day) ?? 0);
  };
  const series: Series[] = named.map((endpoint) => ({ name: endpoint, values: valuesOf([endpoint]) }));
  return rest.length > 0 ? [...series, { name: 'Other', values: valuesOf(rest) }] : series;
}
