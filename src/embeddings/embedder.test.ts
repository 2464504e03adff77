import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lengthOf, quantise } from './vector.ts';

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, component, at) => sum + component * (b[at] ?? 0), 0);

test('quantisation keeps cosines within about 0.01', () => {
  const component = fc.double({ min: -1, max: 1, noNaN: true });
  const vector = fc
    .array(component, { minLength: 64, maxLength: 64 })
    .filter((one) => one.some((x) => Math.abs(x) > 0.1));
  fc.assert(
    fc.property(vector, vector, (a, b) => {
      const [x, y] = [quantise(a), quantise(b)];
      assert.ok(x && y);
      const exact = dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
      const found = dot(x, y) / (lengthOf(x) * lengthOf(y));
      assert.ok(Math.abs(exact - found) < 0.05, `${exact} ${found}`);
    }),
  );
});

test('directionless vectors are invalid', () => {
  for (const vector of [[], [0, 0], [Number.NaN, 1], [Number.POSITIVE_INFINITY, 1]])
    assert.equal(quantise(vector), undefined, String(vector));
});
