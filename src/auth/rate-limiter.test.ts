import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimiter } from './rate-limiter.ts';

test('60 requests a minute are allowed; the 61st makes the client wait for the rest of the minute', () => {
  let time = 1_000_000;
  const limiter = createRateLimiter(() => time);
  for (let n = 1; n <= 60; n++) assert.equal(limiter.record('key_a'), 0);
  assert.equal(limiter.waitSeconds('key_a'), 0);
  time += 15_000;
  assert.equal(limiter.record('key_a'), 45);
  assert.equal(limiter.waitSeconds('key_a'), 45);
  assert.equal(limiter.waitSeconds('key_b'), 0);
  time += 44_999;
  assert.equal(limiter.waitSeconds('key_a'), 1);
  time += 1;
  assert.equal(limiter.waitSeconds('key_a'), 0);
  assert.equal(limiter.record('key_a'), 0);
});

test('beyond 10,000 clients the oldest window is evicted', () => {
  let time = 0;
  const limiter = createRateLimiter(() => time);
  for (let n = 0; n < 61; n++) limiter.record('first');
  time += 60_000;
  for (let n = 0; n < 61; n++) limiter.record('second');
  for (let n = 0; n < 61; n++) limiter.record('first');
  for (let n = 0; n < 9_999; n++) limiter.record(`address ${n}`);
  assert.equal(limiter.waitSeconds('second'), 0);
  assert.equal(limiter.waitSeconds('first'), 60);
  limiter.record('one more');
  assert.equal(limiter.waitSeconds('first'), 0);
});
