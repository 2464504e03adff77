// The order of work under load.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from './fair-queue.ts';

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('clients take turns, however many requests each has waiting, and the requests of each stay in order', async () => {
  const queue = createFairQueue();
  const done: string[] = [];
  assert.equal(queue.isFree(), true);
  block(10);
  assert.equal(queue.isFree(), false, 'the slice is over');
  await new Promise<void>((resolve) => {
    const enqueue = (account: string, count: number) => {
      for (let index = 0; index < count; index++)
        queue.enqueue({ account }, () => {
          done.push(`${account}${index}`);
          if (done.length === 23) resolve();
        });
    };
    enqueue('a', 20);
    enqueue('b', 2);
    enqueue('c', 1);
  });
  assert.deepEqual(done.slice(0, 6), ['a0', 'b0', 'c0', 'a1', 'b1', 'a2']);
  assert.deepEqual(
    done.filter((name) => name.startsWith('a')),
    Array.from({ length: 20 }, (_, index) => `a${index}`),
  );
});

test('clients without an account share one turn, rotated among their IP addresses', async () => {
  const queue = createFairQueue();
  const done: string[] = [];
  queue.isFree();
  await new Promise<void>((resolve) => {
    for (const address of ['x', 'y', 'z', 'x']) queue.enqueue({ address }, () => done.push(address));
    for (const account of ['a', 'a', 'b']) queue.enqueue({ account }, () => done.push(account));
    queue.enqueue({ address: 'w' }, resolve);
  });
  assert.deepEqual(done, ['x', 'a', 'b', 'y', 'a', 'z', 'x']);
});

test('the event loop runs between slices', async () => {
  const queue = createFairQueue();
  queue.isFree();
  let done = 0;
  const doneAtTimer = new Promise<number>((resolve) => setTimeout(() => resolve(done), 1));
  for (let count = 0; count < 100; count++)
    queue.enqueue({ address: 'a' }, () => {
      block(1);
      done += 1;
    });
  assert.ok((await doneAtTimer) < 50, 'a timer fires long before the work is done');
  while (!queue.isFree()) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(done, 100);
});
