import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Observation } from '../telemetry/events.ts';
import { createStartSteps } from './host.ts';

test('a waiting step is logged once, after 5 s; one that ends before is not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const observed: Observation[] = [];
  const step = createStartSteps((observation) => observed.push(observation), new AbortController().signal);
  assert.equal(await step('a quick step', Promise.resolve(1)), 1);
  const slow = Promise.withResolvers<number>();
  const result = step('the database', slow.promise);
  t.mock.timers.tick(4999);
  assert.deepEqual(observed, []);
  t.mock.timers.tick(60_000);
  assert.deepEqual(observed, [{ kind: 'still_waiting', for: 'the database' }]);
  slow.resolve(2);
  assert.equal(await result, 2);
});

test('a signal ends a step at once, or after a grace period in which it may finish', async () => {
  const stopping = new AbortController();
  const step = createStartSteps(() => {}, stopping.signal);
  const endless = new Promise<never>(() => {});
  const finishing = Promise.withResolvers<number>();
  const waiting = [step('one', endless), step('one that overruns its grace', endless, 1)];
  const finished = step('one that finishes', finishing.promise, 60_000);
  stopping.abort();
  for (const given of waiting) await assert.rejects(given, /The start was stopped/);
  finishing.resolve(3);
  assert.equal(await finished, 3);
  await assert.rejects(step('a later one', endless), /The start was stopped/);
});
