import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { createRefusalDelay } from './rate-limits.ts';

test('responses to a flood of refused requests are delayed progressively, at most 500 at once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const refusals = createRateLimiter(() => 0);
  const delay = createRefusalDelay(refusals);
  const answered: string[] = [];
  const refuse = async (client: string) => {
    const delayMs = await delay(client);
    answered.push(`${client} ${delayMs}`);
  };
  const tick = async (ms: number) => {
    t.mock.timers.tick(ms);
    await new Promise(setImmediate);
  };
  for (let count = 0; count < 60 + 400; count++) refusals.record('flood');
  refuse('flood');
  refuse('other');
  await tick(99);
  assert.deepEqual(answered, ['other 0']);
  await tick(1);
  assert.deepEqual(answered.splice(0), ['other 0', 'flood 100']);
  for (let count = 0; count < 10_000; count++) refusals.record('flood');
  for (let count = 0; count < 501; count++) refuse('flood');
  await tick(0);
  assert.deepEqual(answered, ['flood 0']);
  await tick(1000);
  assert.equal(answered.filter((one) => one === 'flood 1000').length, 500);
});
