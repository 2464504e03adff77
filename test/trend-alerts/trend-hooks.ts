// Hooks whose counts are captured on chosen days, so that a test controls what heats up.
import { dayMs } from '../../src/lib/time.ts';

/** The last day of the data, so the window of 7 days begins with day 7.5. */
const lastDay = 14.5;
const dayBefore = 3.5;
export const dayNow = 10.5;

export const trendQuery = `filename=a.csv&source=days&${[
  'source_id=id',
  'text=title',
  'views=views',
  'views_captured_at=date',
]
  .concat(['niche', 'archetype', 'emotional_trigger', 'platform'].map((name) => `${name}=${name}`))
  .map((pair) => `map=${pair}`)
  .join('&')}`;

let hooks = 0;

/** `counts` is the number of hooks of each niche that are first seen that day. */
export function trendLines(archetype: string, day: number, counts: Readonly<Record<string, number>>): string[] {
  const date = new Date(Date.UTC(2026, 0, 1) + (day - 1) * dayMs).toISOString();
  return Object.entries(counts).flatMap(([niche, count]) =>
    Array.from({ length: count }, () => {
      const id = ++hooks;
      return [`v${id}`, `Line number ${id} is this one`, 100_000 + id, date, niche, archetype, 'joy', 'TikTok'].join();
    }),
  );
}

export function trendCsv(...lines: readonly string[][]): string {
  return ['id,title,views,date,niche,archetype,emotional_trigger,platform', ...lines.flat()].join('\n');
}

/** A few hooks, as many of food as of tech in both windows (a verdict needs 30), and the end of the data. */
export const steadyLines = (archetype: string) => [
  ...trendLines(archetype, dayBefore, { food: 20, tech: 20 }),
  ...trendLines(archetype, dayNow, { food: 20, tech: 20 }),
  ...trendLines('listicle', lastDay, { food: 1 }),
];
