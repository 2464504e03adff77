// Columns of times keep every time, and have one form however they came together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergeTimes, timeAt, toTimes } from './times.ts';

const list = fc.array(fc.constantFrom(0, 1, 1.7e12, 1.7e12 + 1, -5), { maxLength: 20 });
/** More distinct times than codes. */
const many = (count: number) => Array.from({ length: count }, (_, at) => 1.6e12 + at * 1000);

test('a column has the time of each row, of few distinct times and of many', () => {
  for (const times of [[], [5, 3, 5], many(65_536).reverse(), many(65_537)]) {
    const column = toTimes(Float64Array.from(times));
    assert.deepEqual(
      times.map((_, row) => timeAt(column, row)),
      times,
    );
  }
  assert.equal(toTimes(Float64Array.from(many(65_537))).codes, undefined);
  assert.equal(toTimes(Float64Array.of(7, 8)).codes?.BYTES_PER_ELEMENT, 1);
});

function assertMerged(base: readonly number[], changed: readonly number[], left: number): void {
  const kept = base.slice(0, left);
  const expected = toTimes(Float64Array.from([...kept, ...changed]));
  const [a, b] = [toTimes(Float64Array.from(base)), toTimes(Float64Array.from(changed))];
  const merged = mergeTimes(kept.length + changed.length, a, b, (old, news, target) => {
    target.set(old.subarray(0, kept.length));
    target.set(news, kept.length);
  });
  assert.deepEqual(merged, expected);
}

test('a merged column equals one of all times, also if some are gone', () => {
  fc.assert(fc.property(list, list, fc.nat(20), assertMerged));
  assertMerged(many(65_536), [1, 2], 65_536);
  assertMerged(many(65_538), [1], 65_000);
  assertMerged(many(3), many(65_537), 3);
});
