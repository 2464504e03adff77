// Compares the trends of a version of the catalog with the verdicts of the last evaluation: which changes to send. Pure.
import { toFigures } from '../trends/figures.ts';
import type { Verdict } from '../trends/growth.ts';
import type { Trends } from '../trends/trends.ts';

/** A change in emails and the webhook event `trends.changed`. */
export type TrendChange = {
  value: string;
  verdict: Verdict;
  previous_verdict: Verdict;
  n: number;
  share: number | null;
  previous_share: number | null;
  change: number | null;
};

/** Values without enough data are absent. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** Last notified verdict and its time, by value. */
export type Told = Readonly<Record<string, { verdict: Verdict; at: string }>>;

export type WatchState = { verdicts: Verdicts; told: Told };

/** Minimum time between notifications about a value. */
const tellAgainMs = 24 * 3_600_000;

export function verdictsOf({ values }: Trends): Verdicts {
  return Object.fromEntries(
    values.flatMap(({ value, verdict }) => (verdict === 'insufficient_data' ? [] : [[value, verdict]])),
  );
}

/**
 * A value that goes back and forth within 24 hours causes one notification. If it ends with another wanted verdict than the notified one,
 * its former verdict is kept, so that the change is sent when the 24 hours are over.
 */
export function compare(
  before: WatchState,
  trends: Trends,
  { wanted, now }: { wanted: readonly string[]; now: Date },
): { changes: TrendChange[]; after: WatchState } {
  const verdicts: Record<string, Verdict> = { ...verdictsOf(trends) };
  const told = { ...before.told };
  const changes: TrendChange[] = [];
  for (const trend of trends.values) {
    const { value, verdict } = trend;
    const previous = before.verdicts[value] ?? 'insufficient_data';
    if (verdict === previous || !wanted.includes(verdict)) continue;
    const last = before.told[value];
    if (last && now.getTime() - Date.parse(last.at) < tellAgainMs) {
      if (last.verdict !== verdict) verdicts[value] = previous;
      continue;
    }
    const { share, shareBefore, change, n } = toFigures(trend, trends);
    changes.push({ value, verdict, previous_verdict: previous, n, share, previous_share: shareBefore, change });
    told[value] = { verdict, at: now.toISOString() };
  }
  return { changes, after: { verdicts, told } };
}
