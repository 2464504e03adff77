// What the console works out without a browser: the plan that fits, usage as a chart wants it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plans } from '../../src/accounts/plan.ts';
import { showPlan } from '../../src/http/endpoints/plans.ts';

import { fittingPlan, limitText } from '../../web/src/api/plan-text.ts';

import { daysBetween, seriesByEndpoint, sumByEndpoint } from '../../web/src/features/accounts/usage-shape.ts';
import { defined } from '../setup/defined.ts';

const table = Object.values(plans).map(showPlan);

test('the plan that is suggested is the cheapest that serves the calls, and every number of calls has one', () => {
  const suggested = (calls: number) => fittingPlan(table, calls)?.name;
  assert.deepEqual([1, 3000, 3001, 100_000, 100_001, 300_000, 300_001, 1e12].map(suggested), [
    'free',
    'free',
    'scale',
    'scale',
    'pro',
    'pro',
    'enterprise',
    'enterprise',
  ]);
  const withoutFree = table.filter(({ name }) => name !== 'free');
  assert.equal(fittingPlan(withoutFree, 800)?.name, 'starter');
  assert.equal(fittingPlan([], 800), undefined);
});

test('limits are shown with their window, and no limits as unlimited', () => {
  const limits = { per_day: 50, per_month: 1000 };
  assert.equal(limitText({ limits, included_per_month: null }), '50 calls a day, 1,000 calls a month');
  const none = { per_day: null, per_month: null };
  assert.equal(limitText({ limits: none, included_per_month: null }), 'Unlimited calls');
});

test('usage has every day, the busiest endpoints by name and the rest together, and loses no call', () => {
  const days = daysBetween('2026-02-27', '2026-03-02');
  assert.deepEqual(days, ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  const of = (day: string | undefined, endpoint: string, status: number, calls: number) => ({
    day: defined(day),
    endpoint,
    status,
    calls,
    counted: 1,
  });
  const records = [
    of(days[0], '/meta', 200, 1),
    of(days[0], '/hooks', 200, 10),
    of(days[2], '/hooks', 429, 5),
    of(days[2], '/trends', 503, 3),
    of(days[3], '/usage', 200, 2),
  ];
  assert.deepEqual(sumByEndpoint(records)[0], { endpoint: '/hooks', calls: 15, counted: 2, refused: 5, failed: 0 });
  const series = seriesByEndpoint(records, days);
  assert.deepEqual(
    series.map(({ name, values }) => [name, values]),
    [
      ['/hooks', [10, 0, 5, 0]],
      ['/trends', [0, 0, 3, 0]],
      ['Other', [1, 0, 0, 2]],
    ],
  );
});
