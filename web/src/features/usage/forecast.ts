// Quota forecast from the average rate of the last days; undefined with too little data.
import type { UsageWindow } from '@hookline/sdk';
import { formatDay, formatPercent, formatUntil, plural } from '../../kit/page/format.ts';

type PastDay = { day: string; counted: number };

export type Forecast = { runsOutAt: number } | { usedAtReset: number };

/** A full week covers busy and quiet days. */
const maxDays = 7;
const minDays = 3;

/** `days` are in order, without gaps, today last. undefined: no limit, nothing left, or too little data. */
export function forecastOf(
  { limit, used, resets_at }: UsageWindow,
  days: readonly PastDay[],
  now: number,
): Forecast | undefined {
  if (limit === null || used >= limit) return undefined;
  const rate = callsPerMs(days, now);
  if (rate === undefined) return undefined;
  const runsOutAt = now + (limit - used) / rate;
  const resetsAt = Date.parse(resets_at);
  return runsOutAt < resetsAt ? { runsOutAt } : { usedAtReset: Math.round(used + rate * (resetsAt - now)) };
}

/** Averages the last full days and today so far; days before the first call are ignored. */
function callsPerMs(days: readonly PastDay[], now: number): number | undefined {
  const first = days.findIndex(({ counted }) => counted > 0);
  const recent = first < 0 ? [] : days.slice(first).slice(-maxDays - 1);
  const [oldest] = recent;
  if (!oldest || recent.length <= minDays) return undefined;
  const calls = recent.reduce((sum, { counted }) => sum + counted, 0);
  const elapsedMs = now - Date.parse(oldest.day);
  return calls > 0 && elapsedMs > 0 ? calls / elapsedMs : undefined;
}

/** “At this rate, the quota runs out on 28 Nov, 3 days before the reset.” */
export function forecastText(
  forecast: Forecast,
  { limit, resets_at }: Pick<UsageWindow, 'limit' | 'resets_at'>,
  now: number,
): string {
  if ('runsOutAt' in forecast) {
    const { runsOutAt } = forecast;
    const margin = formatUntil(Date.parse(resets_at), runsOutAt).replace(/^in /, '');
    return `At this rate, the quota runs out ${runOutTime(runsOutAt, now)}, ${margin} before the reset.`;
  }
  const share = limit ? ` (${formatPercent(Math.round((forecast.usedAtReset / limit) * 100) / 100)})` : '';
  return `At this rate, ${plural(forecast.usedAtReset, 'call')}${share} by the reset.`;
}

function runOutTime(at: number, now: number): string {
  const [then, today] = [new Date(at).toISOString(), new Date(now).toISOString()];
  return then.slice(0, 10) === today.slice(0, 10) ? `at ${then.slice(11, 16)} UTC` : `on ${formatDay(at)}`;
}
