// What a trend says, in words, and the order of its table. Nothing here knows of React.
import type { Trend } from '../../../../sdk/src/openapi.ts';
import { formatNumber, formatPercent } from '../../kit/page/format.ts';

export const trendLabels = [
  { id: 'archetype', label: 'Archetypes' },
  { id: 'niche', label: 'Niches' },
  { id: 'emotional_trigger', label: 'Emotions' },
  { id: 'platform', label: 'Platforms' },
  { id: 'format', label: 'Formats' },
] as const;
export type TrendLabel = (typeof trendLabels)[number]['id'];

export const windows = [
  { id: '24h', label: '24 hours', before: 'the 24 hours before' },
  { id: '7d', label: '7 days', before: 'the 7 days before' },
  { id: '30d', label: '30 days', before: 'the 30 days before' },
] as const;
export type TrendWindow = (typeof windows)[number];

export const verdictBadges = {
  heating: { tone: 'good', words: 'Heating up' },
  steady: { tone: 'neutral', words: 'Steady' },
  cooling: { tone: 'warn', words: 'Cooling' },
  insufficient_data: { tone: 'neutral', words: 'Too few to tell' },
} as const;

/** As docs/trends.md defines it. */
const leastHooks = 30;
const leastChange = 0.1;

/** Why the verdict is what it is. */
export function verdictReason(trend: Trend, { before }: TrendWindow): string {
  const { verdict, n, share, share_before, change } = trend;
  const hooks = `${formatNumber(n)} ${n === 1 ? 'hook' : 'hooks'}`;
  if (verdict === 'insufficient_data') {
    if (n < leastHooks) return `It has ${hooks} in both times together. A verdict takes ${leastHooks}.`;
    return share === null ? 'No hook at all was added in the window.' : `No hook at all was added in ${before}.`;
  }
  const shares = `${percent(share)} of the new hooks have it, ${percent(share_before)} in ${before}`;
  if (verdict !== 'steady') return `${shares}. Of ${hooks}, chance alone would hardly move it so far.`;
  const why =
    change !== null && Math.abs(change) < leastChange
      ? 'That is less than a tenth of change.'
      : `With ${hooks}, chance alone may have moved it.`;
  return `${shares}. ${why}`;
}

/** +125%, −43%, and “new” where there was nothing before. */
export function changeWords({ change, hooks_added, share_before }: Trend): string {
  if (change === null) return hooks_added > 0 && share_before === 0 ? 'new' : '–';
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${formatPercent(Math.abs(change))}`;
}

export function percent(share: number | null): string {
  return share === null ? '–' : formatPercent(share);
}

const order = ['insufficient_data', 'cooling', 'steady', 'heating'];

const sortable = {
  value: ({ value }: Trend) => value,
  verdict: ({ verdict }: Trend) => order.indexOf(verdict),
  share: ({ share }: Trend) => share,
  change: ({ change }: Trend) => change,
  hooks_added: ({ hooks_added }: Trend) => hooks_added,
  views_gained: ({ views_gained }: Trend) => views_gained,
  median_views: ({ median_views }: Trend) => median_views,
} as const;

/** By a column of the table, with `-` in front for descending. What is unknown stands last. */
export function sortTrends(trends: readonly Trend[], sort: string): Trend[] {
  const isDown = sort.startsWith('-');
  const read = sortable[sort.slice(isDown ? 1 : 0) as keyof typeof sortable] ?? sortable.hooks_added;
  return [...trends].sort((a, b) => {
    const [left, right] = [read(a), read(b)];
    if (left === right) return b.hooks_added - a.hooks_added;
    if (left === null || right === null) return left === null ? 1 : -1;
    const by = left < right ? -1 : 1;
    return isDown ? -by : by;
  });
}
