// Series of the usage chart: classes of status codes, of which only refused and failed calls are red, or the two largest groups and the rest.
import type { UsageRecord } from '@hookline/sdk';
import type { Series } from '../../kit/chart/scale.ts';
import { type Group, toDaily } from './usage-records.ts';

const classes = [
  { name: 'Served', tone: 'served', from: 200, to: 299 },
  { name: 'Not modified', tone: 'quiet', from: 300, to: 399 },
  { name: 'Refused (4xx)', tone: 'bad', from: 400, to: 499 },
  { name: 'Failed (5xx)', tone: 'failed', from: 500, to: 599 },
] as const;

/** Leaves out classes without calls. */
export function seriesByStatusClass(records: readonly UsageRecord[], days: readonly string[]): Series[] {
  return classes.flatMap(({ name, tone, from, to }) => {
    const members = records.filter(({ status = 0 }) => status >= from && status <= to);
    return members.length > 0 || from === 200 ? [{ name, tone, values: toDaily(members, days) }] : [];
  });
}

const maxGroups = 3;

/** Returns the largest groups first. */
export function seriesByGroup(groups: readonly Group[], nameOf: (group: Group) => string): Series[] {
  const sorted = [...groups].sort((a, b) => b.calls - a.calls);
  const shown = sorted.length > maxGroups ? sorted.slice(0, maxGroups - 1) : sorted;
  const rest = sorted.slice(shown.length);
  const series = shown.map((group) => ({ name: nameOf(group), values: group.daily }));
  const [firstOther] = rest;
  if (!firstOther) return series;
  const values = firstOther.daily.map((_, at) => rest.reduce((sum, { daily }) => sum + (daily[at] ?? 0), 0));
  return [...series, { name: `${rest.length} others`, values }];
}
