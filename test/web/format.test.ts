// Texts of the pages: plurals, code examples, sign-in redirect, audit records.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditAction } from '../../src/audit/audit.ts';
import { describeDetails, describeRecord } from '../../web/src/features/audit/audit-text.ts';
import { languages } from '../../web/src/kit/code/example-text.ts';
import { formatUntil, plural, unitOf } from '../../web/src/kit/page/format.ts';
import { safeNext } from '../../web/src/shell/next.ts';

test('a count of one takes the singular, any other the plural, and units follow their value', () => {
  assert.deepEqual(
    [0, 1, 2, 1204].map((count) => plural(count, 'call')),
    ['0 calls', '1 call', '2 calls', '1,204 calls'],
  );
  assert.equal(plural(1, 'delivery', 'deliveries'), '1 delivery');
  const units = { calls: 'call', 'views gained': 'view gained', deliveries: 'delivery', searches: 'search' };
  for (const [unit, single] of Object.entries(units))
    assert.deepEqual([unitOf(0, unit), unitOf(1, unit), unitOf(2, unit)], [unit, single, unit]);
});

test('a relative time is rounded to the nearest, in the unit reached by rounding', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const day = 24 * hour;
  const cases: [number, string][] = [
    [6 * day + 23 * hour, 'in 7 days'],
    [-(22 * day + 13 * hour), '23 days ago'],
    [-(59 * minute + 50_000), '60 min ago'],
    [-(2 * hour - 10_000), '2 h ago'],
    [47 * hour + 40 * minute, 'in 2 days'],
    [46 * hour + 20 * minute, 'in 46 h'],
    [59_700, 'in 1 min'],
    [-400, 'just now'],
  ];
  for (const [away, expected] of cases) assert.equal(formatUntil(away, 0), expected);
});

const example = (id: string, call: object) =>
  languages
    .find((one) => one.id === id)
    ?.write({ path: '/hooks', origin: 'https://hooks.example.com', key: 'hkl_…', ...call }) ?? '';

test('code examples escape user input, and the TypeScript one calls the SDK method', () => {
  const query = { q: 'it\'s "$(reboot)"', niche: ['finance'], cursor: undefined };
  const check = { method: 'POST', path: '/check', body: { text: "It's over" } };
  const similar = { path: '/hooks/hook_1/similar', query: { limit: 5 } };
  const examples: [string, object, RegExp][] = [
    ['curl', { query }, /'https:\/\/hooks\.example\.com\/hooks\?q=it%27s[^' ]*&niche=finance'/],
    ['curl', { method: 'POST', body: { name: "it's" } }, /-d '\{"name":"it'\\''s"\}'/],
    ['python', { query }, /params=\{"q": "it's \\"\$\(reboot\)\\"", "niche": "finance"\}/],
    ['python', check, /requests\.post\([^)]*\/check",\s+json=\{"text": "It's over"\}/],
    ['typescript', { query }, /q: 'it\\'s "\$\(reboot\)"'/],
    ['typescript', check, /const check = await hookline\.check\(\{ text: 'It\\'s over' \}\)/],
    ['typescript', { path: '/hooks/hook_1' }, /await hookline\.hooks\.get\('hook_1'\)/],
    ['typescript', similar, /await hookline\.hooks\.similar\('hook_1', \{ limit: 5 \}\)/],
    ['typescript', { path: '/operator/accounts', isOperator: true }, /await fetch\('https:/],
  ];
  for (const [language, call, expected] of examples) assert.match(example(language, call), expected);
});

test('signing in redirects only within the site', () => {
  assert.equal(safeNext('/dashboard/keys?tab=a#b', '/dashboard'), '/dashboard/keys?tab=a#b');
  for (const next of [
    ...[null, '', 'https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example'],
    'javascript:alert(1)',
  ])
    assert.equal(safeNext(next, '/dashboard'), '/dashboard', `${next}`);
});

test('an audit record of a change shows only the values that differ', () => {
  const limits = { from: { per_day: null, per_month: 1000 }, to: { per_day: 500, per_month: 1000 } };
  const details: [Record<string, unknown>, string[]][] = [
    [
      { plan: { from: 'free', to: 'scale' }, limits, suspended: { from: false, to: true } },
      ['plan: Free → Scale', 'limits, per day: none of its own → 500', 'suspended: no → yes'],
    ],
    [{ filters: { niche: ['food'], min_views: 1e6 }, format: 'csv' }, ['for: Food, ≥ 1M views', 'format: CSV']],
    [{ filters: { from: {}, to: { niche: ['food'] } } }, ['for: All hooks → Food']],
    [{ sort: { from: '-views', to: '-views_gained_7d' } }, ['order: most views → most views gained this week']],
  ];
  for (const [given, expected] of details)
    assert.deepEqual(
      describeDetails(given).map(({ name, from, to }) => `${name}: ${from === undefined ? '' : `${from} → `}${to}`),
      expected,
    );
});

test('an audit record describes the action and its subject by name in one sentence, once', () => {
  const sentences: [AuditAction, Record<string, unknown>, string | null, string, number][] = [
    ['account.changed', { plan: { from: 'free', to: 'enterprise' } }, 'Acme', 'Changed the plan to Enterprise', 0],
    ['account.changed', { name: { from: 'ada', to: 'Acme' } }, 'Acme', 'Changed the name to Acme', 0],
    ['account.changed', { suspended: { from: false, to: true } }, 'Acme', 'Suspended the account', 0],
    ['account.created', { name: 'Acme', plan: 'free' }, 'Acme Tools', 'Created the account Acme', 1],
    [
      'account.email_requested',
      { email: 'ada@a.example' },
      'Acme',
      'Requested to change the email of the account to ada@a.example',
      0,
    ],
    ['account.changed', {}, null, 'Changed the account', 0],
    ['search.created', { name: 'Fitness', sort: '-views' }, null, 'Saved the search Fitness, most views first', 0],
    [
      'key.changed',
      { scopes: { from: [], to: ['read'] }, allowed_ips: { from: ['203.0.113.0/24'], to: null } },
      'Laptop',
      'Changed the scopes of the key Laptop to read and its allowed addresses to any',
      0,
    ],
    ['key.changed', { name: { from: 'Phone', to: 'Laptop' } }, 'Laptop', 'Changed the key Phone', 1],
    ['webhook.rotated', {}, 'https://a.example', 'Rotated the secret of the webhook https://a.example', 0],
    ['search.digest_tested', {}, 'Fitness', 'Sent a test digest of the search Fitness', 0],
    ['collection.hooks_saved', { hooks: ['hook_1'] }, 'Openers', 'Saved 1 hook to the collection Openers', 0],
    ['hook.retired', { state: { from: 'published', to: 'retired' } }, null, 'Retired a hook', 1],
    ['hook.accepted', { hooks: 50 }, null, 'Accepted 50 hooks', 0],
    ['sign_in_link.created', {}, 'Acme', 'Created a sign-in link', 0],
    ['member.invited', { email: 'ada@a.example', role: 'viewer' }, null, 'Invited ada@a.example', 1],
    ['operator.added', { email: 'ada@a.example' }, 'ada@a.example', 'Added the operator ada@a.example', 0],
    [
      'key_request.submitted',
      { kind: 'plan', plan: { from: 'pro', to: 'scale' } },
      null,
      'Requested the Scale plan',
      0,
    ],
    ['import.started', {}, 'reels.csv', 'Started the import reels.csv', 0],
    ['key_request.approved', { plan: 'pro' }, 'Acme', 'Approved the request Acme for the Pro plan', 0],
    ['key_request.submitted', { kind: 'reactivation' }, null, 'Requested reactivation', 0],
    ['import.undone', { removed: 5, restored: 0 }, 'reels.csv', 'Undid the import reels.csv', 1],
    ['session.started', { method: 'passkey' }, null, 'Signed in with a passkey', 0],
    [
      'session.started',
      { method: 'link', browser: 'Firefox on Linux' },
      null,
      'Signed in with a link, Firefox on Linux',
      0,
    ],
  ];
  for (const [action, details, subject_name, expected, others] of sentences) {
    const described = describeRecord({ action, details, subject_name });
    assert.deepEqual([described.text, described.details.length], [expected, others], action);
  }
  const edited = { action: 'hook.accepted', details: { hooks: ['hook_1'] }, subject_name: null } as const;
  assert.deepEqual([describeRecord(edited).details, describeRecord(edited, true).details.length], [[], 1]);
});
