import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { diverseRows, randomRows } from './random-rows.ts';

/** Returns rows 0 to n in groups of these sizes. */
function groupsOf(sizes: readonly number[]): Uint32Array[] {
  let next = 0;
  return sizes.map((size) => Uint32Array.from({ length: size }, () => next++));
}

const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 12 });
const count = fc.integer({ min: 1, max: 100 });

test('law: a diverse draw takes one of each group in turn, until it is exhausted, without repeats', () => {
  fc.assert(
    fc.property(sizes, count, fc.option(fc.string(), { nil: undefined }), (given, wanted, seed) => {
      const groups = groupsOf(given);
      const total = given.reduce((sum, size) => sum + size, 0);
      const rows = diverseRows(groups, wanted, seed);
      assert.equal(rows.length, Math.min(wanted, total));
      assert.equal(new Set(rows).size, rows.length);
      const drawn = Array.from(rows, (row) => groups.findIndex((group) => group.includes(row)));
      const left = [...given];
      for (let at = 0; at < drawn.length; ) {
        const round = drawn.slice(at, at + left.filter((size) => size > 0).length);
        assert.equal(new Set(round).size, round.length);
        for (const group of round) left[group] = (left[group] ?? 0) - 1;
        at += round.length;
      }
      if (seed !== undefined) assert.deepEqual(diverseRows(groups, wanted, seed), rows);
    }),
  );
});

test('the rows of a seed do not change', () => {
  const rows = Uint32Array.from({ length: 100 }, (_, row) => row);
  assert.deepEqual([...randomRows(rows, 5, 'monday')], [12, 43, 32, 20, 60]);
});
