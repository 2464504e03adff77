// Unit tests of the pages: formats, code examples, sign-in redirect, plan text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plans } from '../../src/accounts/plan.ts';
import { showPlan } from '../../src/http/endpoints/plans.ts';
import { fittingPlan, limitText, priceAmount } from '../../web/src/api/plan-text.ts';
import { toDeliveryQuery } from '../../web/src/features/deliveries/delivery-state.ts';
import { formatUptime } from '../../web/src/features/status/uptime-text.ts';
import { languages } from '../../web/src/kit/code/example-text.ts';
import { formatBytes, formatMs, formatUntil } from '../../web/src/kit/page/format.ts';
import { safeNext } from '../../web/src/shell/next.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test('relative times use the largest precise unit', () => {
  const now = Date.UTC(2026, 10, 21);
  const words = [-1, -minute, -90 * minute, 6.5 * hour, 3 * day, -89 * day, 100 * day, 800 * day, 20_000];
  assert.deepEqual(
    words.map((ms) => formatUntil(now + ms, now)),
    [
      'just now',
      '1 min ago',
      '90 min ago',
      'in 6 h',
      'in 3 days',
      '89 days ago',
      'in 3 months',
      'in 2 years',
      'in 20 s',
    ],
  );
});

test('sizes and durations have a unit', () => {
  assert.deepEqual([0, 999, 1440, 1_440_000, 212_000_000].map(formatBytes), [
    '0 B',
    '999 B',
    '1.4 kB',
    '1.4 MB',
    '212 MB',
  ]);
  assert.deepEqual([0.84, 840, 1234, 180_000].map(formatMs), ['0.8 ms', '840 ms', '1.2 s', '3 min']);
});

const example = (id: string, call: object) => {
  const language = languages.find((one) => one.id === id);
  return language?.write({ path: '/hooks', origin: 'https://hooks.example.com', key: 'hkl_…', ...call });
};

test('an example escapes user input', () => {
  const query = { q: 'it\'s "$(reboot)"', niche: ['finance'], cursor: undefined };
  assert.match(
    example('curl', { query }) ?? '',
    /'https:\/\/hooks\.example\.com\/hooks\?q=it%27s[^' ]*&niche=finance'/,
  );
  assert.match(example('typescript', { query }) ?? '', /q: 'it\\'s "\$\(reboot\)"'/);
  assert.match(example('python', { query }) ?? '', /params=\{"q": "it's \\"\$\(reboot\)\\"", "niche": "finance"\}/);
  assert.match(example('curl', { method: 'POST', body: { name: "it's" } }) ?? '', /-d '\{"name":"it'\\''s"\}'/);
});

test('a TypeScript example calls the SDK method with the ids as arguments', () => {
  assert.match(example('typescript', { path: '/hooks/hook_1' }) ?? '', /await hookline\.hooks\.get\('hook_1'\)/);
  const check = { method: 'POST', path: '/check', body: { text: "It's over" } };
  assert.match(example('typescript', check) ?? '', /const check = await hookline\.check\(\{ text: 'It\\'s over' \}\)/);
  assert.match(example('python', check) ?? '', /requests\.post\([^)]*\/check",\s+json=\{"text": "It's over"\}/);
  const similar = { path: '/hooks/hook_1/similar', query: { limit: 5 } };
  assert.match(example('typescript', similar) ?? '', /await hookline\.hooks\.similar\('hook_1', \{ limit: 5 \}\)/);
  assert.match(example('typescript', { path: '/operator/accounts', isOperator: true }) ?? '', /await fetch\('https:/);
});

test('signing in redirects only within the site', () => {
  assert.equal(safeNext('/dashboard/keys?tab=a#b', '/dashboard'), '/dashboard/keys?tab=a#b');
  for (const next of [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])
    assert.equal(safeNext(next, '/dashboard'), '/dashboard', `${next}`);
});

test('the recommended plan is the cheapest one for the expected calls', () => {
  const all = Object.values(plans).map(showPlan);
  const recommended = [1, 3000, 3001, 100_000, 300_000, 5_000_000].map((calls) => fittingPlan(all, calls)?.name);
  assert.deepEqual(recommended, ['free', 'free', 'scale', 'scale', 'pro', 'enterprise']);
  assert.deepEqual(
    all.filter(({ name }) => name !== 'scale').map((plan) => `${priceAmount(plan)}, ${limitText(plan)}`),
    [
      '$0, 100 calls a day',
      'Custom, 10,000 calls a day',
      '$29, 1,000 calls a month',
      'Custom, 1,000,000 calls a month included, no hard limit',
    ],
  );
});

test('uptime is rounded down, so that 100% means no downtime', () => {
  assert.deepEqual([1, 0.999999, 0.99678, 0, null].map(formatUptime), [
    '100%',
    '99.999%',
    '99.678%',
    '0%',
    'Not measured',
  ]);
});

test('a span in the address is counted back from now, a moment stays as it is', () => {
  const now = Date.UTC(2026, 10, 21);
  assert.deepEqual(toDeliveryQuery({ since: ['24h'], status: ['failed'] }, now), {
    since: '2026-11-20T00:00:00.000Z',
    status: 'failed',
  });
  assert.deepEqual(toDeliveryQuery({ since: ['2026-11-01T00:00:00Z'] }, now), { since: '2026-11-01T00:00:00Z' });
});
