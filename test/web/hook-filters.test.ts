// Hook filters of the pages: in URLs, bodies and words, what is suggested when nothing matches, and verdicts of trends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Trend } from '../../sdk/src/index.ts';
import { sorts as apiSorts } from '../../src/catalog/search/filter.ts';
import { filterNames as apiFilterNames } from '../../src/catalog/search/filter-fields.ts';
import { withoutOneWord } from '../../web/src/features/filters/fewer-words.ts';
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
import {
  badgeOf,
  changeText,
  hasGains,
  sortTrends,
  verdictReason,
  windows,
} from '../../web/src/features/trends/trend-text.ts';

const texts = (search: string) => filterTexts(readFilters(search)).map(({ text }) => text);

test('filters are read from the URL in every spelling the API accepts', () => {
  assert.deepEqual(
    readFilters('?niche=finance,career&niche=Finance&emotion=fear&min_views=1000&q=+index+fund+&tab=x'),
    { niche: ['finance', 'career'], emotional_trigger: ['fear'], min_views: ['1000'], q: ['index fund'] },
  );
  assert.deepEqual(readFilters('?niche=&q=%20&platform=,'), {});
});

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((one) => one.trim() === one && !one.includes(','));
const values = fc.uniqueArray(text, { minLength: 1, maxLength: 4, selector: (one) => one.toLowerCase() });
const one = <T>(from: fc.Arbitrary<T>) => from.map((value) => [`${value}`]);
const views = one(fc.nat({ max: Number.MAX_SAFE_INTEGER }));
const day = one(fc.constantFrom('2026-11-21', '2026-11-21T06:00:00Z'));
const anyFilters: fc.Arbitrary<HookFilters> = fc.record(
  {
    ...(Object.fromEntries(labelFields.map((name) => [name, values])) as Record<string, typeof values>),
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

test('bodies and API queries have lists, numbers and single values; unset and invalid ones are left out or passed', () => {
  assert.deepEqual(toBody(readFilters('new=1&niche=finance&emotion=fear&min_views=1.5M&q=salary&sort=views')), {
    niche: ['finance'],
    emotional_trigger: ['fear'],
    min_views: 1_500_000,
    q: 'salary',
  });
  assert.deepEqual(toBody(readFilters('niche=&q=&min_views=many')), {});
  assert.deepEqual(
    toApiQuery({ niche: ['a', 'b'], platform: ['X'], min_views: ['1000'], max_views: ['many'], q: [] }),
    {
      niche: ['a', 'b'],
      platform: 'X',
      min_views: 1000,
      max_views: 'many',
    },
  );
  assert.deepEqual(
    fromRecord({ niche: 'finance', limit: 5, emotion: 'fear', archetype: [1, 'question', 'question'] }),
    { niche: ['finance'], archetype: ['question'], emotional_trigger: ['fear'] },
  );
});

test('links have the filters under their API names, and a change of the URL removes unset ones and aliases', () => {
  const filters = { niche: ['finance', 'career'], added_since: ['2026-11-21'], q: ['it’s & "all"'] };
  const link = linkWith('/dashboard/exports', filters, { new: '1' });
  assert.match(link, /^\/dashboard\/exports\?new=1&niche=finance&niche=career&added_since=2026-11-21&q=/);
  assert.equal(linkWith('/dashboard/hooks', {}), '/dashboard/hooks');
  const change = toChange({ niche: ['finance'] });
  assert.deepEqual([change.niche, change.q, 'emotion' in change, 'q' in change], [['finance'], undefined, true, true]);
});

test('every filter and order of the API is known; relevance needs a search with words to find', () => {
  assert.deepEqual([...filterNames].sort(), apiFilterNames.filter((name) => name !== 'emotion').sort());
  assert.deepEqual(
    sortsFor('?q=money')
      .map(({ value }) => value)
      .sort(),
    [...apiSorts].sort(),
  );
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
  assert.deepEqual(toggled({ platform: ['tiktok'] }, 'platform', 'TikTok').platform, []);
  assert.deepEqual(toggled({ platform: ['X'] }, 'platform', 'TikTok').platform, ['X', 'TikTok']);
  const excluded = toggled({ niche: ['Finance', 'food'] }, 'niche', '-finance');
  assert.deepEqual(excluded.niche, ['food', '-finance']);
  assert.deepEqual(toggled(excluded, 'niche', 'finance').niche, ['food', 'finance']);
  assert.deepEqual(toggled(excluded, 'niche', '-finance').niche, ['food']);
  assert.deepEqual(without({ niche: ['food'], min_views: ['1'] }, 'min_views').min_views ?? [], []);
});

test('chips say in words what a filter does', () => {
  const search =
    '?niche=-finance&min_likes=10k&max_duration_seconds=30&min_word_count=5&has=duration,-creator&q="three+years+ago"' +
    '&ids=hook_1,hook_2&creator=-@ana&labels_method=curator&min_confidence=0.8&sample=false&published_since=2026-11-21';
  assert.deepEqual(texts(search), [
    ...['not Finance', '“three years ago”', 'hook_1', 'hook_2', 'not by @ana', 'Published since 21 Nov 2026'],
    ...['≥ 10K likes', '≤ 30 seconds', '≥ 5 words', 'has duration', 'no creator', 'labels by a curator'],
    ...['≥ 80% confidence', 'no sample data'],
  ]);
  assert.deepEqual(texts(`?ids=${Array.from({ length: 40 }, (_, n) => `hook_${n + 1}`)}`), ['40 hook IDs']);
  assert.equal(describeFilters({ niche: ['finance', 'career'], q: 'salary' }), 'Finance, Career, “salary”');
  assert.equal(describeFilters({}), 'All hooks');
  assert.equal(valueText('added_since', 'someday'), 'Added since someday');
});

test('views are parsed as people write them, and invalid filters are reported before they are sent', () => {
  const written = { '1.5M': '1500000', '200k': '200000', '1,000,000': '1000000', ' 2 b': '2000000000', '0': '0' };
  for (const [typed, count] of Object.entries(written)) assert.equal(parseCount(typed), count, typed);
  for (const typed of ['many', '', '-1', '1e3', '1.2.3']) assert.equal(parseCount(typed), undefined, typed);
  assert.equal(findFilterError({ min_views: ['1'], max_views: ['1'] }), undefined);
  const invalid: HookFilters[] = [
    { min_views: ['20'], max_views: ['3'] },
    { min_likes: ['20'], max_likes: ['3'] },
    { min_views: ['many'] },
    { q: ['!?'] },
  ];
  for (const filters of invalid) assert.ok(findFilterError(filters), JSON.stringify(filters));
});

test('when nothing matches, suggestions remove one filter or word, or keep a single one', () => {
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
    suggestSingles({ niche: ['a'], q: ['odd budget “my rent” -never'] }).map(({ filters: { q } }) => q),
    [['odd'], ['budget'], ['“my rent”']],
  );
  assert.deepEqual(suggestSingles({ niche: ['a'], q: ['b'] }), [], 'with two filters, removing one is the same');
  assert.deepEqual(
    withoutOneWord('“my money” now -never').map(({ q }) => q),
    ['now -never', '“my money” -never', '“my money” now'],
  );
  assert.deepEqual(withoutOneWord('one'), []);
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

const trend = (more: Partial<Trend>): Trend => ({
  value: 'a',
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

test('a verdict has a reason; a large change that could be chance is not significant, a small one is steady', () => {
  const reason = (more: Partial<Trend>) => verdictReason(trend(more), windows[1]);
  const reasons: [Partial<Trend>, RegExp][] = [
    [{}, /^22\.5% of new hooks, 10% in the previous 7 days\. With 130 hooks, the change is unlikely/],
    [{ verdict: 'steady', change: 0.5 }, /With 130 hooks, the change could be chance\.$/],
    [{ verdict: 'steady', change: 0.05 }, /below 10%/],
    [{ verdict: 'insufficient_data', n: 1 }, /^Only 1 hook in both periods\. A verdict needs at least 30\.$/],
    [{ verdict: 'insufficient_data', n: 300, share_before: null }, /in the previous 7 days\.$/],
    [{ verdict: 'insufficient_data', n: 300, share: null }, /in this period\.$/],
  ];
  for (const [more, expected] of reasons) assert.match(reason(more), expected);
  const badges = [1.49, -0.05, null].map((change) => badgeOf({ verdict: 'steady', change }).label);
  assert.deepEqual(badges, ['Not significant', 'Steady', 'Not significant']);
  assert.equal(badgeOf({ verdict: 'heating', change: 1.49 }).label, 'Heating up');
});

test('a change has a sign or is “new”; trends sort by any column, unknown values last in both directions', () => {
  const changes = [{ change: 1.25 }, { change: -0.43 }, { change: 0 }, { change: null, share_before: 0 }];
  assert.deepEqual(
    [...changes, { change: null, share_before: null }].map((more) => changeText(trend(more))),
    ['+125%', '−43%', '0%', 'new', '–'],
  );
  const trends = [
    { value: 'b', change: null },
    { value: 'a', change: 0.5 },
    { value: 'c', change: -0.2 },
  ].map(trend);
  const order = (sort: string) =>
    sortTrends(trends, sort)
      .map(({ value }) => value)
      .join('');
  assert.deepEqual([order('-change'), order('change'), order('value')], ['acb', 'cab', 'abc']);
  const gaining = (views_gained: number) =>
    trend({ series: [{ views_gained: 0 }, { views_gained }] as Trend['series'] });
  assert.deepEqual([hasGains([gaining(0)]), hasGains([gaining(0), gaining(5)])], [false, true]);
});
