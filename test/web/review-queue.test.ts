// Review queue: decisions are held, undone one by one, pushed out in order, and returned to the queue when saving fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewedHook } from '../../src/catalog/curation/operator-hook.ts';
import {
  addPage,
  changesOf,
  currentOf,
  decide,
  drop,
  dueOf,
  emptyQueue,
  goTo,
  holdMs,
  labelOf,
  markDone,
  markSent,
  maxHeld,
  move,
  nextDueAt,
  optionsOf,
  type Queue,
  relabel,
  restoreRejected,
  returnToQueue,
  tallyOf,
  undo,
  wantsMore,
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

test('the queue loads ahead and counts hooks that are not loaded yet', () => {
  assert.ok(wantsMore(emptyQueue));
  let queue = addPage(emptyQueue, page(1, 20, 'hook_20', 24));
  assert.deepEqual([here(queue), queue.total, wantsMore(queue)], ['hook_1', 24, false]);
  for (let n = 0; n < 11; n++) queue = decide(queue, 'accepted', 0);
  assert.ok(wantsMore(queue));
  queue = addPage(queue, page(18, 26));
  assert.deepEqual([queue.entries.length, queue.total, wantsMore(queue), here(queue)], [26, 26, false, 'hook_12']);
});

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

test('moving skips decided hooks and stops at both ends', () => {
  let queue = decide(move(queueOf(3), 1), 'accepted', 0);
  assert.equal(here(move(queue, 1)), 'hook_3');
  queue = move(queue, -1);
  assert.equal(here(queue), 'hook_1');
  assert.equal(here(move(queue, -1)), 'hook_1');
  assert.equal(here(goTo(queue, 'hook_3')), 'hook_3');
  assert.equal(here(goTo(queue, 'hook_2')), 'hook_1');
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

test('one of several held decisions can be undone alone', () => {
  const queue = decide(decide(queueOf(3), 'accepted', 0), 'accepted', 0);
  const { queue: back } = undone(queue, 'hook_1');
  assert.deepEqual([here(back), ids(dueOf(back, holdMs))], ['hook_1', ['hook_2']]);
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

test('a hook that someone else decided on leaves the queue', () => {
  const queue = decide(queueOf(3), 'accepted', 0);
  const rest = drop(markSent(queue, 'hook_1'), 'hook_1');
  assert.deepEqual([rest.total, here(rest), tallyOf(rest).accepted], [2, 'hook_2', 0]);
  assert.equal(here(drop(rest, 'hook_2')), 'hook_3');
});

test('digit keys choose between the own label and its alternatives; only changes are sent', () => {
  let queue = queueOf(1);
  const current = () => currentOf(queue) ?? assert.fail();
  assert.deepEqual(optionsOf(current(), 'archetype'), ['question', 'story', 'listicle']);
  queue = relabel(queue, 'archetype', 'myth_bust');
  assert.deepEqual(optionsOf(current(), 'archetype'), ['question', 'story', 'listicle', 'myth_bust']);
  assert.deepEqual(changesOf(current()), { archetype: 'myth_bust' });
  queue = relabel(queue, 'archetype', 'question');
  assert.deepEqual(changesOf(current()), {});
  assert.equal(relabel(queue, 'archetype', 'question'), queue);
  queue = decide(relabel(queue, 'niche', 'business'), 'accepted', 0);
  assert.deepEqual(tallyOf(queue), { accepted: 1, relabelled: 1, rejected: 0 });
});
