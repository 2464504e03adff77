// An evaluation reports values that enter a wanted verdict, each at most once in 24 hours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verdict } from '../trends/growth.ts';
import type { Trends } from '../trends/trends.ts';
import { compare, type WatchState } from './compare.ts';

const trendsOf = (verdicts: Record<string, Verdict>): Trends => ({
  hooksAdded: 400,
  hooksAddedBefore: 200,
  refreshedShare: null,
  values: Object.entries(verdicts).map(([value, verdict]) => ({
    value,
    verdict,
    hooksAdded: 200,
    hooksAddedBefore: 50,
    viewsGained: 0,
    viewsGainedBefore: 0,
    refreshedShare: null,
    medianViews: null,
    daily: [],
    top: [],
  })),
});

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));

/** Evaluates once per step; returns the changes of each. */
function evaluate(steps: readonly [hour: number, verdict: Verdict][], wanted: readonly Verdict[] = ['heating']) {
  let state: WatchState = { verdicts: { food: 'steady' }, told: {} };
  return steps.map(([hour, verdict]) => {
    const { changes, after } = compare(state, trendsOf({ food: verdict }), { wanted, now: at(hour) });
    state = after;
    return changes.map((change) => `${change.previous_verdict} ${change.verdict}`).join();
  });
}

test('a change to a wanted verdict triggers once, with n and both shares', () => {
  const state: WatchState = { verdicts: { food: 'steady', tech: 'heating' }, told: {} };
  const trends = trendsOf({ food: 'heating', tech: 'heating', art: 'cooling' });
  const { changes, after } = compare(state, trends, { wanted: ['heating'], now: at(0) });
  assert.deepEqual(changes, [
    {
      value: 'food',
      verdict: 'heating',
      previous_verdict: 'steady',
      n: 250,
      share: 0.5,
      previous_share: 0.25,
      change: 1,
    },
  ]);
  assert.deepEqual(after, {
    verdicts: { food: 'heating', tech: 'heating', art: 'cooling' },
    told: { food: { verdict: 'heating', at: at(0).toISOString() } },
  });
  assert.deepEqual(compare(after, trends, { wanted: ['heating'], now: at(1) }).changes, []);
});

test('a value with too few hooks, or an unknown one, triggers when it heats up', () => {
  const state: WatchState = { verdicts: {}, told: {} };
  const { changes } = compare(state, trendsOf({ food: 'heating' }), { wanted: ['heating'], now: at(0) });
  assert.equal(changes[0]?.previous_verdict, 'insufficient_data');
  const { changes: none, after } = compare(state, trendsOf({ food: 'insufficient_data' }), {
    wanted: ['heating', 'cooling'],
    now: at(0),
  });
  assert.deepEqual([none, after.verdicts], [[], {}]);
});

test('a value that alternates triggers once in 24 hours', () => {
  const told = evaluate([
    [0, 'heating'],
    [1, 'steady'],
    [2, 'heating'],
    [3, 'insufficient_data'],
    [23, 'heating'],
    [30, 'heating'],
    [31, 'steady'],
    [32, 'heating'],
  ]);
  assert.deepEqual(told, ['steady heating', '', '', '', '', '', '', 'steady heating']);
});
