// What the pages work out of filters of hooks without a browser: the URL, the API, words, ways on; and words for verdicts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Trend } from '../../sdk/src/index.ts';
import {
  describeFilters,
  filterWords,
  findFault,
  fromRecord,
  type HookFilters,
  labelNames,
  linkWith,
  readFilters,
  readSort,
  readViews,
  toApiQuery,
  toBody,
  toChange,
  toggled,
  without,
  wordsFor,
} from '../../web/src/features/filters/hook-filters.ts';
import { corrections, mostFirst, onlyOne, withoutOne } from '../../web/src/features/filters/loosen-filters.ts';
import { changeWords, sortTrends, verdictReason, windows } from '../../web/src/features/trends/trend-text.ts';

test('filters are read from the URL in every spelling that the API takes', () => {
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
const anyFilters: fc.Arbitrary<HookFilters> = fc.record(
  {
    ...(Object.fromEntries(labelNames.map((name) => [name, values])) as Record<
      (typeof labelNames)[number],
      typeof values
    >),
    min_views: views,
    max_views: views,
    added_since: one(fc.constantFrom('2026-11-21', '2026-11-21T06:00:00Z')),
    q: one(text),
  },
  { requiredKeys: [] },
);

test('filters come back unchanged from a body and from an address', () => {
  fc.assert(
    fc.property(anyFilters, (filters) => {
      assert.deepEqual(fromRecord(toBody(filters) as Record<string, unknown>), { ...filters });
      assert.deepEqual(readFilters(linkWith('', filters)), { ...filters });
    }),
  );
});

test('a body has labels as lists and numbers as numbers; what is not set or is no number is not sent', () => {
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

test('of a record, a value that stands alone is a list of one, and nothing that is no filter gets in', () => {
  assert.deepEqual(
    fromRecord({ niche: 'finance', limit: 5, emotion: 'fear', archetype: [1, 'question', 'question'] }),
    {
      niche: ['finance'],
      archetype: ['question'],
      emotional_trigger: ['fear'],
    },
  );
});

test('the API is given numbers as numbers, one value by itself, and what it has to refuse as it was written', () => {
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

test('a link to another page holds the filters under the names of the API, and reading it gives them back', () => {
  const filters = { niche: ['finance', 'career'], added_since: ['2026-11-21'], q: ['it’s & "all"'] };
  const link = linkWith('/dashboard/exports', filters, { new: '1' });
  assert.match(link, /^\/dashboard\/exports\?new=1&niche=finance&niche=career&added_since=2026-11-21&q=/);
  assert.deepEqual(readFilters(link.slice(link.indexOf('?'))), filters);
  assert.equal(linkWith('/dashboard/hooks', {}), '/dashboard/hooks');
});

test('a change of the URL takes away what is no longer set, aliases too', () => {
  const change = toChange({ niche: ['finance'] });
  assert.deepEqual(change.niche, ['finance']);
  assert.ok('emotion' in change && 'q' in change && change.q === undefined);
});

test('a value is switched on and off whatever its case', () => {
  assert.deepEqual(toggled({ platform: ['tiktok'] }, 'platform', 'TikTok').platform, []);
  assert.deepEqual(toggled({ platform: ['X'] }, 'platform', 'TikTok').platform, ['X', 'TikTok']);
});

test('words are sorted by relevance unless told, and nothing else can be', () => {
  const sorts = ['', '?q=a', '?q=a&sort=views', '?sort=relevance', '?sort=nonsense', '?q=a&sort=relevance'];
  assert.deepEqual(sorts.map(readSort), ['-views', 'relevance', 'views', '-views', '-views', 'relevance']);
});

test('views are understood as people write them', () => {
  const texts = ['1.5M', '200k', '1,000,000', ' 2 b', '0', 'many', '', '-1', '1e3', '1.2.3'];
  assert.deepEqual(texts.map(readViews), [
    '1500000',
    '200000',
    '1000000',
    '2000000000',
    '0',
    ...Array(5).fill(undefined),
  ]);
  assert.equal(wordsFor('min_views', '1500000'), 'at least 1.5M views');
  assert.equal(wordsFor('added_since', 'someday'), 'added since someday');
});

test('each filter can be taken away alone', () => {
  const filters: HookFilters = { niche: ['finance', 'career'], min_views: ['1000000'], q: ['salary'] };
  assert.deepEqual(
    filterWords(filters).map(({ words }) => words),
    ['finance', 'career', 'at least 1M views', '“salary”'],
  );
  assert.equal(describeFilters(toBody(filters)), 'finance, career, at least 1M views, “salary”');
  assert.deepEqual(toBody(toggled(filters, 'niche', 'finance')).niche, ['career']);
  assert.deepEqual(toBody(without(filters, 'min_views')), { niche: ['finance', 'career'], q: 'salary' });
  assert.equal(describeFilters({}), 'All hooks');
});

test('what cannot match is told before it is sent', () => {
  assert.equal(findFault({ min_views: ['1'], max_views: ['1'] }), undefined);
  for (const filters of [{ min_views: ['20'], max_views: ['3'] }, { min_views: ['many'] }, { q: ['!?'] }])
    assert.ok(findFault(filters), JSON.stringify(filters));
});

test('from filters that match nothing there are ways on: without one of them, else with one alone', () => {
  const filters = { niche: ['finance', 'career'], platform: ['X'], q: ['moon'] };
  const ways = withoutOne(filters);
  assert.deepEqual(
    ways.map(({ words }) => words),
    ['Drop finance, career', 'Drop X', 'Drop “moon”'],
  );
  assert.deepEqual(toApiQuery(ways[2].filters), { niche: ['finance', 'career'], platform: 'X' });
  const counted = ways.map((way, at) => ({ ...way, total: [3, 0, 9][at] }));
  assert.deepEqual(
    mostFirst(counted).map(({ total }) => total),
    [9, 3],
  );
  assert.deepEqual(onlyOne(filters)[1], { words: 'Keep only X', filters: { platform: ['X'] } });
  assert.deepEqual(onlyOne({ niche: ['a'], q: ['b'] }), [], 'of two, leaving out one keeps the other');
});

test('a refused value is put right where it is known what was meant, else dropped', () => {
  const filters = { niche: ['career', 'finnance'], platform: ['Foo'], min_views: ['many'] };
  const faults = [
    { parameter: 'niche', detail: 'finnance is not a known niche. Did you mean finance?', did_you_mean: 'finance' },
    { parameter: 'platform', detail: 'Foo is not a known platform. GET /meta lists the values.' },
    { parameter: 'min_views', detail: 'min_views is a whole number.' },
    { parameter: 'fields', detail: 'not a filter' },
  ];
  assert.deepEqual(corrections(filters, faults), [
    { words: 'Use finance', filters: { ...filters, niche: ['career', 'finance'] } },
    { words: 'Drop Foo', filters: { ...filters, platform: [] } },
    { words: 'Drop at least many views', filters: { ...filters, min_views: [] } },
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
  views_gained_before: 0,
  median_views: null,
  verdict: 'heating',
  n: 130,
  series: [],
  top_hooks: [],
  ...more,
});
const [, week] = windows;

test('a verdict says what it rests on', () => {
  const say = (more: Partial<Trend>) => verdictReason(trend('a', more), week);
  assert.match(say({}), /^22\.5% of the new hooks have it, 10% in the 7 days before\. Of 130 hooks, chance alone/);
  assert.match(say({ verdict: 'steady', change: 0.5 }), /With 130 hooks, chance alone may have moved it\.$/);
  assert.match(say({ verdict: 'steady', change: 0.05 }), /less than a tenth/);
  assert.equal(
    say({ verdict: 'insufficient_data', n: 1 }),
    'It has 1 hook in both times together. A verdict takes 30.',
  );
  assert.match(say({ verdict: 'insufficient_data', n: 300, share_before: null }), /in the 7 days before\.$/);
  assert.match(say({ verdict: 'insufficient_data', n: 300, share: null }), /in the window\.$/);
});

test('a change is told with its sign, and where nothing was before, as new', () => {
  const words = [{ change: 1.25 }, { change: -0.43 }, { change: 0 }, { change: null, share_before: 0 }];
  assert.deepEqual(
    words.map((more) => changeWords(trend('a', more))),
    ['+125%', '−43%', '0%', 'new'],
  );
  assert.equal(changeWords(trend('a', { change: null, share_before: null })), '–');
});

test('trends are sorted by any column, what is unknown last either way', () => {
  const trends = [trend('b', { change: null }), trend('a', { change: 0.5 }), trend('c', { change: -0.2 })];
  const order = (sort: string) => sortTrends(trends, sort).map(({ value }) => value);
  assert.deepEqual(order('-change'), ['a', 'c', 'b']);
  assert.deepEqual(order('change'), ['c', 'a', 'b']);
  assert.deepEqual(order('value'), ['a', 'b', 'c']);
});
