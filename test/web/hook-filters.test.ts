// Hook filters of the pages: in URLs and bodies, and suggestions when nothing matches.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Meta } from '@hookline/sdk';
import { sorts as apiSorts } from '../../src/catalog/search/filter.ts';
import { filterNames as apiFilterNames } from '../../src/catalog/search/filter-fields.ts';
import * as forms from '../../web/src/features/filters/form-filters.ts';
import * as hooks from '../../web/src/features/filters/hook-filters.ts';
import { suggestCorrections, suggestLabels, suggestMeaning } from '../../web/src/features/filters/loosen-filters.ts';
import { readSort, sortsFor } from '../../web/src/features/hooks/hook-sorts.ts';

test('filters are read from the URL in every spelling the API accepts', () => {
  assert.deepEqual(
    hooks.readFilters('?niche=finance,career&niche=Finance&emotion=fear&min_views=1000&q=+index+fund+&tab=x'),
    { niche: ['finance', 'career'], emotional_trigger: ['fear'], min_views: ['1000'], q: ['index fund'] },
  );
  assert.deepEqual(hooks.readFilters('?niche=&q=%20&platform=,'), {});
});

test('filters survive a round trip through a body and through a URL', () => {
  const written: hooks.HookFilters[] = [
    { niche: ['finance', '-food'], min_views: ['9007199254740991'], added_since: ['2026-11-21T06:00:00Z'] },
    { q: ['"it’s" & a=b?#%'], template: ['<b>'], ids: ['hook_1', 'hook_2'], creator: ['@Ana', '-@bo'] },
    {
      has: ['duration_seconds', '-likes'],
      min_confidence: ['0.95'],
      sample: ['false'],
      published_until: ['2026-11-21'],
    },
  ];
  for (const filters of written) {
    assert.deepEqual(hooks.fromRecord(forms.toBody(filters) as Record<string, unknown>), { ...filters });
    assert.deepEqual(hooks.readFilters(hooks.linkWith('', filters)), { ...filters });
  }
});

test('bodies and API queries have lists, numbers and single values; unset and invalid ones are left out or passed', () => {
  const read = hooks.readFilters('new=1&niche=finance&emotion=fear&min_views=1.5M&q=salary&sort=views');
  const body = { niche: ['finance'], emotional_trigger: ['fear'], min_views: 1_500_000, q: 'salary' };
  assert.deepEqual(forms.toBody(read), body);
  assert.deepEqual(forms.toBody(hooks.readFilters('niche=&q=&min_views=many')), {});
  // Stored filters match words only.
  assert.deepEqual(forms.toBody(hooks.readFilters('q=salary&match=both')), { q: 'salary' });
  const filters = { niche: ['a', 'b'], platform: ['X'], min_views: ['1000'], max_views: ['many'], q: [] };
  assert.deepEqual(hooks.toApiQuery(filters), { niche: ['a', 'b'], platform: 'X', min_views: 1000, max_views: 'many' });
  const record = { niche: 'finance', limit: 5, emotion: 'fear', archetype: [1, 'question', 'question'] };
  const known = { niche: ['finance'], archetype: ['question'], emotional_trigger: ['fear'] };
  assert.deepEqual(hooks.fromRecord(record), known);
});

test('every filter and order of the API is supported; relevance needs a search with words', () => {
  assert.deepEqual([...hooks.filterNames].sort(), apiFilterNames.filter((name) => name !== 'emotion').sort());
  const offered = sortsFor('?q=money').map(({ value }) => value);
  assert.deepEqual(offered.sort(), [...apiSorts].sort());
  const orders = {
    '': '-views',
    '?q=a': 'relevance',
    '?q=a&sort=views': 'views',
    '?sort=relevance': '-views',
    '?sort=nonsense': '-views',
    '?q="three+years"': 'relevance',
    '?q=-"my+money"+-fear': '-views',
    '?q=cash+-money': 'relevance',
  };
  for (const [search, order] of Object.entries(orders)) assert.equal(readSort(search), order, search);
});

test('toggling a value ignores case, and never leaves it both included and excluded', () => {
  assert.deepEqual(hooks.toggled({ platform: ['tiktok'] }, 'platform', 'TikTok').platform, []);
  assert.deepEqual(hooks.toggled({ platform: ['X'] }, 'platform', 'TikTok').platform, ['X', 'TikTok']);
  const excluded = hooks.toggled({ niche: ['Finance', 'food'] }, 'niche', '-finance');
  assert.deepEqual(excluded.niche, ['food', '-finance']);
  assert.deepEqual(hooks.toggled(excluded, 'niche', 'finance').niche, ['food', 'finance']);
  assert.deepEqual(hooks.toggled(excluded, 'niche', '-finance').niche, ['food']);
  assert.deepEqual(hooks.without({ niche: ['food'], min_views: ['1'] }, 'min_views').min_views ?? [], []);
});

test('views are parsed in common notations, and invalid filters are reported before they are sent', () => {
  const written = { '1.5M': '1500000', '200k': '200000', '1,000,000': '1000000', ' 2 b': '2000000000', '0': '0' };
  for (const [typed, count] of Object.entries(written))
    assert.equal(hooks.parseCount(typed, 'min_likes'), count, typed);
  for (const typed of ['many', '', '-1', '1e3', '1.2.3'])
    assert.equal(hooks.parseCount(typed, 'min_likes'), undefined, typed);
  assert.equal(hooks.parseCount('2.5', 'min_views_vs_creator'), '2.5');
  assert.equal(hooks.parseCount('2.5k', 'min_views_vs_creator'), '2500');
  assert.equal(forms.findFilterError({ min_views: ['1'], max_views: ['1'] }), undefined);
  const invalid: hooks.HookFilters[] = [
    { min_views: ['20'], max_views: ['3'] },
    { min_likes: ['20'], max_likes: ['3'] },
    { min_views: ['many'] },
    { q: ['!?'] },
  ];
  for (const filters of invalid) assert.ok(forms.findFilterError(filters), JSON.stringify(filters));
});

test('a search without results suggests the label of its words, and lines of similar meaning', () => {
  const values = { niche: { fitness: 3, real_estate: 1 }, archetype: { how_to: 2 } } as unknown as Meta['values'];
  const filters = { q: [' Real Estate '], platform: ['TikTok'] };
  assert.deepEqual(suggestLabels(filters, values), [
    { label: 'Real estate', filters: { platform: ['TikTok'], niche: ['real_estate'] } },
  ]);
  assert.deepEqual(suggestLabels({ q: ['estate'] }, values), []);
  assert.deepEqual(suggestMeaning(filters), [{ label: 'Similar meaning', filters: { ...filters, match: ['both'] } }]);
  for (const given of [{ platform: ['TikTok'] }, { q: ['x'], match: ['words'] }])
    assert.deepEqual(suggestMeaning(given), []);
});

test('a rejected value is replaced by the suggested one, else removed', () => {
  const filters = { niche: ['career', 'finnance'], platform: ['Foo'], min_views: ['many'] };
  const errors = [
    { parameter: 'niche', detail: 'finnance is not a known niche. Did you mean finance?', did_you_mean: 'finance' },
    { parameter: 'platform', detail: 'Foo is not a known platform. GET /meta lists the values.' },
    { parameter: 'min_views', detail: 'min_views is a whole number.' },
    { parameter: 'fields', detail: 'not a filter' },
  ];
  assert.deepEqual(suggestCorrections(filters, errors), [
    { label: 'Use Finance', filters: { ...filters, niche: ['career', 'finance'] } },
    { label: 'Remove Foo', filters: { ...filters, platform: [] } },
    { label: 'Remove ≥ many views', filters: { ...filters, min_views: [] } },
  ]);
  assert.deepEqual(suggestCorrections({ niche: ['food', '-finnance'] }, errors.slice(0, 1)), [
    { label: 'Use not Finance', filters: { niche: ['food', '-finance'] } },
  ]);
});
