// Text for trends, and sorting of their table.
import type { Trend } from '@hookline/sdk';
import { formatPercent, plural } from '../../kit/page/format.ts';

export const trendLabels = [
  { id: 'archetype', label: 'Archetypes' },
  { id: 'niche', label: 'Niches' },
  { id: 'emotional_trigger', label: 'Emotions' },
  { id: 'platform', label: 'Platforms' },
  { id: 'format', label: 'Formats' },
] as const;
export type TrendLabel = (typeof trendLabels)[number]['id'];

export const windows = [
  { id: '24h', label: '24 hours', before: 'the previous 24 hours' },
  { id: '7d', label: '7 days', before: 'the previous 7 days' },
  { id: '30d', label: '30 days', before: 'the previous 30 days' },
] as const;
export type TrendWindow = (typeof windows)[number];

/** Thresholds as defined in docs/trends.md. */
const minHooks = 30;
const minChange = 0.1;

export const verdictBadges = {
  heating: { tone: 'good', label: 'Heating up' },
  steady: { tone: 'neutral', label: 'Steady' },
  cooling: { tone: 'warn', label: 'Cooling down' },
  insufficient_data: { tone: 'neutral', label: 'Not enough data' },
} as const;
const notSignificant = { tone: 'neutral', label: 'No clear change' } as const;

/** “Steady” is shown only for a small change: +149% that could be chance is not steady. */
export function badgeOf({ verdict, change }: Pick<Trend, 'verdict' | 'change'>) {
  return verdict === 'steady' && !isSmall(change) ? notSignificant : verdictBadges[verdict];
}

const isSmall = (change: number | null) => change !== null && Math.abs(change) < minChange;

/** Views gained are unknown unless counts were refreshed. */
export function hasGains(trends: readonly Trend[]): boolean {
  return trends.some(({ series }) => series.some(({ views_gained }) => views_gained > 0));
}

/** Explains the verdict. */
export function verdictReason(trend: Trend, { before }: TrendWindow): string {
  const { verdict, n, share, share_before, change } = trend;
  if (verdict === 'insufficient_data') {
    if (n < minHooks) return `Only ${plural(n, 'hook')} in both periods; ${minHooks} are required.`;
    return share === null ? 'No hooks were added in this period.' : `No hooks were added in ${before}.`;
  }
  const shares = `${percent(share)} of new hooks, ${percent(share_before)} in ${before}.`;
  return verdict === 'steady' && !isSmall(change) ? `${shares} That could be chance.` : shares;
}

/** “+125%”, “−43%”, or “new” without hooks in the previous period. */
export function changeText({ change, hooks_added, share_before }: Trend): string {
  if (change === null) return hooks_added > 0 && share_before === 0 ? 'new' : '–';
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${formatPercent(Math.abs(change))}`;
}

export function percent(share: number | null): string {
  return share === null ? '–' : formatPercent(share);
}

const verdictOrder = ['insufficient_data', 'cooling', 'steady', 'heating'];

const sortKeys = {
  value: ({ value }: Trend) => value,
  verdict: ({ verdict }: Trend) => verdictOrder.indexOf(verdict),
  share: ({ share }: Trend) => share,
  change: ({ change }: Trend) => change,
  hooks_added: ({ hooks_added }: Trend) => hooks_added,
  views_gained: ({ views_gained }: Trend) => views_gained,
  median_views: ({ median_views }: Trend) => median_views,
} as const;

/** Sorts by a table column, prefixed with `-` for descending. Unknown values are last. */
export function sortTrends(trends: readonly Trend[], sort: string): Trend[] {
  const isDescending = sort.startsWith('-');
  const read = sortKeys[sort.slice(isDescending ? 1 : 0) as keyof typeof sortKeys] ?? sortKeys.hooks_added;
  return [...trends].sort((a, b) => {
    const [left, right] = [read(a), read(b)];
    if (left === right) return b.hooks_added - a.hooks_added;
    if (left === null || right === null) return left === null ? 1 : -1;
    const order = left < right ? -1 : 1;
    return isDescending ? -order : order;
  });
}
