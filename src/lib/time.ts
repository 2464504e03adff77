// Time constants and ISO 8601 formatting.

export const dayMs = 86_400_000;

/** ISO 8601 in UTC; null stays null. */
export function isoOrNull(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
