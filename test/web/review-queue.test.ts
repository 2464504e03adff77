// Review queue: decisions are held, undone one by one, pushed out in order, and returned to the queue when saving fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewedHook } from '../../src/catalog/curation/operator-hook.ts';
import {
  addPage,
  changesOf,
  currentOf,
  decide,
  dueOf,
  emptyQueue,
  holdMs,
  labelOf,
  markDone,
  markSent,
  maxHeld,
  move,
  nextDueAt,
  type Queue,
  relabel,
  restoreRejected,
  returnToQueue,
  tallyOf,
  undo,
} from '../../web/src/features/review/review-queue.ts';

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
const queueOf = (count: number) => addPage(emptyQueue, page(1, count));
const here = (queue: Queue) => currentOf(queue)?.hook.id;
const ids = (entries: { hook: { id: string } }[]) => entries.map((entry) => entry.hook.id);
const undone = (queue: Queue, id?: string) => undo(queue, id) ?? assert.fail('nothing to undo');

test('a decision moves to the next undecided hook, and after the last one to skipped hooks', () => {
  let queue = move(queueOf(3), 1);
  queue = decide(queue, 'accepted', 0);
  assert.equal(here(queue), 'hook_3');
  queue = decide(queue, 'rejected', 0);
  assert.equal(here(queue), 'hook_1');
  queue = decide(queue, 'rejected', 0);
  assert.equal(here(queue), undefined);
  assert.deepEqual(tallyOf(queue), { accepted: 1, relabelled: 0, rejected: 2 });
  assert.equal(decide(queue, 'accepted', 0), queue);
});

test('a decision is held for 5 seconds; a fourth one pushes out the oldest', () => {
  let queue = queueOf(6);
  for (let n = 0; n < maxHeld; n++) queue = decide(queue, 'accepted', n * 100);
  assert.deepEqual(dueOf(queue, 200), []);
  assert.equal(nextDueAt(queue), holdMs);
  assert.deepEqual(ids(dueOf(queue, holdMs)), ['hook_1']);
  queue = decide(queue, 'rejected', 300);
  assert.deepEqual(ids(dueOf(queue, 300)), ['hook_1']);
  assert.deepEqual(ids(dueOf(queue, 300, true)), ['hook_1', 'hook_2', 'hook_3', 'hook_4']);
  queue = markDone(markSent(queue, 'hook_1'), 'hook_1');
  assert.deepEqual(dueOf(queue, 300), []);
  assert.equal(nextDueAt(queue), holdMs + 100);
});

test('undo goes back step by step through label changes and held decisions', () => {
  let queue = relabel(queueOf(2), 'archetype', 'story');
  queue = relabel(queue, 'archetype', 'listicle');
  queue = decide(queue, 'accepted', 0);
  assert.equal(here(queue), 'hook_2');
  ({ queue } = undone(queue));
  assert.deepEqual([here(queue), dueOf(queue, holdMs)], ['hook_1', []]);
  const current = () => currentOf(queue) ?? assert.fail();
  assert.equal(labelOf(current(), 'archetype'), 'listicle');
  ({ queue } = undone(queue));
  assert.equal(labelOf(current(), 'archetype'), 'story');
  ({ queue } = undone(queue));
  assert.equal(labelOf(current(), 'archetype'), 'question');
  assert.equal(undo(queue), undefined);
});

test('an accepted hook cannot be undone once sent; a rejected one is reopened by the service', () => {
  let queue = decide(decide(queueOf(3), 'rejected', 0), 'accepted', 0);
  queue = markSent(markSent(queue, 'hook_1'), 'hook_2');
  assert.equal(undo(queue, 'hook_2'), undefined);
  const { queue: back, reopen } = undone(queue);
  assert.deepEqual([reopen, here(back)], ['hook_1', 'hook_1']);
  const restored = restoreRejected(back, 'hook_1');
  assert.deepEqual([here(restored), tallyOf(restored).rejected], ['hook_3', 1]);
});

test('a hook whose decision could not be saved returns to the queue with its labels and the reason', () => {
  let queue = decide(relabel(queueOf(1), 'niche', 'business'), 'accepted', 0);
  queue = returnToQueue(markSent(queue, 'hook_1'), 'hook_1', 'The disk is full.');
  const entry = currentOf(queue) ?? assert.fail();
  assert.deepEqual(
    [entry.problem, entry.decision, changesOf(entry)],
    ['The disk is full.', undefined, { niche: 'business' }],
  );
  assert.equal(currentOf(undone(decide(queue, 'accepted', 1)).queue)?.problem, undefined);
});
