// Formats and thresholds of uptime on /status.
import { plural } from '../../kit/page/format.ts';

/** Rounded down, so that 100% means no downtime. */
export function formatUptime(share: number | null): string {
  return share === null ? 'Not measured' : `${Math.floor(share * 1e5) / 1e3}%`;
}

const dayMs = 86_400_000;

/** “90 days”, or with fewer days measured “Measured for 3 days so far”. */
export function periodText(days: number, measuredSince: string | null, now: number): string {
  const name = days === 1 ? '24 hours' : `${days} days`;
  const measuredMs = measuredSince === null ? 0 : now - Date.parse(measuredSince);
  if (measuredMs >= days * dayMs || measuredSince === null) return name;
  return `Measured for ${spanText(measuredMs)} so far`;
}

function spanText(ms: number): string {
  const units = [
    [dayMs, 'day'],
    [dayMs / 24, 'hour'],
    [60_000, 'minute'],
  ] as const;
  const [unitMs, unit] = units.find(([unitMs]) => ms >= unitMs) ?? [60_000, 'minute'];
  const count = Math.max(1, Math.floor(ms / unitMs));
  return plural(count, unit);
}

/** Allows at most about one minute of downtime a day. */
export const isGood = (share: number) => share >= 0.999;
/** Means more than an hour of downtime a day. */
export const isPoor = (share: number) => share < 0.95;
