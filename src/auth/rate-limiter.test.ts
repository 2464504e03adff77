import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimiter } from './rate-limiter.ts';

test('60 refused requests a minute are borne, the 61st makes the asker wait for the rest of the minute', () => {
  let time = 1_000_000;
  const refusals = createRateLimiter(() => time);
  for (let n = 1; n <= 60; n++) assert.equal(refusals.record('key_a'), 0);
  assert.equal(refusals.waitSeconds('key_a'), 0);
  time += 15_000;
  assert.equal(refusals.record('key_a'), 45);
  assert.equal(refusals.waitSeconds('key_a'), 45);
  assert.equal(refusals.waitSeconds('key_b'), 0);
  time += 44_999;
  assert.equal(refusals.waitSeconds('key_a'), 1);
  time += 1;
  assert.equal(refusals.waitSeconds('key_a'), 0);
  assert.equal(refusals.record('key_a'), 0);
});

test('more than 10,000 askers push out the one whose minute began first', () => {
  let time = 0;
  const refusals = createRateLimiter(() => time);
  for (let n = 0; n < 61; n++) refusals.record('first');
  time += 60_000;
  for (let n = 0; n < 61; n++) refusals.record('second');
  for (let n = 0; n < 61; n++) refusals.record('first');
  for (let n = 0; n < 9_999; n++) refusals.record(`address ${n}`);
  assert.equal(refusals.waitSeconds('second'), 0);
  assert.equal(refusals.waitSeconds('first'), 60);
  refusals.record('one more');
  assert.equal(refusals.waitSeconds('first'), 0);
});
