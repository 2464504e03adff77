// Formats for numbers, sizes and times.
const exact = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** 1,234,567 */
export const formatNumber = (value: number) => exact.format(value);
/** 1.2M */
export const formatCompact = (value: number) => compact.format(value);
/** 12.5%, for a share from 0 to 1. */
export const formatPercent = (share: number) => percent.format(share);
/** 86%, for a share or confidence that needs no decimals. */
export const formatWholePercent = (share: number) => percent.format(Math.round(share * 100) / 100);
/** 21 Nov 2026, 16:36:29 UTC */
export const formatMoment = (at: string | number) => `${moment.format(new Date(at))} UTC`;
/** 21 Nov 2026 */
export const formatDate = (at: string | number) => date.format(new Date(at));
/** 21 Nov, in UTC. */
export const formatDay = (at: string | number) => dayOfYear.format(new Date(at));

export const dayMs = 86_400_000;

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** “call” for one, else the unit as it is: “calls”, “views gained”. */
export const unitOf = (count: number, unit: string) =>
  count === 1
    ? unit.replace(/^(\w+?)(ies|(?<=ch|sh|x)es|s)\b/, (_, stem, end) => stem + (end === 'ies' ? 'y' : ''))
    : unit;

/** “1 hook”, “1,204 hooks”. Formats every count that has a noun. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const minute = 60;
const hour = 3600;
const day = 86_400;

// Smallest span in seconds that uses the unit, seconds per unit, name.
const spans = [
  [2 * 365 * day, 365 * day, 'years'],
  [90 * day, 30.44 * day, 'months'],
  [2 * day, day, 'days'],
  [1.5 * hour, hour, 'h'],
  [minute, minute, 'min'],
  [1, 1, 's'],
] as const;

/** “3 h ago”, “in 7 days”, “just now”. Rounded to the nearest unit: 6 days and 23 h are 7 days. */
export function formatUntil(at: number, now = Date.now()): string {
  const seconds = (at - now) / 1000;
  const away = Math.abs(seconds);
  // 59.6 s are 1 min, not 60 s: half of the smaller unit is enough.
  const [, size, unit] = spans.find(([from], at) => away >= from - (spans[at + 1]?.[1] ?? 0) / 2) ?? spans[5];
  if (seconds <= 0 && unit === 's') return 'just now';
  const words = `${Math.max(1, Math.round(away / size))} ${unit}`;
  return seconds > 0 ? `in ${words}` : `${words} ago`;
}

/** 1.4 MB */
export function formatBytes(bytes: number): string {
  const power = Math.min(4, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power > 0 && value < 100 ? 1 : 0)} ${['B', 'kB', 'MB', 'GB', 'TB'][power]}`;
}

/** 840 ms, 1.2 s, 3 min */
export function formatMs(ms: number): string {
  if (ms < 1000) return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}
