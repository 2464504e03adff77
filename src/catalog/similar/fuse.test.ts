import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuse } from './fuse.ts';

const words = (row: number, score: number) => ({ row, score, why: [{ kind: 'words' as const, words: ['money'] }] });
const meaning = (row: number, score: number) => ({ row, score, similarity: score / 2 });

test('a hook of both rankings comes before one that is first in only one of them, with the reasons of both and the better score', () => {
  const fused = fuse([words(1, 0.9), words(2, 0.5)], [meaning(3, 0.8), meaning(2, 0.701)]);
  assert.deepEqual(
    fused.map(({ row, score }) => [row, score]),
    [
      [2, 0.7],
      [1, 0.9],
      [3, 0.8],
    ],
  );
  assert.deepEqual(fused[0]?.why, [
    { kind: 'words', words: ['money'] },
    { kind: 'meaning', similarity: 0.35 },
  ]);
  assert.deepEqual(fused[2]?.why, [{ kind: 'meaning', similarity: 0.4 }]);
});

test('one ranking alone keeps its order', () => {
  assert.deepEqual(fuse([words(5, 0.6), words(1, 0.5)], []), [words(5, 0.6), words(1, 0.5)]);
});
