// Tests that narrow columns keep every value, in as few bytes as the values need, whether collected at once or merged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { narrow } from './filter-columns.ts';

test('values up to 255 take a byte, up to 65,535 two, up to 2,147,483,647 four', () => {
  const bytesOf = (...values: number[]) => narrow(Float64Array.from(values)).BYTES_PER_ELEMENT;
  assert.deepEqual([bytesOf(), bytesOf(0, 255), bytesOf(256), bytesOf(65_535)], [1, 1, 2, 2]);
  assert.deepEqual([bytesOf(65_536), bytesOf(-1), bytesOf(2 ** 31 - 1), bytesOf(2 ** 31)], [4, 4, 4, 8]);
  assert.deepEqual([bytesOf(0.5), bytesOf(Number.NEGATIVE_INFINITY), bytesOf(-(2 ** 31) - 1)], [8, 8, 8]);
});
