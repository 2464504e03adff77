// When a quota runs out, from the pace of the last days. Pure; it says nothing where there is too little to go by.
import type { UsageWindow } from '@hookline/sdk';
import { formatDay, formatNumber, formatPercent, formatUntil } from '../../kit/page/format.ts';

type PastDay = { day: string; counted: number };

export type Forecast = { runsOutAt: number } | { usedAtReset: number };

/** A week has both its busy and its quiet days. */
const mostDays = 7;
const fewestDays = 3;

/** `days` are in order, without gaps, today the last. undefined: no limit, nothing left, or too little to go by. */
export function forecastOf(
  { limit, used, resets_at }: UsageWindow,
  days: readonly PastDay[],
  now: number,
): Forecast | undefined {
  if (limit === null || used >= limit) return undefined;
  const pace = callsPerMs(days, now);
  if (pace === undefined) return undefined;
  const runsOutAt = now + (limit - used) / pace;
  const resetsAt = Date.parse(resets_at);
  return runsOutAt < resetsAt ? { runsOutAt } : { usedAtReset: Math.round(used + pace * (resetsAt - now)) };
}

/** Of the last whole days and of today so far; days before the first call say nothing. */
function callsPerMs(days: readonly PastDay[], now: number): number | undefined {
  const first = days.findIndex(({ counted }) => counted > 0);
  const looked = first < 0 ? [] : days.slice(first).slice(-mostDays - 1);
  if (looked.length <= fewestDays) return undefined;
  const calls = looked.reduce((sum, { counted }) => sum + counted, 0);
  const time = now - Date.parse(looked[0].day);
  return calls > 0 && time > 0 ? calls / time : undefined;
}

/** “At this pace used up on 28 Nov, 3 days before the reset.” */
export function forecastWords(
  forecast: Forecast,
  { limit, resets_at }: Pick<UsageWindow, 'limit' | 'resets_at'>,
  now: number,
): string {
  if ('runsOutAt' in forecast) {
    const { runsOutAt } = forecast;
    const spare = formatUntil(Date.parse(resets_at), runsOutAt).replace(/^in /, '');
    return `At this pace used up ${whenWords(runsOutAt, now)}, ${spare} before the reset.`;
  }
  const share = limit ? ` (${formatPercent(Math.round((forecast.usedAtReset / limit) * 100) / 100)})` : '';
  return `At this pace ${formatNumber(forecast.usedAtReset)}${share} by the reset.`;
}

function whenWords(at: number, now: number): string {
  const [then, today] = [new Date(at).toISOString(), new Date(now).toISOString()];
  return then.slice(0, 10) === today.slice(0, 10) ? `at ${then.slice(11, 16)} UTC` : `on ${formatDay(at)}`;
}
