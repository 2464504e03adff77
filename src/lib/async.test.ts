import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazily, whileUsed } from './async.ts';

test('a value is created once, at its first use', () => {
  let created = 0;
  const value = lazily(() => ({ created: ++created }));
  assert.equal(created, 0);
  assert.equal(value(), value());
  assert.equal(created, 1);
});

test('an idle value is released, and created again on its next use', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let [created, released] = [0, 0];
  const value = whileUsed(() => ({ number: ++created }), { idleMs: 1000, onRelease: () => released++ });
  value();
  t.mock.timers.tick(900);
  assert.equal(value().number, 1);
  t.mock.timers.tick(900);
  assert.deepEqual([created, released], [1, 0]);
  t.mock.timers.tick(100);
  assert.equal(released, 1);
  assert.equal(value().number, 2);
});

test('a promise is cached unless it rejects', async () => {
  let attempts = 0;
  const load = lazily(async () => {
    if (++attempts === 1) throw new Error('Too many open files.');
    return attempts;
  });
  await assert.rejects(load(), { message: 'Too many open files.' });
  assert.equal(await load(), 2);
  assert.equal(await load(), 2);
});
