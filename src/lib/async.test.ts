// Values that are created at their first use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazily } from './async.ts';

test('a value is created once, at its first use', () => {
  let created = 0;
  const value = lazily(() => ({ created: ++created }));
  assert.equal(created, 0);
  assert.equal(value(), value());
  assert.equal(created, 1);
});

test('a promise is kept unless it is rejected', async () => {
  let attempts = 0;
  const load = lazily(async () => {
    if (++attempts === 1) throw new Error('Too many open files.');
    return attempts;
  });
  await assert.rejects(load(), { message: 'Too many open files.' });
  assert.equal(await load(), 2);
  assert.equal(await load(), 2);
});
