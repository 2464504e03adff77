// Uptime as /status writes it. Nothing here knows of React.

/** Rounded down, so that 100% means every minute. */
export function formatUptime(share: number | null): string {
  return share === null ? 'not measured' : `${Math.floor(share * 1e5) / 1e3}%`;
}

/** At most one minute of a day. */
export const isGood = (share: number) => share >= 0.999;
/** More than an hour of a day. */
export const isPoor = (share: number) => share < 0.95;
