// Values that account pages derive from the API: quota forecast, problems, usage and exports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Export, UsageWindow } from '../../sdk/src/index.ts';
import { plans } from '../../src/accounts/plan.ts';
import { fullHookFields } from '../../src/catalog/record.ts';
import { showPlan } from '../../src/http/endpoints/plans.ts';
import { overLimitText, shownWindows } from '../../web/src/api/plan-text.ts';
import { allFields, readFields } from '../../web/src/features/exports/export-fields.ts';
import { estimate, leftToday, toFormat, truncation } from '../../web/src/features/exports/export-state.ts';
import { forecastOf, forecastText } from '../../web/src/features/usage/forecast.ts';
import { csvUrl, parseUsageView } from '../../web/src/features/usage/usage-query.ts';
import { daysBetween } from '../../web/src/features/usage/usage-records.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2026-11-21T12:00:00Z');
const at = (hoursAgo: number) => new Date(now - hoursAgo * hour).toISOString();

/** The last 30 days up to today, each with `counted` calls. */
function past(counted: (ago: number) => number) {
  const days = daysBetween(new Date(now - 29 * day).toISOString().slice(0, 10), '2026-11-21');
  return days.map((one, index) => ({ day: one, counted: counted(29 - index) }));
}

const windowOf =
  (window: 'day' | 'month', resets_at: string) =>
  (limit: number, used: number): UsageWindow => ({
    ...{ window, resets_at, limit, used, remaining: limit - used },
  });
const month = windowOf('month', '2026-12-01T00:00:00Z');
const today = windowOf('day', '2026-11-22T00:00:00Z');

test("a forecast shows when the quota runs out, else the calls by the reset; today's calls count", () => {
  const steady = past((ago) => (ago === 0 ? 50 : 100));
  const rush = past((ago) => (ago === 0 ? 5_000 : 100));
  const forecasts: [UsageWindow, typeof steady, RegExp][] = [
    [month(1_700, 1_000), steady, /runs out on 28 Nov, 3 days before the reset\.$/],
    [today(100, 80), steady, /runs out at 16:48 UTC, 7 h before the reset\.$/],
    [month(4_000, 1_000), steady, /1,950 calls \(49%\) by the reset\.$/],
    [month(10_000, 3_000), steady, /by the reset/],
    [month(10_000, 8_000), rush, /runs out on/],
  ];
  for (const [window, days, expected] of forecasts) {
    const found = forecastOf(window, days, now);
    assert.match(found ? forecastText(found, window, now) : '', expected);
  }
});

test('a daily limit is shown as 30 days of it per month, and a plan that current calls exceed has a warning', () => {
  const resets_at = '2026-12-01T00:00:00.000Z';
  const windowsOf = (perDay: number | null, perMonth: number | null, used: number): UsageWindow[] => [
    { window: 'day', limit: perDay, used: 1, remaining: null, resets_at },
    { window: 'month', limit: perMonth, used, remaining: null, resets_at },
  ];
  const limitsOf = (windows: UsageWindow[]) => shownWindows(windows).map(({ limit }) => limit);
  assert.deepEqual(limitsOf(windowsOf(100, null, 40)), [100, 3000]);
  assert.deepEqual(limitsOf(windowsOf(null, 1000, 40)), [null, 1000]);
  assert.deepEqual(limitsOf(windowsOf(100, 500, 40)), [100, 500]);
  assert.deepEqual(limitsOf(windowsOf(null, null, 40)), [null, null]);
  const none = { per_day: null, per_month: null };
  const warning = (used: number, custom: { per_day: number | null; per_month: number | null } = none) =>
    overLimitText(showPlan(plans.starter), custom, windowsOf(10_000, null, used));
  assert.match(warning(5000) ?? '', /^This month has 5,000 calls already, and the limit is 1,000:/);
  assert.equal(warning(999), undefined);
  assert.equal(warning(5000, { per_day: null, per_month: 6000 }), undefined, 'a custom limit replaces the plan’s');
  assert.match(warning(999, { per_day: 1, per_month: null }) ?? '', /^Today has 1 call already/);
});

test('the URL of the usage page holds its filters, and invalid parameters are ignored', () => {
  const byDefault = parseUsageView('', now);
  assert.deepEqual(byDefault, { since: '2026-10-23', until: '2026-11-21', span: 30, by: 'day', filters: {} });
  for (const search of [
    '?days=9&by=moon&since=yesterday&until=2026-13-01',
    '?since=2026-02-31',
    '?since=2026-11-20&until=2026-11-01',
    '?since=2027-01-01',
    '?status=4x&key=',
  ])
    assert.deepEqual(parseUsageView(search, now), byDefault, search);
  const view = parseUsageView('?since=2026-11-01&until=2027-01-01&by=key&endpoint=/hooks&status=429&status=400', now);
  assert.equal(
    csvUrl(view),
    '/usage/history?since=2026-11-01&until=2026-11-21&by=day&by=key&endpoint=%2Fhooks&status=429&status=400&format=csv',
  );
});

const scale = { title: 'Scale', exports_per_day: 1, records_per_export: 10_000 };
const enterprise = { title: 'Enterprise', exports_per_day: null, records_per_export: null };

test('exports failed, canceled, empty or of earlier days do not count toward the daily limit', () => {
  const made = (more: Partial<Export>) => ({ status: 'complete', created_at: at(1), ...more }) as Export;
  const without = [{ status: 'failed' }, { status: 'canceled' }, { created_at: at(12.1) }, { records: 0 }] as const;
  const free = without.map(made);
  assert.equal(leftToday(free, scale, now), 1);
  for (const status of ['processing', 'complete', 'expired'] as const)
    assert.equal(leftToday([...free, made({ status })], scale, now), 0, status);
  assert.equal(leftToday([made({}), made({})], enterprise, now), null);
  assert.deepEqual(estimate(10_000, scale), { records: 10_000 });
  assert.match(estimate(52_113, scale).note ?? '', /52,113 hooks match\..* 42,113 will be left out/);
  assert.deepEqual(estimate(52_113, enterprise), { records: 52_113 });
  const cut = { truncated: true, records: null, estimated_records: 10_000, total_matching: 52_113 };
  assert.equal(truncation(made(cut)), 'Top 10,000 of 52,113 matches');
  assert.equal(truncation(made({ ...cut, truncated: false })), undefined);
  assert.deepEqual([...allFields].sort(), [...fullHookFields].sort(), 'the form offers every field');
  assert.deepEqual(readFields('views,text,nothing'), ['text', 'views']);
  for (const search of [null, allFields.join(), 'nothing']) assert.equal(readFields(search), null);
  assert.deepEqual([toFormat('csv'), toFormat('exe')], ['csv', 'jsonl']);
});
