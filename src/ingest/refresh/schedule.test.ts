// The schedule of refreshes: its documented table, and the units of a run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs } from '../../lib/time.ts';
import { type Counted, nextCheckAt, nextCheckOfMissing, slackMs, unitsOfRun } from './schedule.ts';

const now = new Date('2026-11-22T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);

/** A video of this age that had 100,000 views a day ago. */
const aged = (days: number): Counted => ({ bornAt: daysAgo(days), views: 100_000, countedAt: daysAgo(1) });

function interval(hook: Counted, views: number | null): string {
  const ms = nextCheckAt(hook, views, now).getTime() + slackMs - now.getTime();
  return { [hourMs]: 'hour', [dayMs]: 'day', [7 * dayMs]: 'week' }[ms] ?? `${ms} ms`;
}

test('young growing hooks are refreshed hourly, others daily, old ones weekly unless they grow fast', () => {
  assert.equal(interval(aged(2), 101_000), 'hour');
  assert.equal(interval(aged(2), 100_900), 'day');
  assert.equal(interval(aged(30), 300_000), 'day');
  assert.equal(interval(aged(30), 100_000), 'day');
  assert.equal(interval(aged(200), 104_000), 'week');
  assert.equal(interval(aged(200), 105_000), 'day');
  assert.equal(interval(aged(200), 99_000), 'week', 'counts may fall');
});

test('an omitted video is checked daily until it counts as unavailable, then weekly', () => {
  const days = [1, 2, 3, 9].map((omissions) =>
    Math.round((nextCheckOfMissing(omissions, now).getTime() - now.getTime()) / dayMs),
  );
  assert.deepEqual(days, [1, 1, 7, 7]);
});

test('the remaining share is spread over the hours until midnight Pacific', () => {
  const end = new Date('2026-11-23T08:00:00Z');
  assert.equal(unitsOfRun({ units: 10_000, share: 0.6, used: 0, end }, now), 300);
  assert.equal(unitsOfRun({ units: 10_000, share: 0.6, used: 5_999, end }, now), 1);
  assert.equal(unitsOfRun({ units: 10_000, share: 0.6, used: 6_000, end }, now), 0);
  assert.equal(unitsOfRun({ units: 10_000, share: 0.6, used: 0, end }, end), 6_000);
  assert.equal(unitsOfRun({ units: 1, share: 0.6, used: 0, end }, now), 0);
});
