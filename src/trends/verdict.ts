// Whether a value's share of what is new has changed by more than chance would change it. Pure; docs/trends.md has the words.

export const verdicts = ['heating', 'steady', 'cooling', 'insufficient_data'] as const;
export type Verdict = (typeof verdicts)[number];

/** Hooks first seen in the window and in the time of the same length before it: with the value, and in all. */
export type Sightings = { now: number; before: number; allNow: number; allBefore: number };

/** Fewer hooks with the value, in both times together, tell nothing. */
const leastHooks = 30;
/** Some forty values are looked at at once, so one in a thousand by chance is little enough. */
const leastDeviations = 3;
const leastChange = 0.1;

export function judge(sightings: Sightings): Verdict {
  const { now, before, allNow, allBefore } = sightings;
  if (now + before < leastHooks || allNow === 0 || allBefore === 0) return 'insufficient_data';
  const change = changeOf(sightings);
  if (change !== null && Math.abs(change) < leastChange) return 'steady';
  const deviations = deviationsOf(sightings);
  if (Math.abs(deviations) < leastDeviations) return 'steady';
  return deviations > 0 ? 'heating' : 'cooling';
}

/** The share now beside the share before: 0.5 is half as much again. null where there was none before. */
export function changeOf({ now, before, allNow, allBefore }: Sightings): number | null {
  return before === 0 || allNow === 0 ? null : now / allNow / (before / allBefore) - 1;
}

/** The two-proportion z statistic: the difference of the shares in standard deviations of such a difference. */
export function deviationsOf({ now, before, allNow, allBefore }: Sightings): number {
  const pooled = (now + before) / (allNow + allBefore);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / allNow + 1 / allBefore));
  return deviation === 0 ? 0 : (now / allNow - before / allBefore) / deviation;
}
