import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConcurrencyLimiter } from './rate-limits.ts';

test("requests beyond a client's concurrency limit wait in order, and a full queue rejects the rest", async () => {
  const { run } = createConcurrencyLimiter({ accountRequestsAtOnce: 2, accountRequestsWaiting: 3 });
  const started: number[] = [];
  const work = [1, 2, 3, 4, 5].map((n) => ({ n, ...Promise.withResolvers<number>() }));
  const results = work.map(({ n, promise }) =>
    run('a', () => {
      started.push(n);
      return promise;
    }),
  );
  await assert.rejects(
    run('a', () => 6),
    { code: 'rate_limited', extras: { retryAfterSeconds: 1 } },
  );
  assert.equal(await run('b', () => 7), 7, 'another client does not wait');
  assert.deepEqual(started, [1, 2]);
  work[1]?.resolve(2);
  await results[1];
  assert.deepEqual(started, [1, 2, 3]);
  work[0]?.reject(new Error('failed'));
  await assert.rejects(async () => results[0], /failed/);
  assert.deepEqual(started, [1, 2, 3, 4]);
  for (const { n, resolve } of work) resolve(n);
  assert.deepEqual(await Promise.all(results.slice(1)), [2, 3, 4, 5]);
});
