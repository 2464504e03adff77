import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreementOf } from './agreement.ts';

test('decisions move the agreement away from what is assumed before them', () => {
  assert.deepEqual(agreementOf([]), { archetype: 0.8, emotional_trigger: 0.75, niche: 0.85 });
  const { archetype, niche } = agreementOf([
    { label: 'archetype', decisions: 30, agreed: 12 },
    { label: 'niche', decisions: 970, agreed: 900 },
  ]);
  assert.equal(archetype, 0.6);
  assert.ok(niche > 0.92 && niche < 0.93, String(niche));
});
