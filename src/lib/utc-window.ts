// Calendar windows: the UTC day and the UTC calendar month of a moment. Pure.

export const windowNames = ['day', 'month'] as const;
export type WindowName = (typeof windowNames)[number];

export type Window = Readonly<{
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

/** Whole seconds until the window resets, rounded up and at least 1, so that a client that waits them is never too early. */
export function secondsUntil(resetsAt: number, now: number): number {
  return Math.max(1, Math.ceil((resetsAt - now) / 1000));
}
