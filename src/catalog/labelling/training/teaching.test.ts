import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectTeaching, type TeachingCandidate } from './teaching.ts';

const candidate = (id: number, doubt: number, values: Partial<TeachingCandidate> = {}): TeachingCandidate => ({
  id,
  doubt,
  source: `source ${id}`,
  creator: null,
  ...values,
});

test('the most doubtful hooks are listed first, 20 at most', () => {
  const found = selectTeaching(Array.from({ length: 50 }, (_, at) => candidate(at, at / 50)));
  assert.deepEqual(
    found,
    [...Array(20).keys()].map((at) => 49 - at),
  );
});

test('of a creator at most 3 hooks are listed, in any case, and of a source at most 8', () => {
  const ofCreator = Array.from({ length: 5 }, (_, at) => candidate(at, 1, { creator: at % 2 === 0 ? 'Ann' : 'ann' }));
  const ofSource = Array.from({ length: 20 }, (_, at) => candidate(100 + at, 0.9, { source: 'titles' }));
  const others = [candidate(200, 0.1), candidate(201, 0.1, { creator: 'ANN' })];
  assert.deepEqual(
    selectTeaching([...ofCreator, ...ofSource, ...others]),
    [0, 1, 2, 100, 101, 102, 103, 104, 105, 106, 107, 200],
  );
});
