// The filters of exports and webhooks in their three forms: what the builder holds, a body of the API, a query of an address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  describeFilters,
  type FilterState,
  filterParts,
  findFault,
  fromQuery,
  fromRecord,
  labelFilters,
  noFilters,
  toFilters,
  toggleValue,
  toQuery,
  toViews,
} from '../web/src/account/filter-state.ts';

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((one) => one.trim() === one && !one.includes(','));
const views = fc.option(fc.nat({ max: Number.MAX_SAFE_INTEGER }), { nil: undefined });
const states: fc.Arbitrary<FilterState> = fc.record({
  labels: fc.dictionary(fc.constantFrom(...labelFilters), fc.uniqueArray(text, { minLength: 1, maxLength: 4 })),
  min_views: views,
  max_views: views,
  added_since: fc.constantFrom(undefined, '2026-11-21', '2026-11-21T06:00:00Z'),
  q: fc.option(text, { nil: undefined }),
});

test('filters come back unchanged from a body and from an address', () => {
  fc.assert(
    fc.property(states, (state) => {
      const body = toFilters(state);
      assert.deepEqual(toFilters(fromRecord(body as Record<string, unknown>)), body);
      const query = new URLSearchParams();
      for (const [name, values] of Object.entries(toQuery(state))) for (const one of values) query.append(name, one);
      assert.deepEqual(toFilters(fromQuery(query)), body);
    }),
  );
});

test('an address may repeat a name or separate values by commas, and know emotion as the API does', () => {
  const query = new URLSearchParams(
    'new=1&niche=finance,career&niche=health&emotion=fear&min_views=1000000&sort=views',
  );
  assert.deepEqual(toFilters(fromQuery(query)), {
    niche: ['finance', 'career', 'health'],
    emotional_trigger: ['fear'],
    min_views: 1_000_000,
  });
});

test('what is not set is not sent', () => {
  assert.deepEqual(toFilters(noFilters), {});
  assert.deepEqual(toFilters(toggleValue({ labels: { niche: ['finance'] }, q: '' }, 'niche', 'finance')), {});
  assert.deepEqual(toFilters(fromQuery(new URLSearchParams('niche=&q=&min_views=many'))), {});
});

test('a value that stands alone is a list of one, and nothing that is no filter gets in', () => {
  assert.deepEqual(toFilters(fromRecord({ niche: 'finance', limit: 5, archetype: [1, 'question', 'question'] })), {
    niche: ['finance'],
    archetype: ['question'],
  });
});

test('views may be written as people write them', () => {
  assert.deepEqual(
    ['1000', '1,000,000', '500k', '1.5M', ' 2 m'].map(toViews),
    [1000, 1_000_000, 500_000, 1_500_000, 2_000_000],
  );
  assert.deepEqual(['', '-1', 'many', '1e6', '1.2.3'].map(toViews), Array(5).fill(undefined));
});

test('each filter can be taken away alone', () => {
  const state: FilterState = { labels: { niche: ['finance', 'career'] }, min_views: 1_000_000, q: 'salary' };
  const parts = filterParts(state);
  assert.deepEqual(
    parts.map(({ words }) => words),
    ['finance', 'career', '≥ 1M views', '“salary”'],
  );
  assert.deepEqual(toFilters(parts[0].without), { niche: ['career'], min_views: 1_000_000, q: 'salary' });
  assert.deepEqual(toFilters(parts[2].without), { niche: ['finance', 'career'], q: 'salary' });
  assert.equal(describeFilters({}), 'All hooks');
});

test('what cannot match is told before it is sent', () => {
  assert.equal(findFault({ labels: {}, min_views: 1, max_views: 1 }), undefined);
  for (const state of [{ min_views: 2, max_views: 1 }, { min_views: Number.NaN }, { q: '!?' }])
    assert.ok(findFault({ labels: {}, ...state }), JSON.stringify(state));
});
