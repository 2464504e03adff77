// What the bars of usage are stacked of: classes of answers, or the two largest groups and the rest.
import type { UsageRecord } from '@hookline/sdk';
import type { Series } from '../../kit/chart/scale.ts';
import { type Group, toDaily } from './usage-records.ts';

const classes = [
  { name: 'served', tone: 'accent', from: 200, to: 299 },
  { name: 'not modified', tone: 'neutral', from: 300, to: 399 },
  { name: 'refused', tone: 'warn', from: 400, to: 499 },
  { name: 'failed', tone: 'bad', from: 500, to: 599 },
] as const;

/** Classes that did not occur are left out, so that none is explained that is not there. */
export function byClass(records: readonly UsageRecord[], days: readonly string[]): Series[] {
  return classes.flatMap(({ name, tone, from, to }) => {
    const members = records.filter(({ status = 0 }) => status >= from && status <= to);
    return members.length > 0 || from === 200 ? [{ name, tone, values: toDaily(members, days) }] : [];
  });
}

const mostGroups = 3;

/** The largest first. */
export function byGroup(groups: readonly Group[], nameOf: (group: Group) => string): Series[] {
  const sorted = [...groups].sort((a, b) => b.calls - a.calls);
  const shown = sorted.length > mostGroups ? sorted.slice(0, mostGroups - 1) : sorted;
  const rest = sorted.slice(shown.length);
  const series = shown.map((group) => ({ name: nameOf(group), values: group.daily }));
  if (rest.length === 0) return series;
  const values = rest[0].daily.map((_, at) => rest.reduce((sum, { daily }) => sum + daily[at], 0));
  return [...series, { name: `${rest.length} others`, values }];
}
