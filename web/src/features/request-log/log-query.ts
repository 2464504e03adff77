// Converts the URL of the request log to API parameters, and describes logged calls. Pure.

import type { LoggedRequest } from '@hookline/sdk';
import type { Tone } from '../../kit/display/badge.tsx';

export function toneOf(status: number): Tone {
  if (status < 400) return status < 300 ? 'good' : 'neutral';
  return status < 500 ? 'warn' : 'bad';
}

export const logFilters = ['status', 'endpoint', 'key', 'since', 'until'] as const;
export type LogFilterName = (typeof logFilters)[number];
type Filters = Partial<Record<LogFilterName, string[]>>;

export const statusClasses = [
  { value: '2xx', label: 'Served (2xx)' },
  { value: '3xx', label: 'Not modified (3xx)' },
  { value: '4xx', label: 'Refused (4xx)' },
  { value: '5xx', label: 'Failed (5xx)' },
] as const;

const hourMs = 3_600_000;
/** Values of `since` that are relative to now. */
export const spans = [
  { value: '', label: 'Any time', ms: 0 },
  { value: '15m', label: 'Last 15 minutes', ms: hourMs / 4 },
  { value: '1h', label: 'Last hour', ms: hourMs },
  { value: '24h', label: 'Last 24 hours', ms: 24 * hourMs },
] as const;

/** A read of a feed has the ID of its saved search in place of a key. */
export const isFeed = (keyId: string) => keyId.startsWith('srch_');

/** Drops values that the API would reject, which a link may contain. */
export function toLogQuery({ status = [], endpoint, key, since, until }: Filters, now: number) {
  const span = spans.find(({ value }) => value !== '' && value === since?.[0]);
  const moment = (text = '') => (Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString());
  return {
    status: status.filter((one) => /^[2-5](\d\d|xx)$/.test(one)),
    ...{ endpoint, key },
    since: span ? new Date(now - span.ms).toISOString() : moment(since?.[0]),
    until: moment(until?.[0]),
  };
}

/** The decoded values of each parameter of a path; a comma-separated list stays one value. */
export function parametersOf(path: string): Record<string, string[]> {
  const [, query = ''] = path.split('?', 2);
  const values: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) values[name] = [...(values[name] ?? []), value];
  return values;
}

/** Why a call cannot be repeated; undefined if it can. */
export function whyNotRepeatable({ method, path }: LoggedRequest): string | undefined {
  if (method !== 'GET') return 'Only GET requests can be run again: bodies are not logged.';
  if (path.includes('[redacted]')) return 'A secret was removed from this request, so it can’t be run again.';
  if (path.endsWith('…')) return 'This request was shortened in the log, so it can’t be run again.';
  // Such a path could lead to another host.
  if (!/^\/(?!\/)/.test(path)) return 'This path can’t be requested.';
  return undefined;
}

/** Dashboard page with the same search, for lists of hooks. */
export function explorerLink({ path }: LoggedRequest): string | undefined {
  const [route, query = ''] = path.split('?', 2);
  if ((route !== '/hooks' && route !== '/hooks/full') || /(^|&)(cursor|output|group_by)=/.test(query)) return undefined;
  return `/dashboard/hooks${query && `?${query}`}`;
}

/** “1 of 12” */
export function sampleText(rate: number): string {
  return `1 of ${Math.round(1 / rate).toLocaleString('en')}`;
}
