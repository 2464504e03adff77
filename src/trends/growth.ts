// How views grew from day to day: counts of a hook's views in, what it gained in each day before the data ends out. Pure.

export const dayMs = 86_400_000;
/** Twice the longest window: the time it covers and the time before. */
export const daysKept = 60;

/** Two counts of one hook's views, one after the other. Moments are milliseconds since 1970. */
export type Rise = { hookId: number; fromAt: number; fromViews: number; toAt: number; toViews: number };

/** One entry for each hook and day, at least. Day 0 is the last 24 hours before the end of the data, day 1 those before it. */
export type Growth = { rows: Uint32Array; days: Uint8Array; views: Float64Array };

/** Views between two counts are spread evenly over the time between them. What is after `end` or too old is left out. */
export function spreadRise(
  { fromAt, fromViews, toAt, toViews }: Omit<Rise, 'hookId'>,
  end: number,
  take: (day: number, views: number) => void,
): void {
  const perMs = (toViews - fromViews) / (toAt - fromAt);
  const first = Math.max(0, Math.floor((end - toAt) / dayMs));
  for (let day = first; day < daysKept; day++) {
    const dayEnd = end - day * dayMs;
    const ms = Math.min(toAt, dayEnd) - Math.max(fromAt, dayEnd - dayMs);
    if (ms > 0) take(day, ms * perMs);
    if (fromAt >= dayEnd - dayMs) return;
  }
}

export function collectGrowth(end: number) {
  let length = 0;
  let rows = new Uint32Array(1024);
  let days = new Uint8Array(1024);
  let views = new Float64Array(1024);

  function push(row: number, day: number, gained: number): void {
    if (length === rows.length) {
      const larger = { rows: new Uint32Array(length * 2), days: new Uint8Array(length * 2) };
      larger.rows.set(rows);
      larger.days.set(days);
      const largerViews = new Float64Array(length * 2);
      largerViews.set(views);
      [rows, days, views] = [larger.rows, larger.days, largerViews];
    }
    rows[length] = row;
    days[length] = day;
    views[length++] = gained;
  }

  return {
    add: (row: number, rise: Omit<Rise, 'hookId'>) => spreadRise(rise, end, (day, gained) => push(row, day, gained)),
    finish: (): Growth => ({ rows: rows.slice(0, length), days: days.slice(0, length), views: views.slice(0, length) }),
  };
}
