// Review queue: decisions are held, undone one by one, pushed out in order, and returned to the queue when saving fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewedHook } from '../../src/catalog/curation/operator-hook.ts';
import * as review from '../../web/src/features/review/review-queue.ts';

const label = (value: string, others: string[]) => ({
  value,
  confidence: 0.4,
  alternatives: others.map((other) => ({ value: other, confidence: 0.2 })),
});

function hook(n: number): ReviewedHook {
  const review = {
    reason: 'low_confidence',
    archetype: label('question', ['story', 'listicle']),
    emotional_trigger: label('curiosity', []),
    niche: label('finance', ['business']),
    format: label('vlog', []),
  };
  const labels = { archetype: 'question', emotional_trigger: 'curiosity', niche: 'finance', format: 'vlog' };
  return { id: `hook_${n}`, text: `Line ${n}`, ...labels, review } as unknown as ReviewedHook;
}

const page = (from: number, to: number, next: string | null = null, total = to) => ({
  hooks: Array.from({ length: to - from + 1 }, (_, n) => hook(from + n)),
  total,
  next,
});
const queueOf = (count: number) => review.addPage(review.emptyQueue, page(1, count));
const here = (queue: review.Queue) => review.currentOf(queue)?.hook.id;
const ids = (entries: { hook: { id: string } }[]) => entries.map((entry) => entry.hook.id);
const undone = (queue: review.Queue, id?: string) => review.undo(queue, id) ?? assert.fail('nothing to undo');

test('a decision moves to the next undecided hook, and after the last one to skipped hooks', () => {
  let queue = review.move(queueOf(3), 1);
  queue = review.decide(queue, 'accepted', 0);
  assert.equal(here(queue), 'hook_3');
  queue = review.decide(queue, 'rejected', 0);
  assert.equal(here(queue), 'hook_1');
  queue = review.decide(queue, 'rejected', 0);
  assert.equal(here(queue), undefined);
  assert.deepEqual(review.tallyOf(queue), { accepted: 1, relabelled: 0, rejected: 2 });
  assert.equal(review.decide(queue, 'accepted', 0), queue);
});

test('a decision is held for 5 seconds; a fourth one pushes out the oldest', () => {
  let queue = queueOf(6);
  for (let n = 0; n < review.maxHeld; n++) queue = review.decide(queue, 'accepted', n * 100);
  assert.deepEqual(review.dueOf(queue, 200), []);
  assert.equal(review.nextDueAt(queue), review.holdMs);
  assert.deepEqual(ids(review.dueOf(queue, review.holdMs)), ['hook_1']);
  queue = review.decide(queue, 'rejected', 300);
  assert.deepEqual(ids(review.dueOf(queue, 300)), ['hook_1']);
  assert.deepEqual(ids(review.dueOf(queue, 300, true)), ['hook_1', 'hook_2', 'hook_3', 'hook_4']);
  queue = review.markDone(review.markSent(queue, 'hook_1'), 'hook_1');
  assert.deepEqual(review.dueOf(queue, 300), []);
  assert.equal(review.nextDueAt(queue), review.holdMs + 100);
});

test('undo goes back step by step through label changes and held decisions', () => {
  let queue = review.relabel(queueOf(2), 'archetype', 'story');
  queue = review.relabel(queue, 'archetype', 'listicle');
  queue = review.decide(queue, 'accepted', 0);
  assert.equal(here(queue), 'hook_2');
  ({ queue } = undone(queue));
  assert.deepEqual([here(queue), review.dueOf(queue, review.holdMs)], ['hook_1', []]);
  const current = () => review.currentOf(queue) ?? assert.fail();
  assert.equal(review.labelOf(current(), 'archetype'), 'listicle');
  ({ queue } = undone(queue));
  assert.equal(review.labelOf(current(), 'archetype'), 'story');
  ({ queue } = undone(queue));
  assert.equal(review.labelOf(current(), 'archetype'), 'question');
  assert.equal(review.undo(queue), undefined);
});

test('an accepted hook cannot be undone once sent; a rejected one is reopened by the service', () => {
  let queue = review.decide(review.decide(queueOf(3), 'rejected', 0), 'accepted', 0);
  queue = review.markSent(review.markSent(queue, 'hook_1'), 'hook_2');
  assert.equal(review.undo(queue, 'hook_2'), undefined);
  const { queue: back, reopen } = undone(queue);
  assert.deepEqual([reopen, here(back)], ['hook_1', 'hook_1']);
  const restored = review.restoreRejected(back, 'hook_1');
  assert.deepEqual([here(restored), review.tallyOf(restored).rejected], ['hook_3', 1]);
});

test('a hook whose decision could not be saved returns to the queue with its labels and the reason', () => {
  let queue = review.decide(review.relabel(queueOf(1), 'niche', 'business'), 'accepted', 0);
  queue = review.returnToQueue(review.markSent(queue, 'hook_1'), 'hook_1', 'The disk is full.');
  const entry = review.currentOf(queue) ?? assert.fail();
  assert.deepEqual([entry.problem, entry.decision], ['The disk is full.', undefined]);
  assert.deepEqual(review.changesOf(entry), { niche: 'business' });
  assert.equal(review.currentOf(undone(review.decide(queue, 'accepted', 1)).queue)?.problem, undefined);
});
