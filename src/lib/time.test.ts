import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { secondsUntil, windowAt } from './time.ts';

const at = (text: string) => Date.parse(text);

test('a day window is the UTC day, from its first millisecond to its last', () => {
  for (const moment of ['2026-07-31T00:00:00.000Z', '2026-07-31T23:59:59.999Z']) {
    const { startsOn, resetsAt, seconds } = windowAt('day', at(moment));
    assert.deepEqual([startsOn, resetsAt, seconds], ['2026-07-31', at('2026-08-01T00:00:00Z'), 86_400]);
  }
});

test('a month window has the length of its month, also in leap years and at the turn of the year', () => {
  const days = (moment: string) => windowAt('month', at(moment)).seconds / 86_400;
  assert.equal(days('2028-02-29T12:00:00Z'), 29);
  assert.equal(days('2027-02-28T23:59:59.999Z'), 28);
  assert.equal(days('2100-02-10T00:00:00Z'), 28);
  assert.equal(days('2026-04-30T23:00:00Z'), 30);
  const december = windowAt('month', at('2026-12-31T23:59:59.999Z'));
  assert.deepEqual([december.startsOn, december.resetsAt], ['2026-12-01', at('2027-01-01T00:00:00Z')]);
});

test('every moment is in its window, and windows have no gaps', () => {
  const moments = fc.integer({ min: at('2000-01-01T00:00:00Z'), max: at('2200-01-01T00:00:00Z') });
  fc.assert(
    fc.property(moments, fc.constantFrom('day' as const, 'month' as const), (now, name) => {
      const { startsAt, resetsAt } = windowAt(name, now);
      assert.ok(startsAt <= now && now < resetsAt);
      assert.equal(windowAt(name, resetsAt).startsAt, resetsAt);
      assert.equal(windowAt(name, resetsAt - 1).startsAt, startsAt);
    }),
  );
});

test('secondsUntil rounds up and is at least 1', () => {
  assert.equal(secondsUntil(10_000, 9_001), 1);
  assert.equal(secondsUntil(10_000, 9_000), 1);
  assert.equal(secondsUntil(10_000, 8_999), 2);
});
