// Time constants and ISO 8601 formatting.

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** ISO 8601 in UTC; null stays null. */
export function isoOrNull(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
