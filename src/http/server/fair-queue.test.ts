// Whose work is done when, where there is more than fits a slice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from './fair-queue.ts';

function busy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('askers have their turns, whatever each has waiting, and each its own in order', async () => {
  const queue = createFairQueue();
  const done: string[] = [];
  assert.equal(queue.isFree(), true);
  busy(10);
  assert.equal(queue.isFree(), false, 'the slice is over');
  await new Promise<void>((resolve) => {
    const add = (asker: string, count: number) => {
      for (let at = 0; at < count; at++)
        queue.wait({ account: asker }, () => {
          done.push(`${asker}${at}`);
          if (done.length === 23) resolve();
        });
    };
    add('a', 20);
    add('b', 2);
    add('c', 1);
  });
  assert.deepEqual(done.slice(0, 6), ['a0', 'b0', 'c0', 'a1', 'b1', 'a2']);
  assert.deepEqual(
    done.filter((one) => one.startsWith('a')),
    Array.from({ length: 20 }, (_, at) => `a${at}`),
  );
});

test('who has no account has a turn with all others who have none', async () => {
  const queue = createFairQueue();
  const done: string[] = [];
  queue.isFree();
  await new Promise<void>((resolve) => {
    for (const address of ['x', 'y', 'z', 'x']) queue.wait({ address }, () => done.push(address));
    for (const account of ['a', 'a', 'b']) queue.wait({ account }, () => done.push(account));
    queue.wait({ address: 'w' }, resolve);
  });
  assert.deepEqual(done, ['x', 'a', 'b', 'y', 'a', 'z', 'x']);
});

test('between slices the loop goes round', async () => {
  const queue = createFairQueue();
  queue.isFree();
  let done = 0;
  const doneAtTimer = new Promise<number>((resolve) => setTimeout(() => resolve(done), 1));
  for (let count = 0; count < 100; count++)
    queue.wait({ address: 'a' }, () => {
      busy(1);
      done += 1;
    });
  assert.ok((await doneAtTimer) < 50, 'a timer has its turn long before the work is done');
  while (!queue.isFree()) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(done, 100);
});
