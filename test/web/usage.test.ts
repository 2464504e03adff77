// What pages of accounts derive from the API: quota forecast, problems, plans, usage, exports and deliveries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delivery, Export, Meta, SavedSearch, UsageRecord, UsageWindow, Webhook } from '../../sdk/src/index.ts';
import { plans } from '../../src/accounts/plan.ts';
import type { Key } from '../../src/auth/keys/key.ts';
import { fullHookFields } from '../../src/catalog/hook.ts';
import { showPlan } from '../../src/http/endpoints/plans.ts';
import {
  customLimitText,
  exportText,
  featureText,
  fittingPlan,
  limitText,
  priceText,
} from '../../web/src/api/plan-text.ts';
import { seriesByEndpoint, sumByEndpoint } from '../../web/src/features/accounts/usage-shape.ts';
import { toDeliveryQuery } from '../../web/src/features/deliveries/delivery-state.ts';
import { allFields, readFields } from '../../web/src/features/exports/export-fields.ts';
import { estimate, leftToday, toFormat, truncation } from '../../web/src/features/exports/export-state.ts';
import { type AccountState, findAccountProblems } from '../../web/src/features/home/account-problems.ts';
import { forecastOf, forecastText } from '../../web/src/features/usage/forecast.ts';
import { csvUrl, parseUsageView } from '../../web/src/features/usage/usage-query.ts';
import { barsOf, daysBetween, groupBy, toDaily } from '../../web/src/features/usage/usage-records.ts';
import { seriesByGroup, seriesByStatusClass } from '../../web/src/features/usage/usage-series.ts';
import {
  contentOf,
  lastResultOf,
  nameOf,
  successOfDay,
  toStatus,
} from '../../web/src/features/webhooks/webhook-state.ts';
import { defined } from '../setup/defined.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2026-11-21T12:00:00Z');
const at = (hoursAgo: number) => new Date(now - hoursAgo * hour).toISOString();

/** The last 30 days up to today, of each so many counted calls. */
function past(counted: (ago: number) => number) {
  const days = daysBetween(new Date(now - 29 * day).toISOString().slice(0, 10), '2026-11-21');
  return days.map((one, index) => ({ day: one, counted: counted(29 - index) }));
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

test('a forecast names when the quota runs out, else the calls by the reset; calls of today count', () => {
  const steady = past((ago) => (ago === 0 ? 50 : 100));
  const rush = past((ago) => (ago === 0 ? 5_000 : 100));
  const forecasts: [UsageWindow, typeof steady, RegExp][] = [
    [month(1_700, 1_000), steady, /runs out on 28 Nov, 2 days before the reset\.$/],
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

test('there is no forecast from fewer than three full days, without a limit or calls, or when the quota is used up', () => {
  const firstDays = (count: number) => past((ago) => (ago < count ? 10 : 0));
  assert.ok(forecastOf(month(100, 50), firstDays(4), now));
  assert.equal(forecastOf(month(100, 50), firstDays(3), now), undefined);
  assert.equal(forecastOf(month(null, 50), firstDays(30), now), undefined);
  assert.equal(forecastOf(month(100, 100), firstDays(30), now), undefined);
  const idle = past((ago) => (ago > 20 ? 10 : 0));
  for (const days of [idle, []]) assert.equal(forecastOf(month(100, 10), days, now), undefined);
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
const meta = { update_every: '4h', checked_at: at(1), next_update_at: at(-3) } as Meta;
const usage = (...windows: UsageWindow[]): AccountState['usage'] => ({ plan: 'pro', windows });
const healthy: AccountState = {
  usage: usage(month(1_000, 10)),
  keys: [key({})],
  meta,
  webhooks: [],
  searches: [],
  exports: [],
};
const successor = key({ created_at: at(36) });
const replaced = key({ id: 'key_0', replaced_by: 'key_1', expires_at: at(-24), last_used_at: at(500) });
const webhook = (more: object) =>
  ({ status: 'paused', webhook_id: 'wh_1', webhook_url: 'https://a', ...more }) as Webhook;
const failed = { status: 'failed', format: 'csv', filters: {}, error: 'No space.', created_at: at(12) } as Export;
const search = (name: string, by?: 'bounce') =>
  ({ name, digest_stopped: by ? { at: at(12), by, error: '550 no such user' } : null }) as SavedSearch;

test('problems of an account link to the page to fix them on, those that fail calls now first', () => {
  const states: [Partial<AccountState>, string[]][] = [
    [{ keys: [successor, replaced], webhooks: [webhook({ paused_by: 'owner', backlog: 0 })] }, []],
    [{ exports: [{ ...failed, created_at: at(500) }] }, []],
    [{ exports: [{ ...failed, status: 'complete' }, failed] }, []],
    [
      { usage: usage(month(1_000, 850), today(100, 100)), keys: [key({ expires_at: at(-72) })] },
      [
        'bad: Today’s quota reached',
        'warn: 85% of this month’s quota used',
        'warn: Key “production” expires in 3 days',
      ],
    ],
    [{ keys: [key({ revoked_at: at(500) })] }, ['bad: No active API keys']],
    [{ searches: [search('Finance', 'bounce'), search('Food')] }, ['bad: The digest of “Finance” stopped']],
  ];
  for (const [state, expected] of states)
    assert.deepEqual(
      findAccountProblems({ ...healthy, ...state }, now).map(({ tone, title }) => `${tone}: ${title}`),
      expected,
    );
  const found = findAccountProblems(
    {
      ...healthy,
      keys: [successor, { ...replaced, last_used_at: at(12) }],
      webhooks: [webhook({ paused_by: 'failures', backlog: 3 })],
      exports: [failed],
      searches: [search('Finance', 'bounce')],
      meta: { ...meta, checked_at: at(24) },
    },
    now,
  );
  assert.deepEqual(found.map(({ title, action }) => `${title}: ${action.href}`).sort(), [
    'CSV export failed 12 h ago: /dashboard/exports',
    'Catalog update overdue: /status',
    'The digest of “Finance” stopped: /dashboard/digests',
    'The old key “production” is still in use: /dashboard/keys',
    'Webhook https://a is paused: /dashboard/webhooks/wh_1',
  ]);
});

test('every plan has its features, limits and price in words; the suggested one is the cheapest that fits', () => {
  const table = Object.values(plans).map(showPlan);
  for (const plan of table)
    assert.doesNotMatch(
      [featureText(plan), limitText(plan), exportText(plan), priceText(plan)].join(),
      /undefined|null|NaN/,
    );
  const free = defined(table.find(({ name }) => name === 'free'));
  assert.deepEqual([limitText(free), priceText(free)], ['100 calls a day', '$0']);
  assert.equal(
    limitText({ limits: { per_day: 50, per_month: 1000 }, included_per_month: null }),
    '50 calls a day, 1,000 calls a month',
  );
  assert.equal(limitText({ limits: { per_day: null, per_month: null }, included_per_month: null }), 'Unlimited calls');
  assert.equal(customLimitText(free, { per_day: 1, per_month: null }), '1 call a day');
  assert.equal(customLimitText(free, { per_day: null, per_month: null }), undefined);
  const fitting = { 1: 'free', 3000: 'free', 3001: 'scale', 100000: 'scale', 100001: 'pro', 300001: 'enterprise' };
  for (const [calls, name] of Object.entries(fitting))
    assert.equal(fittingPlan(table, Number(calls))?.name, name, calls);
  assert.equal(fittingPlan(table, 1e12)?.name, 'enterprise');
  assert.equal(fittingPlan([], 800), undefined);
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

test('charts and tables of usage have every day and lose no call; refused and failed calls are red', () => {
  const days = daysBetween('2025-10-18', '2026-11-21');
  const records = days.map((one, n) => ({ day: one, endpoint: `/e${n % 5}`, status: 200, calls: n, counted: 0 }));
  const add = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  const total = add(records.map(({ calls }) => calls));
  const bars = barsOf(days);
  assert.deepEqual([days.length, bars.points.length, new Set(bars.points).size], [400, 58, 58]);
  assert.equal(add(bars.sum(toDaily(records, days))), total);
  const series = seriesByGroup(
    groupBy(records, days, ({ endpoint = '' }) => endpoint),
    ({ name }) => name,
  );
  assert.deepEqual([series.length, add(series.flatMap(({ values }) => values))], [3, total]);
  const answers = [200, 304, 429, 500].map((status) => ({ day: '2026-11-21', status, calls: 1 }) as UsageRecord);
  assert.deepEqual(
    seriesByStatusClass(answers, ['2026-11-21']).map(({ name, tone }) => `${name}: ${tone}`),
    ['Served: served', 'Not modified: quiet', 'Refused (4xx): bad', 'Failed (5xx): failed'],
  );

  const leap = daysBetween('2026-02-27', '2026-03-02');
  const of = (n: number, endpoint: string, status: number, calls: number) => ({
    day: defined(leap[n]),
    endpoint,
    status,
    calls,
    counted: 1,
  });
  const shape = [of(0, '/meta', 200, 1), of(0, '/hooks', 200, 10), of(2, '/hooks', 429, 5), of(2, '/trends', 503, 3)];
  shape.push(of(3, '/usage', 200, 2));
  assert.deepEqual(sumByEndpoint(shape)[0], { endpoint: '/hooks', calls: 15, counted: 2, refused: 5, failed: 0 });
  assert.deepEqual(
    seriesByEndpoint(shape, leap).map(({ name, values }) => `${name} ${values}`),
    ['/hooks 10,0,5,0', '/trends 0,0,3,0', 'Other 1,0,0,2'],
  );
});

const scale = { title: 'Scale', exports_per_day: 1, records_per_export: 10_000 };
const enterprise = { title: 'Enterprise', exports_per_day: null, records_per_export: null };

test('exports that failed, were canceled, are empty or of earlier do not count toward the daily limit', () => {
  const made = (more: Partial<Export>) => ({ status: 'complete', created_at: at(1), ...more }) as Export;
  const free = [
    made({ status: 'failed' }),
    made({ status: 'canceled' }),
    made({ created_at: at(12.1) }),
    made({ records: 0 }),
  ];
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

test('a delivery shows its content and last result; success of a day ignores tests, pending and older ones', () => {
  const delivery = (more: Partial<Delivery>) => {
    const batch = { index: 1, of: 1 };
    const sent = { status: 'delivered', kind: 'event', event: 'hooks.new', created_at: at(1), hooks: 1, batch };
    return { ...sent, ...more } as Delivery;
  };
  const contents: [Partial<Delivery>, string][] = [
    [{ hooks: 100, batch: { index: 2, of: 3 } }, '100 new hooks, batch 2 of 3'],
    [{ kind: 'test' }, 'Test'],
    [{ event: 'hooks.retired' }, '1 retired hook'],
    [{ event: 'export.completed', hooks: 0 }, 'Export completed'],
  ];
  for (const [more, expected] of contents) assert.equal(contentOf(delivery(more)), expected);
  const result = (last_status_code: number | null, last_error: string | null) =>
    lastResultOf(delivery({ last_status_code, last_error }));
  assert.deepEqual([result(500, null), result(null, 'refused'), result(null, null)], ['500', 'refused', undefined]);
  const log = [{}, { status: 'failed' }, { kind: 'test', status: 'failed' }, { status: 'pending' }, { kind: 'replay' }];
  const sent = log.map((more) => delivery(more as Partial<Delivery>));
  assert.deepEqual(successOfDay(sent, true, now), { delivered: 2, settled: 3, isPartial: true });
  const older = delivery({ created_at: at(25), status: 'failed' });
  assert.deepEqual(successOfDay([...sent, older], true, now), { delivered: 2, settled: 3, isPartial: false });
  const named = (webhook_url: string) => nameOf({ webhook_url, description: null } as Webhook);
  assert.deepEqual([named('https://example.com:8443/hooks'), named('no address')], ['example.com:8443', 'no address']);
  assert.deepEqual([toStatus('failed'), toStatus('<script>')], ['failed', undefined]);
  assert.deepEqual(toDeliveryQuery({ since: ['24h'], status: ['failed'] }, now), { since: at(24), status: 'failed' });
  assert.deepEqual(toDeliveryQuery({ since: ['2026-11-01T00:00:00Z'] }, now), { since: '2026-11-01T00:00:00Z' });
});
