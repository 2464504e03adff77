// Times of day in a time zone: when the next one comes, also after the clocks change, and its date there.

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Weekday = (typeof weekdays)[number];

/** `day` null is every day. `timezone` is an IANA name. */
export type LocalHour = { day: Weekday | null; hour: number; timezone: string };

/** The first such hour after `after`. Where clocks skip the hour, the one that follows; where they repeat it, the first. */
export function nextRunAt({ day, hour, timezone }: LocalHour, after: Date): Date {
  let date = zoned(after, timezone).toPlainDate();
  for (;;) {
    const at = new Date(date.toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds);
    if (at > after && (day === null || weekdays[date.dayOfWeek - 1] === day)) return at;
    date = date.add({ days: 1 });
  }
}

/** `2026-11-23`. */
export function localDate(at: Date, timezone: string): string {
  return zoned(at, timezone).toPlainDate().toString();
}

/** ISO 8601: `2026-W48`. Weeks begin on Monday. */
export function localWeek(at: Date, timezone: string): string {
  const { yearOfWeek, weekOfYear } = zoned(at, timezone);
  return `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`;
}

export function isTimezone(name: string): boolean {
  try {
    // Offsets such as +02:00 are valid here, but have no summer time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function zoned(at: Date, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
}
