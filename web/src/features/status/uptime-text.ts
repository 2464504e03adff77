// Formats and thresholds of uptime on /status.

/** Rounded down, so that 100% means no downtime. */
export function formatUptime(share: number | null): string {
  return share === null ? 'Not measured' : `${Math.floor(share * 1e5) / 1e3}%`;
}

/** At most about one minute of downtime a day. */
export const isGood = (share: number) => share >= 0.999;
/** More than an hour of downtime a day. */
export const isPoor = (share: number) => share < 0.95;
