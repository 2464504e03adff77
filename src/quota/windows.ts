// Quota windows as calendar facts: the UTC day and the UTC calendar month around a moment. Pure; counting is elsewhere.

export type WindowName = 'day' | 'month';

export type Window = Readonly<{
  name: WindowName;
  /** First day, YYYY-MM-DD. */
  startsOn: string;
  startsAt: number;
  /** First millisecond after the window. */
  resetsAt: number;
  seconds: number;
}>;

/** The window that `now` (milliseconds since 1970) lies in. */
export function windowAt(name: WindowName, now: number): Window {
  const date = new Date(now);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const startsAt = name === 'day' ? Date.UTC(year, month, day) : Date.UTC(year, month, 1);
  const resetsAt = name === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
  const startsOn = new Date(startsAt).toISOString().slice(0, 10);
  return { name, startsOn, startsAt, resetsAt, seconds: (resetsAt - startsAt) / 1000 };
}

/** Whole seconds, rounded up and at least 1: who waits that long meets the next window. */
export function secondsUntil(resetsAt: number, now: number): number {
  return Math.max(1, Math.ceil((resetsAt - now) / 1000));
}
