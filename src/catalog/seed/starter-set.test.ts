// The starter set as a new installation gets it. scripts/check-starter-set.ts checks its texts and labels in full.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '../../lib/time.ts';
import { findValue, type TaxonomySet, taxonomy } from '../../taxonomy/taxonomy.ts';
import { readStarterSet } from './starter-set.ts';

const now = new Date('2027-03-01T12:00:00Z');
const hooks = readStarterSet(now);

test('the starter set holds 5,400 distinct texts', () => {
  assert.equal(new Set(hooks.map(({ text }) => text)).size, 5_400);
});

for (const set of Object.keys(taxonomy) as TaxonomySet[])
  test(`every ${set} of the taxonomy occurs and no other`, () => {
    const used = new Set(hooks.map((hook) => hook[set]));
    for (const value of used) assert.equal(findValue(set, value), value);
    assert.deepEqual([...used].sort(), taxonomy[set].map(({ id }) => id).sort());
  });

test('the dates end at the time of the start and go back two years', () => {
  for (const { text, published_at, views_captured_at } of hooks) {
    assert.ok(Date.parse(views_captured_at) <= now.getTime(), text);
    assert.ok(Date.parse(published_at) < Date.parse(views_captured_at), text);
    assert.ok(Date.parse(published_at) > now.getTime() - 731 * dayMs, text);
  }
  assert.ok(hooks.some((hook) => Date.parse(hook.views_captured_at) > now.getTime() - dayMs));
});

test('another start moves the dates and nothing else', () => {
  const later = readStarterSet(new Date(now.getTime() + 90 * dayMs));
  for (const [at, { published_at, views_captured_at, ...rest }] of later.entries()) {
    const { published_at: publishedBefore, views_captured_at: capturedBefore, ...before } = hooks[at] ?? {};
    assert.deepEqual(rest, before);
    assert.equal(Date.parse(published_at) - Date.parse(publishedBefore ?? ''), 90 * dayMs);
    assert.equal(Date.parse(views_captured_at) - Date.parse(capturedBefore ?? ''), 90 * dayMs);
  }
});

test('views run from 100,000 to above 8 billion', () => {
  const views = hooks.map((hook) => hook.views).sort((a, b) => a - b);
  assert.ok((views[0] ?? 0) >= 100_000);
  assert.ok((views.at(-1) ?? 0) > 8_000_000_000);
  assert.ok(views.every(Number.isSafeInteger));
});

test('reactions are whole shares of the views', () => {
  for (const { text, views, likes, comments, shares } of hooks)
    for (const count of [likes, comments, shares])
      assert.ok(count === null || (Number.isSafeInteger(count) && count >= 0 && count <= views / 4), text);
});
