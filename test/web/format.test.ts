// Formats and texts of the pages: numbers and units, code examples, sign-in redirect, audit records and labels.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type AuditRecord, auditActions } from '../../src/audit/audit.ts';
import { guessedLabels, labelMethods, sourceFamilies } from '../../src/labels/label.ts';
import { actionText, describeDetails } from '../../web/src/api/audit-text.ts';
import { actorName, subjectPage } from '../../web/src/features/audit/activity-text.ts';
import { subjectPage as consolePage } from '../../web/src/features/audit/subject-page.ts';
import { labelFields } from '../../web/src/features/bulk/label-fields.ts';
import { families, methods } from '../../web/src/features/labels/labels-text.ts';
import { formatUptime, periodText } from '../../web/src/features/status/uptime-text.ts';
import { languages } from '../../web/src/kit/code/example-text.ts';
import { formatBytes, formatMs, formatUntil, plural, unitOf } from '../../web/src/kit/page/format.ts';
import { safeNext } from '../../web/src/shell/next.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.UTC(2026, 10, 21);

test('a count of one has the singular, every other the plural, and a unit is that of its value', () => {
  assert.deepEqual(
    [0, 1, 2, 1204].map((count) => plural(count, 'call')),
    ['0 calls', '1 call', '2 calls', '1,204 calls'],
  );
  assert.equal(plural(1, 'delivery', 'deliveries'), '1 delivery');
  const units = {
    calls: 'call',
    'views gained': 'view gained',
    deliveries: 'delivery',
    searches: 'search',
    'calls in the week starting that day': 'call in the week starting that day',
  };
  for (const [unit, single] of Object.entries(units))
    assert.deepEqual([unitOf(0, unit), unitOf(1, unit), unitOf(2, unit)], [unit, single, unit]);
});

test('no page writes a plural noun after a number by itself', () => {
  const nouns =
    'hooks|calls|keys|webhooks|exports|records|files|views|accounts|requests|runs|videos|creators|columns|bytes';
  const counted = new RegExp(
    `formatNumber\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)\\}\\s+(?:[a-z]+ )?(?:${nouns})\\b`,
  );
  const sources = join(import.meta.dirname, '../../web/src');
  const files = globSync('**/*.{ts,tsx}', { cwd: sources });
  assert.ok(files.length > 300, `${files.length} files`);
  for (const file of files) {
    const [found] = counted.exec(readFileSync(join(sources, file), 'utf8')) ?? [];
    assert.equal(found, undefined, `${file}: use plural()`);
  }
});

test('times, sizes, durations and shares of uptime have the largest precise unit', () => {
  const spans = [-1, -minute, -90 * minute, 6.5 * 60 * minute, 3 * day, -89 * day, 100 * day, 800 * day, 20_000];
  assert.deepEqual(
    spans.map((ms) => formatUntil(now + ms, now)),
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
  assert.deepEqual([0, 999, 1440, 212_000_000].map(formatBytes), ['0 B', '999 B', '1.4 kB', '212 MB']);
  assert.deepEqual([0.84, 840, 1234, 180_000].map(formatMs), ['0.8 ms', '840 ms', '1.2 s', '3 min']);
  const uptimes = [1, 0.999999, 0, null].map(formatUptime);
  assert.deepEqual(uptimes, ['100%', '99.999%', '0%', 'Not measured'], 'rounded down: 100% is no downtime');
  const measured = (days: number, period: number) => periodText(period, new Date(now - days * day).toISOString(), now);
  assert.deepEqual(
    [measured(3.5, 90), measured(0.1, 1), measured(7, 7), periodText(30, null, now)],
    ['90 days, measured for 3 days', '24 hours, measured for 2 hours', '7 days', '30 days'],
  );
});

const example = (id: string, call: object) =>
  languages
    .find((one) => one.id === id)
    ?.write({ path: '/hooks', origin: 'https://hooks.example.com', key: 'hkl_…', ...call }) ?? '';

test('code examples escape user input, and the TypeScript one calls the method of the SDK', () => {
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

test('every audit action has its own text, and a change shows only the values that differ', () => {
  assert.deepEqual(Object.keys(actionText), [...auditActions]);
  assert.equal(new Set(Object.values(actionText)).size, auditActions.length);
  const limits = { from: { per_day: null, per_month: 1000 }, to: { per_day: 500, per_month: 1000 } };
  const details: [Record<string, unknown>, string[]][] = [
    [
      { plan: { from: 'free', to: 'scale' }, limits, suspended: { from: false, to: true } },
      ['plan: Free → Scale', 'limits, per day: plan default → 500', 'suspended: no → yes'],
    ],
    [{ filters: { niche: ['food'], min_views: 1e6 } }, ['filters, niche: Food', 'filters, min views: 1,000,000']],
    [{ filters: { from: {}, to: { niche: ['food'] } } }, ['filters, niche: none → Food']],
    [
      { force: false, labels: [], message: null, expires_at: null, filters: {} },
      ['expires: never', 'filters: all hooks'],
    ],
    [{ grace_seconds: 86_400, by: 'failures' }, ['grace period: 24 h', 'reason: failed deliveries']],
  ];
  for (const [given, expected] of details)
    assert.deepEqual(
      describeDetails(given).map(({ name, from, to }) => `${name}: ${from === undefined ? '' : `${from} → `}${to}`),
      expected,
    );
});

test('activity names its actor, and a subject that still exists links to its page', () => {
  const audit = (given: Partial<AuditRecord>) =>
    ({ action: 'account.changed', subject: 'acc_1', ...given }) as AuditRecord;
  const keys = new Map([['key_1', 'production']]);
  const actors: [Partial<AuditRecord>, string][] = [
    [{ actor: 'session', member_email: 'me@example.com' }, 'You'],
    [{ actor: 'session', member_email: 'other@example.com' }, 'other@example.com'],
    [{ actor: 'session', member_email: null }, 'Member'],
    [{ actor: 'key', key_id: 'key_1' }, 'Key production'],
    [{ actor: 'key', key_id: 'key_9' }, 'Key key_9'],
    [{ actor: 'operator' }, 'Operator'],
    [{ actor: 'system' }, 'Hookline'],
  ];
  for (const [given, name] of actors)
    assert.equal(
      actorName(audit(given), (id) => keys.get(id), 'me@example.com'),
      name,
    );
  assert.equal(subjectPage(audit({ action: 'webhook.deleted', subject: 'wh_1' })), undefined);
  assert.equal(subjectPage(audit({ action: 'webhook.paused', subject: 'wh_1' })), '/dashboard/webhooks/wh_1');
  assert.equal(consolePage('acc_1', null), '/console/accounts/acc_1');
  assert.equal(consolePage('wh_1', 'acc_1'), '/console/accounts/acc_1?tab=webhooks');
  for (const subject of ['key_1', 'operator']) assert.equal(consolePage(subject, null), undefined);
});

test('labels, their methods and kinds of text are those of the service', () => {
  assert.deepEqual([...labelFields], [...guessedLabels]);
  assert.deepEqual(families, [...sourceFamilies]);
  assert.deepEqual([...methods, 'curator'].sort(), [...labelMethods].sort());
});
