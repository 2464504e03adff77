import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectiveLimits, lowestPlanWith, plans } from './plan.ts';

test('each feature is included from its lowest plan upwards', () => {
  assert.equal(lowestPlanWith('read'), 'free');
  assert.equal(lowestPlanWith('full'), 'starter');
  assert.equal(lowestPlanWith('trends'), 'scale');
  assert.equal(lowestPlanWith('export'), 'scale');
  assert.equal(lowestPlanWith('webhooks'), 'enterprise');
  assert.ok(plans.starter.features.has('full') && !plans.free.features.has('full'));
});

test("each limit of an account overrides its plan's limit independently", () => {
  assert.deepEqual(effectiveLimits('free', { perDay: null, perMonth: null }), { perDay: 100, perMonth: null });
  assert.deepEqual(effectiveLimits('free', { perDay: null, perMonth: 500 }), { perDay: 100, perMonth: 500 });
  assert.deepEqual(effectiveLimits('enterprise', { perDay: null, perMonth: null }), { perDay: null, perMonth: null });
});
