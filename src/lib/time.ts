// Time constants and ISO 8601 formatting.

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Returns ISO 8601 in UTC, or null for null. */
export function isoOrNull(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

// Calendar windows: the UTC day or UTC month of a moment. Pure.

export const windowNames = ['day', 'month'] as const;
export type WindowName = (typeof windowNames)[number];
/** Window of an account, or of one of its keys. */
export type WindowId = WindowName | `${WindowName}:${string}`;

type Window = Readonly<{
  name: WindowName;
  /** First day, YYYY-MM-DD. */
  startsOn: string;
  /** Milliseconds since 1970. */
  startsAt: number;
  /** First millisecond after the window. */
  resetsAt: number;
  seconds: number;
}>;

/** The window that contains `now` (milliseconds since 1970). */
export function windowAt(name: WindowName, now: number): Window {
  const date = new Date(now);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const startsAt = name === 'day' ? Date.UTC(year, month, day) : Date.UTC(year, month, 1);
  const resetsAt = name === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
  const startsOn = new Date(startsAt).toISOString().slice(0, 10);
  return { name, startsOn, startsAt, resetsAt, seconds: (resetsAt - startsAt) / 1000 };
}

/** Whole seconds until the window resets, rounded up and at least 1, so that a client that waits this long is never too early. */
export function secondsUntil(resetsAt: number, now: number): number {
  return Math.max(1, Math.ceil((resetsAt - now) / 1000));
}

// Times of day in a time zone: the next one, even after a clock change, and its date there.

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Weekday = (typeof weekdays)[number];

/** `day` null means every day. `timezone` is an IANA name. */
type LocalHour = { day: Weekday | null; hour: number; timezone: string };

/** Returns the first such hour after `after`. Where clocks skip the hour, it is the next one; where they repeat it, the first. */
export function nextRunAt({ day, hour, timezone }: LocalHour, after: Date): Date {
  let date = zoned(after, timezone).toPlainDate();
  for (;;) {
    const at = new Date(date.toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds);
    if (at > after && (day === null || weekdays[date.dayOfWeek - 1] === day)) return at;
    date = date.add({ days: 1 });
  }
}

/** Returns a date such as `2026-11-23`. */
export function localDate(at: Date, timezone: string): string {
  return zoned(at, timezone).toPlainDate().toString();
}

/** Returns an ISO 8601 week such as `2026-W48`. Weeks begin on Monday. */
export function localWeek(at: Date, timezone: string): string {
  const { yearOfWeek, weekOfYear } = zoned(at, timezone);
  return `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`;
}

export function isTimezone(name: string): boolean {
  try {
    // Offsets such as +02:00 are valid in `Intl`, but have no daylight saving time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function zoned(at: Date, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
}
