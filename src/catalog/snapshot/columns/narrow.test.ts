// Narrow columns keep every value, in as few bytes as the values need, whether collected at once or merged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergeNarrow, narrow } from './narrow.ts';

const limits = [0, 255, 256, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, -1, -(2 ** 31), -(2 ** 31) - 1, 0.5, 1e15];
const number = fc.constantFrom(...limits, Number.NEGATIVE_INFINITY, Number.MAX_SAFE_INTEGER);
const numbers = fc
  .tuple(fc.array(number, { minLength: 1 }), fc.array(fc.nat(1000)))
  .map(([values, picks]) => Float64Array.from(picks, (pick) => values[pick % values.length] ?? 0));

test('values up to 255 take a byte, up to 65,535 two, up to 2,147,483,647 four', () => {
  const bytesOf = (...values: number[]) => narrow(Float64Array.from(values)).BYTES_PER_ELEMENT;
  assert.deepEqual([bytesOf(), bytesOf(0, 255), bytesOf(256), bytesOf(65_535)], [1, 1, 2, 2]);
  assert.deepEqual([bytesOf(65_536), bytesOf(-1), bytesOf(2 ** 31 - 1), bytesOf(2 ** 31)], [4, 4, 4, 8]);
  assert.deepEqual([bytesOf(0.5), bytesOf(Number.NEGATIVE_INFINITY), bytesOf(-(2 ** 31) - 1)], [8, 8, 8]);
});

test('a merged column equals one of all values, also if those that needed its width are gone', () => {
  fc.assert(
    fc.property(numbers, numbers, fc.nat(3), (base, changed, left) => {
      const kept = base.slice(0, left);
      const all = Float64Array.of(...kept, ...changed);
      const merged = mergeNarrow(all.length, narrow(base), narrow(changed), (target) => {
        target.set(kept);
        target.set(changed, kept.length);
      });
      assert.deepEqual(merged, narrow(all));
    }),
  );
});
