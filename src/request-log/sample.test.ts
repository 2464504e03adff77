// Sampling of the calls of a second.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fairShare, maxPerSecond, newTally, placeFor, type Tally, takeSample } from './request.ts';

function tallyOf(served: number, refused: number): Tally<string> {
  const tally = newTally<string>();
  for (const [group, count] of [
    [tally.served, served],
    [tally.refused, refused],
  ] as const)
    for (let at = 0; at < count; at++) {
      const place = placeFor(group);
      if (place >= 0) group.entries[place] = `${at}`;
    }
  return tally;
}

test('a sample has at most 100 calls, refused ones first, and its rates add up to the number of calls', () => {
  const count = fc.nat(2000);
  fc.assert(
    fc.property(count, count, fc.integer({ min: 2, max: 100 }), (served, refused, max) => {
      const sample = takeSample(tallyOf(served, refused), max);
      assert.ok(sample.length <= max);
      if (refused <= max - 1) assert.ok(sample.filter(({ rate }) => rate === 1).length >= refused);
      const total = sample.reduce((sum, { rate }) => sum + 1 / rate, 0);
      assert.ok(Math.abs(total - served - refused) < 0.01, `${total} of ${served + refused}`);
    }),
  );
});

test('a fair share gives each its demand, or the same as others with more demand', () => {
  assert.equal(fairShare([5, 90, 100], 200), maxPerSecond);
  assert.equal(fairShare([5, 100, 100], 105), 50);
  assert.equal(fairShare([], 10), maxPerSecond);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 40 }), (wanted) => {
      const share = fairShare(wanted, 500);
      assert.ok(wanted.reduce((sum, size) => sum + Math.min(size, share), 0) <= 500);
    }),
  );
});
