// What the pages work out without a browser: words for times and sizes, examples, where signing in leads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../web/src/kit/example-text.ts';
import { formatBytes, formatMs, formatUntil } from '../web/src/kit/format.ts';
import { safeNext } from '../web/src/shell/next.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test('times are told in the largest unit that is not coarse', () => {
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

test('an example keeps what the reader wrote within its quotes', () => {
  const query = { q: 'it\'s "$(reboot)"', niche: ['finance'], cursor: undefined };
  assert.match(
    example('curl', { query }) ?? '',
    /'https:\/\/hooks\.example\.com\/hooks\?q=it%27s[^' ]*&niche=finance'/,
  );
  assert.match(example('typescript', { query }) ?? '', /q: 'it\\'s "\$\(reboot\)"'/);
  assert.match(example('python', { query }) ?? '', /params=\{"q": "it's \\"\$\(reboot\)\\"", "niche": "finance"\}/);
  assert.match(example('curl', { method: 'POST', body: { name: "it's" } }) ?? '', /-d '\{"name":"it'\\''s"\}'/);
});

test('an example names the method of the SDK, and the ids as its arguments', () => {
  assert.match(example('typescript', { path: '/hooks/hook_1' }) ?? '', /await hookline\.hooks\.get\('hook_1'\)/);
  assert.match(example('typescript', { path: '/operator/accounts', isOperator: true }) ?? '', /await fetch\('https:/);
});

test('signing in leads to these pages and to no other site', () => {
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
