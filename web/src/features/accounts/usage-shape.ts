// The usage log as a chart and a table want it: days with the busiest endpoints, and endpoints with their answers. No React.
import type { UsageRecord } from '../../../../src/quota/store.ts';
import type { Series } from '../../kit/chart/scale.ts';

export type EndpointUse = {
  endpoint: string;
  calls: number;
  /** Those that took quota. */
  counted: number;
  /** Answers of 4xx and of 5xx. */
  refused: number;
  failed: number;
};

const dayMs = 86_400_000;
/** More colours cannot be told apart. */
const mostNamed = 2;

/** The busiest first. */
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

/** YYYY-MM-DD from the first to the last, those without calls too. */
export function daysBetween(since: string, until: string): string[] {
  const count = Math.round((Date.parse(until) - Date.parse(since)) / dayMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) =>
    new Date(Date.parse(since) + n * dayMs).toISOString().slice(0, 10),
  );
}

/** One for each of the busiest endpoints, the rest together. */
export function seriesByEndpoint(records: readonly UsageRecord[], days: readonly string[]): Series[] {
  const endpoints = sumByEndpoint(records).map(({ endpoint }) => endpoint);
  const named = endpoints.slice(0, endpoints.length > mostNamed + 1 ? mostNamed : mostNamed + 1);
  const rest = endpoints.slice(named.length);
  const valuesOf = (those: readonly string[]) => {
    const byDay = new Map<string, number>();
    for (const { day = '', endpoint = '', calls } of records)
      if (those.includes(endpoint)) byDay.set(day, (byDay.get(day) ?? 0) + calls);
    return days.map((day) => byDay.get(day) ?? 0);
  };
  const series: Series[] = named.map((endpoint) => ({ name: endpoint, values: valuesOf([endpoint]) }));
  return rest.length > 0 ? [...series, { name: 'other', values: valuesOf(rest) }] : series;
}
