// What the pages of an account work out without a browser: when a quota runs out, what is wrong now.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Export, Meta, UsageWindow, Webhook } from '../../sdk/src/index.ts';
import { plans } from '../../src/accounts/plan.ts';
import type { Key } from '../../src/auth/key.ts';
import { showPlan } from '../../src/http/endpoints/plans.ts';
import { exportWords, featureWords, limitWords, ownLimitWords, priceWords } from '../../web/src/api/plan-text.ts';
import { type AccountState, findAccountProblems } from '../../web/src/features/home/account-problems.ts';
import { toUseCase } from '../../web/src/features/plan/upgrade-text.ts';
import { forecastOf, forecastWords } from '../../web/src/features/usage/forecast.ts';
import { csvAddress, readQuestion } from '../../web/src/features/usage/usage-query.ts';
import { barsOf, daysBetween, groupBy, toDaily } from '../../web/src/features/usage/usage-records.ts';
import { byClass, byGroup } from '../../web/src/features/usage/usage-series.ts';

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

function said(window: UsageWindow, days: ReturnType<typeof pastDays>): string | undefined {
  const forecast = forecastOf(window, days, now);
  return forecast && forecastWords(forecast, window, now);
}

test('a quota that ends before its window is told with the day and with how long that is before the reset', () => {
  const steady = pastDays(30, (ago) => (ago === 0 ? 50 : 100));
  assert.equal(said(month(1_700, 1_000), steady), 'At this pace used up on 28 Nov, 2 days before the reset.');
  assert.equal(said(today(100, 80), steady), 'At this pace used up at 16:48 UTC, 7 h before the reset.');
});

test('a quota that lasts is told with what will be used of it', () => {
  const steady = pastDays(30, (ago) => (ago === 0 ? 50 : 100));
  assert.equal(said(month(4_000, 1_000), steady), 'At this pace 1,950 (49%) by the reset.');
});

test('today counts too: a sudden rush brings the end nearer', () => {
  const steady = pastDays(30, (ago) => (ago === 0 ? 50 : 100));
  const rush = pastDays(30, (ago) => (ago === 0 ? 5_000 : 100));
  assert.match(said(month(10_000, 3_000), steady) ?? '', /by the reset/);
  assert.match(said(month(10_000, 8_000), rush) ?? '', /used up on/);
});

test('nothing is foretold from less than three whole days, without a limit, without calls, or when nothing is left', () => {
  assert.equal(
    said(
      month(100, 50),
      pastDays(30, (ago) => (ago < 3 ? 10 : 0)),
    ),
    undefined,
  );
  assert.ok(
    said(
      month(100, 50),
      pastDays(30, (ago) => (ago < 4 ? 10 : 0)),
    ),
  );
  const steady = pastDays(30, () => 10);
  assert.equal(said(month(null, 50), steady), undefined);
  assert.equal(said(month(100, 100), steady), undefined);
  assert.equal(
    said(
      month(100, 10),
      pastDays(30, (ago) => (ago > 20 ? 10 : 0)),
    ),
    undefined,
  );
  assert.equal(said(month(100, 10), []), undefined);
});

const key = (given: Partial<Key>): Key => ({
  id: 'key_1',
  name: 'production',
  hint: 'hkl_…x7Qa',
  created_at: '2026-10-01T00:00:00Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  ...given,
});
const meta = { update_every: '4h', checked_at: '2026-11-21T11:00:00Z', next_update_at: '2026-11-21T15:00:00Z' } as Meta;
const healthy: AccountState = {
  usage: { plan: 'pro', windows: [month(1_000, 10)] },
  keys: [key({})],
  meta,
  webhooks: [],
  exports: [],
};
const titles = (state: Partial<AccountState>) =>
  findAccountProblems({ ...healthy, ...state }, now).map(({ tone, title }) => `${tone}: ${title}`);

test('an account in order has no problem, whatever it has revoked, replaced or paused by itself', () => {
  const replaced = key({ id: 'key_0', expires_at: '2026-11-22T00:00:00Z', last_used_at: '2026-11-01T00:00:00Z' });
  const successor = key({ created_at: '2026-11-20T00:00:00Z' });
  const paused = { status: 'paused', paused_by: 'owner', backlog: 0 } as Webhook;
  const old = { status: 'failed', format: 'csv', filters: {}, created_at: '2026-11-01T00:00:00Z' } as Export;
  assert.deepEqual(titles({ keys: [successor, replaced], webhooks: [paused], exports: [old] }), []);
});

test('what refuses calls stands above what will', () => {
  const windows = [month(1_000, 850), today(100, 100)];
  const ends = key({ expires_at: '2026-11-24T12:00:00Z' });
  assert.deepEqual(titles({ usage: { plan: 'pro', windows }, keys: [ends] }), [
    'bad: Today’s quota is used up',
    'warn: 85% of this month’s quota is used',
    'warn: The key production expires in 3 days',
  ]);
  assert.deepEqual(titles({ keys: [key({ revoked_at: '2026-11-01T00:00:00Z' })] }), ['bad: No key works any more']);
});

test('a replaced key that is still used, a paused webhook, a failed export and a late catalog are told with where to mend it', () => {
  const replaced = key({ id: 'key_0', expires_at: '2026-11-22T12:00:00Z', last_used_at: '2026-11-21T00:00:00Z' });
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
      ['The webhook https://a is paused', '/dashboard/webhooks/wh_1'],
      ['Something still uses the old production', '/dashboard/keys'],
      ['An export as CSV failed 12 h ago', '/dashboard/exports'],
      ['The catalog is late', '/status'],
    ],
  );
});

test('an export that was asked for again since is no problem any more', () => {
  const failed = { status: 'failed', format: 'csv', filters: {}, created_at: '2026-11-21T00:00:00Z' } as Export;
  assert.deepEqual(titles({ exports: [{ ...failed, status: 'complete' }, failed] }), []);
});

test('each plan has words for all that it gives', () => {
  const shown = Object.values(plans).map(showPlan);
  for (const plan of shown)
    assert.doesNotMatch([featureWords(plan), limitWords(plan), exportWords(plan)].join(), /undefined|null|NaN/);
  assert.deepEqual(shown.map(limitWords), [
    '100 calls a day',
    '10,000 calls a day',
    '1,000 calls a month',
    '100,000 calls a month',
    '1,000,000 calls a month included, no hard limit',
  ]);
  const [free, , starter] = shown;
  assert.deepEqual([priceWords(free), priceWords(starter)], ['Free of charge', '$29 a month']);
  assert.equal(ownLimitWords(free, { per_day: 500, per_month: null }), '500 calls a day');
  assert.equal(ownLimitWords(free, { per_day: 1, per_month: null }), '1 call a day');
  assert.equal(ownLimitWords(free, { per_day: null, per_month: null }), undefined);
});

test('a wish for another plan names the account and both plans, whatever else is written', () => {
  const wish = { accountId: 'acc_1', from: 'Free', wish: 'Scale', text: undefined };
  assert.equal(toUseCase(wish), 'Change the plan of the account acc_1 from Free to Scale.');
  assert.equal(
    toUseCase({ ...wish, text: 'We grow.' }),
    'Change the plan of the account acc_1 from Free to Scale. We grow.',
  );
});

test('the address of the page is the question, and what makes no sense in it is left out', () => {
  assert.deepEqual(readQuestion('', now), {
    since: '2026-10-23',
    until: '2026-11-21',
    span: 30,
    by: 'day',
    filters: {},
  });
  assert.deepEqual(readQuestion('?days=9&by=moon&since=yesterday&until=2026-13-01', now), readQuestion('', now));
  for (const search of [
    '?since=2026-02-31',
    '?since=2026-11-20&until=2026-11-01',
    '?since=2027-01-01',
    '?status=4x&key=',
  ])
    assert.deepEqual(readQuestion(search, now), readQuestion('', now), search);
  const asked = readQuestion('?since=2026-11-01&until=2027-01-01&by=key&endpoint=/hooks&status=429&status=400', now);
  assert.deepEqual([asked.since, asked.until, asked.span], ['2026-11-01', '2026-11-21', undefined]);
  assert.equal(
    csvAddress(asked),
    '/usage/history?since=2026-11-01&until=2026-11-21&by=day&by=key&endpoint=%2Fhooks&status=429&status=400&format=csv',
  );
});

test('chart and table add up to the calls, by day and by week', () => {
  const days = daysBetween('2025-10-18', '2026-11-21');
  const records = days.map((one, at) => ({ day: one, endpoint: `/e${at % 5}`, status: 200, calls: at, counted: 0 }));
  const total = records.reduce((sum, { calls }) => sum + calls, 0);
  const bars = barsOf(days);
  assert.equal(days.length, 400);
  assert.ok(bars.points.length === 58 && new Set(bars.points).size === 58, 'no label stands there twice');
  const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  assert.equal(add(bars.sum(toDaily(records, days))), total);
  const groups = groupBy(records, days, ({ endpoint = '' }) => endpoint);
  const series = byGroup(groups, ({ name }) => name);
  assert.deepEqual([series.length, add(series.flatMap(({ values }) => values))], [3, total]);
  assert.deepEqual(
    byClass(records, days).map(({ name }) => name),
    ['served'],
  );
});
