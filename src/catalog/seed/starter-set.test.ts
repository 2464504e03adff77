// The starter set as a new installation gets it. scripts/check-starter-set.ts checks its texts and labels in full.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '../../lib/time.ts';
import { type TaxonomySet, taxonomy } from '../../taxonomy/taxonomy.ts';
import { readStarterSet } from './starter-set.ts';

const now = new Date('2027-03-01T12:00:00Z');
const hooks = readStarterSet(now);

test('the starter set holds 5,400 distinct texts with 100,000 to more than 8 billion views', () => {
  assert.equal(new Set(hooks.map(({ text }) => text)).size, 5_400);
  const views = hooks.map((hook) => hook.views);
  assert.ok(Math.min(...views) >= 100_000 && Math.max(...views) > 8_000_000_000);
});

test('every label has each value of the taxonomy, and no other', () => {
  for (const set of Object.keys(taxonomy) as TaxonomySet[]) {
    const used = new Set(hooks.map((hook) => hook[set]));
    assert.deepEqual([...used].sort(), taxonomy[set].map(({ id }) => id).sort(), set);
  }
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
