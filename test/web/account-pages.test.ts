// Unit tests of the dashboard: quota forecast, account problems, plan text, usage.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Export, Meta, SavedSearch, UsageWindow, Webhook } from '../../sdk/src/index.ts';
import { plans } from '../../src/accounts/plan.ts';
import type { Key } from '../../src/auth/keys/key.ts';
import { showPlan } from '../../src/http/endpoints/plans.ts';
import { customLimitText, exportText, featureText, limitText, priceText } from '../../web/src/api/plan-text.ts';
import { type AccountState, findAccountProblems } from '../../web/src/features/home/account-problems.ts';
import { forecastOf, forecastText } from '../../web/src/features/usage/forecast.ts';
import { csvUrl, parseUsageView } from '../../web/src/features/usage/usage-query.ts';
import { barsOf, daysBetween, groupBy, toDaily } from '../../web/src/features/usage/usage-records.ts';
import { seriesByGroup, seriesByStatusClass } from '../../web/src/features/usage/usage-series.ts';
import { defined } from '../setup/defined.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-21T12:00:00Z');

/** The last `count` days up to today, of each so many counted calls. */
function pastDays(count: number, counted: (ago: number) => number) {
  const days = daysBetween(new Date(now - (count - 1) * day).toISOString().slice(0, 10), '2026-11-21');
  return days.map((one, at) => ({ day: one, counted: counted(count - 1 - at) }));
}

const month = (limit: number | null, used: number): UsageWindow => ({
  window: 'month',
  limit,
  used,
  remaining: limit === null ? null : limit - used,
  resets_at: '2026-12-01T00:00:00Z',
});
const today = (limit: number, used: number): UsageWindow => ({
  ...month(limit, used),
  window: 'day',
  resets_at: '2026-11-22T00:00:00Z',
});

function forecast(window: UsageWindow, days: ReturnType<typeof pastDays>): string | undefined {
  const found = forecastOf(window, days, now);
  return found && forecastText(found, window, now);
}

test('a forecast names the day the quota runs out and the time until the reset', () => {
  const steady = pastDays(30, (ago) => (ago === 0 ? 50 : 100));
  assert.equal(
    forecast(month(1_700, 1_000), steady),
    'At this rate, the quota runs out on 28 Nov, 2 days before the reset.',
  );
  assert.equal(
    forecast(today(100, 80), steady),
    'At this rate, the quota runs out at 16:48 UTC, 7 h before the reset.',
  );
});

test('a forecast within the quota names the calls used by the reset', () => {
  const steady = pastDays(30, (ago) => (ago === 0 ? 50 : 100));
  assert.equal(forecast(month(4_000, 1_000), steady), 'At this rate, 1,950 calls (49%) by the reset.');
});

test('calls of today count towards the forecast', () => {
  const steady = pastDays(30, (ago) => (ago === 0 ? 50 : 100));
  const rush = pastDays(30, (ago) => (ago === 0 ? 5_000 : 100));
  assert.match(forecast(month(10_000, 3_000), steady) ?? '', /by the reset/);
  assert.match(forecast(month(10_000, 8_000), rush) ?? '', /runs out on/);
});

test('there is no forecast from fewer than three full days, without a limit, without calls, or when the quota is used up', () => {
  assert.equal(
    forecast(
      month(100, 50),
      pastDays(30, (ago) => (ago < 3 ? 10 : 0)),
    ),
    undefined,
  );
  assert.ok(
    forecast(
      month(100, 50),
      pastDays(30, (ago) => (ago < 4 ? 10 : 0)),
    ),
  );
  const steady = pastDays(30, () => 10);
  assert.equal(forecast(month(null, 50), steady), undefined);
  assert.equal(forecast(month(100, 100), steady), undefined);
  assert.equal(
    forecast(
      month(100, 10),
      pastDays(30, (ago) => (ago > 20 ? 10 : 0)),
    ),
    undefined,
  );
  assert.equal(forecast(month(100, 10), []), undefined);
});

const key = (given: Partial<Key>): Key => ({
  id: 'key_1',
  name: 'production',
  hint: 'hkl_…x7Qa',
  created_at: '2026-10-01T00:00:00Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  last_used_ip: null,
  replaced_by: null,
  scopes: ['read', 'export', 'webhooks', 'usage'],
  allowed_ips: null,
  ...given,
});
const meta = { update_every: '4h', checked_at: '2026-11-21T11:00:00Z', next_update_at: '2026-11-21T15:00:00Z' } as Meta;
const healthy: AccountState = {
  usage: { plan: 'pro', windows: [month(1_000, 10)] },
  keys: [key({})],
  meta,
  webhooks: [],
  searches: [],
  exports: [],
};
const titles = (state: Partial<AccountState>) =>
  findAccountProblems({ ...healthy, ...state }, now).map(({ tone, title }) => `${tone}: ${title}`);

test('revoked keys, replaced keys and webhooks paused by the owner are no problems', () => {
  const replaced = key({
    id: 'key_0',
    replaced_by: 'key_1',
    expires_at: '2026-11-22T00:00:00Z',
    last_used_at: '2026-11-01T00:00:00Z',
  });
  const successor = key({ created_at: '2026-11-20T00:00:00Z' });
  const paused = { status: 'paused', paused_by: 'owner', backlog: 0 } as Webhook;
  const old = { status: 'failed', format: 'csv', filters: {}, created_at: '2026-11-01T00:00:00Z' } as Export;
  assert.deepEqual(titles({ keys: [successor, replaced], webhooks: [paused], exports: [old] }), []);
});

test('problems that fail calls now are listed first', () => {
  const windows = [month(1_000, 850), today(100, 100)];
  const ends = key({ expires_at: '2026-11-24T12:00:00Z' });
  assert.deepEqual(titles({ usage: { plan: 'pro', windows }, keys: [ends] }), [
    'bad: Today’s quota reached',
    'warn: 85% of this month’s quota used',
    'warn: Key “production” expires in 3 days',
  ]);
  assert.deepEqual(titles({ keys: [key({ revoked_at: '2026-11-01T00:00:00Z' })] }), ['bad: No active API keys']);
});

test('a used old key, a paused webhook, a failed export and an overdue catalog link to the page to fix them on', () => {
  const replaced = key({
    id: 'key_0',
    replaced_by: 'key_1',
    expires_at: '2026-11-22T12:00:00Z',
    last_used_at: '2026-11-21T00:00:00Z',
  });
  const webhook = { status: 'paused', paused_by: 'failures', backlog: 3, webhook_id: 'wh_1', webhook_url: 'https://a' };
  const failed = {
    status: 'failed',
    format: 'csv',
    filters: {},
    error: 'No space.',
    created_at: '2026-11-21T00:00:00Z',
  };
  const found = findAccountProblems(
    {
      ...healthy,
      keys: [key({ created_at: '2026-11-20T00:00:00Z' }), replaced],
      webhooks: [webhook as unknown as Webhook],
      exports: [failed as unknown as Export],
      meta: { ...meta, checked_at: '2026-11-20T12:00:00Z' },
    },
    now,
  );
  assert.deepEqual(
    found.map(({ title, action }) => [title, action.href]),
    [
      ['Webhook https://a is paused', '/dashboard/webhooks/wh_1'],
      ['The old key “production” is still in use', '/dashboard/keys'],
      ['CSV export failed 12 h ago', '/dashboard/exports'],
      ['Catalog update overdue', '/status'],
    ],
  );
});

test('a digest that stopped is a problem with the answer of the mail server', () => {
  const stopped = { at: '2026-11-21T00:00:00Z', by: 'bounce', error: '550 no such user' };
  const searches = [
    { name: 'Finance', digest_stopped: stopped },
    { name: 'Food', digest_stopped: null },
  ];
  const [problem, ...others] = findAccountProblems({ ...healthy, searches: searches as SavedSearch[] }, now);
  assert.equal(others.length, 0);
  assert.deepEqual(problem, {
    tone: 'bad',
    title: 'The digest of “Finance” stopped',
    detail: 'The mail server refused it 12 h ago: 550 no such user',
    action: { label: 'View digests', href: '/dashboard/digests' },
  });
});

test('a failed export that was requested again is no problem', () => {
  const failed = { status: 'failed', format: 'csv', filters: {}, created_at: '2026-11-21T00:00:00Z' } as Export;
  assert.deepEqual(titles({ exports: [{ ...failed, status: 'complete' }, failed] }), []);
});

test('every plan has text for its features, limits, exports and price', () => {
  const shown = Object.values(plans).map(showPlan);
  for (const plan of shown)
    assert.doesNotMatch([featureText(plan), limitText(plan), exportText(plan)].join(), /undefined|null|NaN/);
  assert.deepEqual(shown.map(limitText), [
    '100 calls a day',
    '10,000 calls a day',
    '1,000 calls a month',
    '100,000 calls a month',
    '1,000,000 calls a month included, no hard limit',
  ]);
  const [free, starter] = [defined(shown[0]), defined(shown[2])];
  assert.deepEqual([priceText(free), priceText(starter)], ['$0', '$29 a month']);
  assert.equal(customLimitText(free, { per_day: 500, per_month: null }), '500 calls a day');
  assert.equal(customLimitText(free, { per_day: 1, per_month: null }), '1 call a day');
  assert.equal(customLimitText(free, { per_day: null, per_month: null }), undefined);
});

test('the URL of the usage page holds its filters, and invalid parameters are ignored', () => {
  assert.deepEqual(parseUsageView('', now), {
    since: '2026-10-23',
    until: '2026-11-21',
    span: 30,
    by: 'day',
    filters: {},
  });
  assert.deepEqual(parseUsageView('?days=9&by=moon&since=yesterday&until=2026-13-01', now), parseUsageView('', now));
  for (const search of [
    '?since=2026-02-31',
    '?since=2026-11-20&until=2026-11-01',
    '?since=2027-01-01',
    '?status=4x&key=',
  ])
    assert.deepEqual(parseUsageView(search, now), parseUsageView('', now), search);
  const view = parseUsageView('?since=2026-11-01&until=2027-01-01&by=key&endpoint=/hooks&status=429&status=400', now);
  assert.deepEqual([view.since, view.until, view.span], ['2026-11-01', '2026-11-21', undefined]);
  assert.equal(
    csvUrl(view),
    '/usage/history?since=2026-11-01&until=2026-11-21&by=day&by=key&endpoint=%2Fhooks&status=429&status=400&format=csv',
  );
});

test('chart and table add up to the calls, by day and by week', () => {
  const days = daysBetween('2025-10-18', '2026-11-21');
  const records = days.map((one, at) => ({ day: one, endpoint: `/e${at % 5}`, status: 200, calls: at, counted: 0 }));
  const total = records.reduce((sum, { calls }) => sum + calls, 0);
  const bars = barsOf(days);
  assert.equal(days.length, 400);
  assert.ok(bars.points.length === 58 && new Set(bars.points).size === 58, 'every label is unique');
  const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  assert.equal(add(bars.sum(toDaily(records, days))), total);
  const groups = groupBy(records, days, ({ endpoint = '' }) => endpoint);
  const series = seriesByGroup(groups, ({ name }) => name);
  assert.deepEqual([series.length, add(series.flatMap(({ values }) => values))], [3, total]);
  assert.deepEqual(
    seriesByStatusClass(records, days).map(({ name }) => name),
    ['Served'],
  );
});
