// Verdict of a trend: whether a value's share of new hooks changed more than by chance. docs/trends.md explains it.

export const verdicts = ['heating', 'steady', 'cooling', 'insufficient_data'] as const;
export type Verdict = (typeof verdicts)[number];

/** Hooks first seen in the window and in the time of the same length before it: with the value, and all. */
export type Sightings = { now: number; before: number; allNow: number; allBefore: number };

/** With fewer hooks there is no figure; of a trend, with fewer in both times there is no verdict. */
export const minHooks = 30;
/** About forty values are judged at once, so a chance of one in a thousand is low enough. */
const minDeviations = 3;
const minChange = 0.1;

export function judge(sightings: Sightings): Verdict {
  const { now, before, allNow, allBefore } = sightings;
  if (now + before < minHooks || allNow === 0 || allBefore === 0) return 'insufficient_data';
  const change = changeOf(sightings);
  if (change !== null && Math.abs(change) < minChange) return 'steady';
  const deviations = deviationsOf(sightings);
  if (Math.abs(deviations) < minDeviations) return 'steady';
  return deviations > 0 ? 'heating' : 'cooling';
}

/** Relative change of the share: 0.5 is 50 % more. Null if there was none before. */
export function changeOf({ now, before, allNow, allBefore }: Sightings): number | null {
  return before === 0 || allNow === 0 ? null : now / allNow / (before / allBefore) - 1;
}

/** Two-proportion z statistic: the difference of the shares in standard deviations. */
export function deviationsOf({ now, before, allNow, allBefore }: Sightings): number {
  const pooled = (now + before) / (allNow + allBefore);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / allNow + 1 / allBefore));
  return deviation === 0 ? 0 : (now / allNow - before / allBefore) / deviation;
}
