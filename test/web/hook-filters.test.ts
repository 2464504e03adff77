// Unit tests of hook filters (URL, API, text, suggestions) and trend text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Trend } from '../../sdk/src/index.ts';
import { sorts as apiSorts } from '../../src/catalog/search/filter.ts';
import { filterNames as apiFilterNames } from '../../src/catalog/search/filter-fields.ts';
import { describeFilters, filterTexts, valueText } from '../../web/src/features/filters/filter-text.ts';
import {
  filterNames,
  findFilterError,
  fromRecord,
  type HookFilters,
  labelFields,
  linkWith,
  parseCount,
  readFilters,
  toApiQuery,
  toBody,
  toChange,
  toggled,
  without,
} from '../../web/src/features/filters/hook-filters.ts';
import {
  rankSuggestions,
  suggestCorrections,
  suggestRemovals,
  suggestSingles,
} from '../../web/src/features/filters/loosen-filters.ts';
import { readSort, sortsFor } from '../../web/src/features/hooks/hook-sorts.ts';
import { changeText, sortTrends, verdictReason, windows } from '../../web/src/features/trends/trend-text.ts';

test('filters are read from the URL in every spelling the API accepts', () => {
  const filters = readFilters('?niche=finance,career&niche=Finance&emotion=fear&min_views=1000&q=+index+fund+&tab=x');
  assert.deepEqual(filters, {
    niche: ['finance', 'career'],
    emotional_trigger: ['fear'],
    min_views: ['1000'],
    q: ['index fund'],
  });
  assert.deepEqual(readFilters('?niche=&q=%20&platform=,'), {});
});

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((one) => one.trim() === one && !one.includes(','));
const values = fc.uniqueArray(text, { minLength: 1, maxLength: 4, selector: (one) => one.toLowerCase() });
const one = <T>(from: fc.Arbitrary<T>) => from.map((value) => [`${value}`]);
const views = one(fc.nat({ max: Number.MAX_SAFE_INTEGER }));
const day = one(fc.constantFrom('2026-11-21', '2026-11-21T06:00:00Z'));
const anyFilters: fc.Arbitrary<HookFilters> = fc.record(
  {
    ...(Object.fromEntries(labelFields.map((name) => [name, values])) as Record<
      (typeof labelFields)[number],
      typeof values
    >),
    min_views: views,
    max_views: views,
    max_duration_seconds: views,
    added_since: day,
    published_until: day,
    q: one(text),
    template: one(text),
    ids: values,
    creator: values,
    has: fc.constant(['duration_seconds', '-likes']),
    min_confidence: one(fc.constantFrom('0.8', '0.95', '1')),
    sample: one(fc.boolean()),
  },
  { requiredKeys: [] },
);

test('filters survive a round trip through a body and through a URL', () => {
  fc.assert(
    fc.property(anyFilters, (filters) => {
      assert.deepEqual(fromRecord(toBody(filters) as Record<string, unknown>), { ...filters });
      assert.deepEqual(readFilters(linkWith('', filters)), { ...filters });
    }),
  );
});

test('a body has labels as lists and views as numbers; unset and invalid values are left out', () => {
  const read = (search: string) => toBody(readFilters(search));
  assert.deepEqual(read('new=1&niche=finance&emotion=fear&min_views=1.5M&q=salary&sort=views'), {
    niche: ['finance'],
    emotional_trigger: ['fear'],
    min_views: 1_500_000,
    q: 'salary',
  });
  assert.deepEqual(read('niche=&q=&min_views=many'), {});
  assert.deepEqual(toBody(toggled({ niche: ['finance'], q: [] }, 'niche', 'finance')), {});
});

test('single values of a record become lists, and other fields are ignored', () => {
  assert.deepEqual(
    fromRecord({ niche: 'finance', limit: 5, emotion: 'fear', archetype: [1, 'question', 'question'] }),
    {
      niche: ['finance'],
      archetype: ['question'],
      emotional_trigger: ['fear'],
    },
  );
});

test('API parameters are numbers, single values or lists; invalid values are passed through', () => {
  assert.deepEqual(
    toApiQuery({ niche: ['a', 'b'], platform: ['X'], min_views: ['1000'], max_views: ['many'], q: [] }),
    {
      niche: ['a', 'b'],
      platform: 'X',
      min_views: 1000,
      max_views: 'many',
    },
  );
});

test('a link to another page has the filters under their API names', () => {
  const filters = { niche: ['finance', 'career'], added_since: ['2026-11-21'], q: ['it’s & "all"'] };
  const link = linkWith('/dashboard/exports', filters, { new: '1' });
  assert.match(link, /^\/dashboard\/exports\?new=1&niche=finance&niche=career&added_since=2026-11-21&q=/);
  assert.deepEqual(readFilters(link.slice(link.indexOf('?'))), filters);
  assert.equal(linkWith('/dashboard/hooks', {}), '/dashboard/hooks');
});

test('changing the URL removes unset filters and aliases', () => {
  const change = toChange({ niche: ['finance'] });
  assert.deepEqual(change.niche, ['finance']);
  assert.ok('emotion' in change && 'q' in change && change.q === undefined);
});

test('every filter of the API is known', () => {
  const known = apiFilterNames.filter((name) => name !== 'emotion');
  assert.deepEqual([...filterNames].sort(), known.sort());
});

test('a value is never both included and excluded', () => {
  const excluded = toggled({ niche: ['Finance', 'food'] }, 'niche', '-finance');
  assert.deepEqual(excluded.niche, ['food', '-finance']);
  assert.deepEqual(toggled(excluded, 'niche', 'finance').niche, ['food', 'finance']);
  assert.deepEqual(toggled(excluded, 'niche', '-finance').niche, ['food']);
});

test('chips say in words what a filter does', () => {
  const search =
    '?niche=-finance&min_likes=10k&max_duration_seconds=30&min_word_count=5&has=duration,-creator&q="three+years+ago"' +
    '&ids=hook_1,hook_2&creator=-@ana&labels_method=curator&min_confidence=0.8&sample=false&published_since=2026-11-21';
  assert.deepEqual(
    filterTexts(readFilters(search)).map(({ text }) => text),
    [
      'not Finance',
      '“three years ago”',
      ...['hook_1', 'hook_2', 'not by @ana', 'Published since 21 Nov 2026', '≥ 10K likes', '≤ 30 seconds', '≥ 5 words'],
      ...['has duration', 'no creator', 'labels by a curator', '≥ 80% confidence', 'no sample data'],
    ],
  );
  const many = readFilters(`?ids=${Array.from({ length: 40 }, (_, n) => `hook_${n + 1}`)}`);
  assert.deepEqual(filterTexts(many), [{ name: 'ids', text: '40 hook IDs' }]);
});

test('toggling a value ignores case', () => {
  assert.deepEqual(toggled({ platform: ['tiktok'] }, 'platform', 'TikTok').platform, []);
  assert.deepEqual(toggled({ platform: ['X'] }, 'platform', 'TikTok').platform, ['X', 'TikTok']);
});

test('a search sorts by relevance by default; relevance needs a search', () => {
  const searches = ['', '?q=a', '?q=a&sort=views', '?sort=relevance', '?sort=nonsense', '?q=a&sort=relevance'];
  assert.deepEqual(searches.map(readSort), ['-views', 'relevance', 'views', '-views', '-views', 'relevance']);
  assert.deepEqual(['?q="three+years"', '?q=-money', '?q=-"my+money"+-fear', '?q=cash+-money'].map(readSort), [
    'relevance',
    '-views',
    '-views',
    'relevance',
  ]);
});

test('the menu has every order of the API', () => {
  const offered = sortsFor('?q=money').map(({ value }) => value);
  assert.deepEqual(offered.sort(), [...apiSorts].sort());
});

test('views are parsed as people write them', () => {
  const texts = ['1.5M', '200k', '1,000,000', ' 2 b', '0', 'many', '', '-1', '1e3', '1.2.3'];
  assert.deepEqual(texts.map(parseCount), [
    '1500000',
    '200000',
    '1000000',
    '2000000000',
    '0',
    ...Array(5).fill(undefined),
  ]);
  assert.equal(valueText('min_views', '1500000'), '≥ 1.5M views');
  assert.equal(valueText('added_since', 'someday'), 'Added since someday');
});

test('every filter has text and can be removed on its own', () => {
  const filters: HookFilters = { niche: ['finance', 'career'], min_views: ['1000000'], q: ['salary'] };
  assert.deepEqual(
    filterTexts(filters).map(({ text }) => text),
    ['Finance', 'Career', '≥ 1M views', '“salary”'],
  );
  assert.equal(describeFilters(toBody(filters)), 'Finance, Career, ≥ 1M views, “salary”');
  assert.deepEqual(toBody(toggled(filters, 'niche', 'finance')).niche, ['career']);
  assert.deepEqual(toBody(without(filters, 'min_views')), { niche: ['finance', 'career'], q: 'salary' });
  assert.equal(describeFilters({}), 'All hooks');
});

test('invalid filters are reported before they are sent', () => {
  assert.equal(findFilterError({ min_views: ['1'], max_views: ['1'] }), undefined);
  for (const filters of [
    { min_views: ['20'], max_views: ['3'] },
    { min_likes: ['20'], max_likes: ['3'] },
    { min_views: ['many'] },
    { q: ['!?'] },
  ])
    assert.ok(findFilterError(filters), JSON.stringify(filters));
});

test('when nothing matches, suggestions remove one filter or keep a single one', () => {
  const filters = { niche: ['finance', 'career'], platform: ['X'], q: ['moon'] };
  const removals = suggestRemovals(filters);
  assert.deepEqual(
    removals.map(({ label }) => label),
    ['Remove Finance, Career', 'Remove X', 'Remove “moon”'],
  );
  assert.deepEqual(toApiQuery(removals[2]?.filters ?? {}), { niche: ['finance', 'career'], platform: 'X' });
  const counted = removals.map((removal, at) => ({ ...removal, total: [3, 0, 9][at] ?? 0 }));
  assert.deepEqual(
    rankSuggestions(counted).map(({ total }) => total),
    [9, 3],
  );
  assert.deepEqual(suggestSingles(filters)[1], { label: 'Keep only X', filters: { platform: ['X'] } });
  assert.deepEqual(
    suggestSingles({ niche: ['a'], q: ['odd budget “my rent” -never'] }).map(({ filters }) => filters),
    [
      { niche: ['a'], q: ['odd'] },
      { niche: ['a'], q: ['budget'] },
      { niche: ['a'], q: ['“my rent”'] },
    ],
  );
  assert.deepEqual(suggestSingles({ niche: ['a'], q: ['b'] }), [], 'with two filters, removing one is the same');
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
  const excluded = { niche: ['food', '-finnance'] };
  assert.deepEqual(suggestCorrections(excluded, errors.slice(0, 1)), [
    { label: 'Use not Finance', filters: { niche: ['food', '-finance'] } },
  ]);
});

const trend = (value: string, more: Partial<Trend>): Trend => ({
  value,
  hooks_added: 90,
  hooks_added_before: 40,
  share: 0.225,
  share_before: 0.1,
  change: 1.25,
  views_gained: 0,
  refreshed_share: null,
  views_gained_before: 0,
  median_views: null,
  verdict: 'heating',
  n: 130,
  series: [],
  top_hooks: [],
  ...more,
});
const [, week] = windows;

test('a verdict has a reason', () => {
  const say = (more: Partial<Trend>) => verdictReason(trend('a', more), week);
  assert.match(say({}), /^22\.5% of new hooks, 10% in the previous 7 days\. With 130 hooks, the change is unlikely/);
  assert.match(say({ verdict: 'steady', change: 0.5 }), /With 130 hooks, the change could be chance\.$/);
  assert.match(say({ verdict: 'steady', change: 0.05 }), /below 10%/);
  assert.equal(
    say({ verdict: 'insufficient_data', n: 1 }),
    'Only 1 hook in both periods. A verdict needs at least 30.',
  );
  assert.match(say({ verdict: 'insufficient_data', n: 300, share_before: null }), /in the previous 7 days\.$/);
  assert.match(say({ verdict: 'insufficient_data', n: 300, share: null }), /in this period\.$/);
});

test('a change has a sign, or is “new” without earlier hooks', () => {
  const words = [{ change: 1.25 }, { change: -0.43 }, { change: 0 }, { change: null, share_before: 0 }];
  assert.deepEqual(
    words.map((more) => changeText(trend('a', more))),
    ['+125%', '−43%', '0%', 'new'],
  );
  assert.equal(changeText(trend('a', { change: null, share_before: null })), '–');
});

test('trends sort by any column, unknown values last in both directions', () => {
  const trends = [trend('b', { change: null }), trend('a', { change: 0.5 }), trend('c', { change: -0.2 })];
  const order = (sort: string) => sortTrends(trends, sort).map(({ value }) => value);
  assert.deepEqual(order('-change'), ['a', 'c', 'b']);
  assert.deepEqual(order('change'), ['c', 'a', 'b']);
  assert.deepEqual(order('value'), ['a', 'b', 'c']);
});
