// The button that sends a delivery: now or again, and why it is disabled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delivery } from '@hookline/sdk';
import { sendingOf } from '../../web/src/features/webhooks/webhook-state.ts';

const of = (delivery: Partial<Delivery>, held: Partial<Parameters<typeof sendingOf>[1]> = {}) => {
  const { label, reason } = sendingOf({ status: 'pending', kind: 'event', skipped_by: null, ...delivery } as Delivery, {
    isPaused: false,
    ...held,
  });
  return [label, reason];
};

test('a pending delivery can be sent now, a settled one replayed, a held one shows why', () => {
  assert.deepEqual(of({}), ['Send now', '']);
  assert.deepEqual(of({}, { isPaused: true }), ['Send now', 'Resume the webhook to send it.']);
  assert.deepEqual(of({ kind: 'replay' }, { isPaused: true }), ['Send now', '']);
  assert.deepEqual(of({}, { isAccountActive: false }), ['Send now', 'Sent once the account is restored.']);
  assert.deepEqual(of({ status: 'failed' }, { isPaused: true }), ['Replay', '']);
  assert.deepEqual(of({ status: 'skipped', skipped_by: 'limit' }), ['Replay', '']);
  assert.deepEqual(of({ status: 'skipped', skipped_by: 'undo' }), ['Replay', 'No hooks left to send.']);
});
