// Unit tests: text of audit records in the dashboard and the console.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuditRecord, auditActions } from '../../src/audit/audit.ts';
import { actionText, describeDetails } from '../../web/src/api/audit-text.ts';
import { actorName, subjectPage } from '../../web/src/features/audit/activity-text.ts';
import { subjectPage as consolePage } from '../../web/src/features/audit/subject-page.ts';

test('every audit action has its own text', () => {
  assert.deepEqual(Object.keys(actionText), [...auditActions]);
  assert.equal(new Set(Object.values(actionText)).size, auditActions.length);
});

test('a change shows only the values that differ, before and after', () => {
  const limits = { from: { per_day: null, per_month: 1000 }, to: { per_day: 500, per_month: 1000 } };
  assert.deepEqual(
    describeDetails({ plan: { from: 'free', to: 'scale' }, limits, suspended: { from: false, to: true } }),
    [
      { name: 'plan', from: 'Free', to: 'Scale' },
      { name: 'limits, per day', from: 'plan default', to: '500' },
      { name: 'suspended', from: 'no', to: 'yes' },
    ],
  );
  assert.deepEqual(describeDetails({ name: 'ci', filters: { niche: ['food', 'finance'], min_views: 1_000_000 } }), [
    { name: 'name', to: 'ci' },
    { name: 'filters, niche', to: 'Food, Finance' },
    { name: 'filters, min views', to: '1,000,000' },
  ]);
  assert.deepEqual(describeDetails({ filters: { from: {}, to: { niche: ['food'] } } }), [
    { name: 'filters, niche', from: 'none', to: 'Food' },
  ]);
  assert.deepEqual(
    describeDetails({ force: false, labels: [], message: null, expires_at: null, filters: {} }),
    [
      { name: 'expires', to: 'never' },
      { name: 'filters', to: 'all hooks' },
    ],
    'unset values are shown only where unset has a meaning',
  );
});

test('grace periods, times and reasons are shown as text', () => {
  const details = {
    grace_seconds: 86_400,
    replaced_by: 'key_2',
    by: 'failures',
    previous_secret_until: '2026-11-21T12:00:00.000Z',
  };
  const words = describeDetails(details).map(({ name, to }) => `${name}: ${to}`);
  assert.deepEqual(words.slice(0, 3), ['grace period: 24 h', 'replaced by: key_2', 'reason: failed deliveries']);
  assert.doesNotMatch(words[3] ?? 'T12:00', /T12:00/);
});

const audit = (given: Partial<AuditRecord>): AuditRecord => ({
  id: 'aud_1',
  at: '2026-11-21T00:00:00.000Z',
  action: 'account.changed',
  subject: 'acc_1',
  account_id: 'acc_1',
  actor: 'operator',
  operator_email: null,
  member_email: null,
  key_id: null,
  details: {},
  request_id: null,
  address: null,
  ...given,
});

test('the dashboard names the actor: you, another member, a key, the operator or Hookline', () => {
  const names = new Map([['key_1', 'production']]);
  const who = (given: Partial<AuditRecord>) => actorName(audit(given), (id) => names.get(id), 'me@example.com');
  assert.deepEqual(
    [
      who({ actor: 'session', member_email: 'me@example.com' }),
      who({ actor: 'session', member_email: 'other@example.com' }),
      who({ actor: 'session' }),
      who({ actor: 'key', key_id: 'key_1' }),
      who({ actor: 'key', key_id: 'key_9' }),
      who({ actor: 'operator' }),
      who({ actor: 'system' }),
    ],
    ['You', 'other@example.com', 'Member', 'Key production', 'Key key_9', 'Operator', 'Hookline'],
  );
});

test('a subject links to its page in the dashboard or the console', () => {
  assert.equal(subjectPage(audit({ action: 'webhook.deleted', subject: 'wh_1' })), undefined);
  assert.equal(subjectPage(audit({ action: 'webhook.paused', subject: 'wh_1' })), '/dashboard/webhooks/wh_1');
  assert.equal(consolePage('acc_1', null), '/console/accounts/acc_1');
  assert.equal(consolePage('wh_1', 'acc_1'), '/console/accounts/acc_1?tab=webhooks');
  assert.equal(consolePage('key_1', null), undefined);
  assert.equal(consolePage('operator', null), undefined);
});
