// Trends: the worked examples of docs/trends.md, and properties.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayMs } from '../lib/time.ts';
import { changeOf, daysKept, deviationsOf, type Growth, judge, spreadRise } from './growth.ts';
import { computeAllTrends, computeTrends, longAgo, type TrendInput, type TrendWindow, windowDays } from './trends.ts';

const end = Date.UTC(2026, 10, 21, 6);
const daysAgo = (days: number) => end - days * dayMs;

function spread(from: number, fromViews: number, to: number, toViews: number): [day: number, views: number][] {
  const days: [number, number][] = [];
  const rise = { fromAt: daysAgo(from), fromViews, toAt: daysAgo(to), toViews };
  spreadRise(rise, end, (day, views) => days.push([day, Math.round(views)]));
  return days;
}

test('views between two counts are spread evenly over the days between them', () => {
  assert.deepEqual(spread(2.5, 100, 0.5, 500), [
    [0, 100],
    [1, 200],
    [2, 100],
  ]);
  assert.deepEqual(spread(1, 0, 0, 24), [[0, 24]]);
  assert.deepEqual(spread(200, 0, 0, 200).length, daysKept);
  assert.deepEqual(spread(80, 0, 70, 100), []);
});

/** Entries of one row must be adjacent. */
function growthOf(gains: [row: number, day: number, views: number][]): Growth {
  const firsts = gains.flatMap(([row], at) => (row === gains[at - 1]?.[0] ? [] : [at]));
  return {
    rows: Uint32Array.from(firsts, (at) => gains[at][0]),
    starts: Uint32Array.from([...firsts, gains.length]),
    days: Uint8Array.from(gains, ([, day]) => day),
    views: Float64Array.from(gains, ([, , gained]) => gained),
    refreshed: Uint8Array.from(gains, ([row]) => row % 2),
  };
}

/** `seen`: days ago by row; `gains`: row, day and views. */
function input(
  codes: number[],
  views: number[],
  { seen = [], gains = [], rows }: { seen?: number[]; gains?: [number, number, number][]; rows?: number[] },
): TrendInput {
  return {
    values: ['story', 'question'],
    codes: Uint16Array.from(codes),
    views: Float64Array.from(views),
    seenDays: Uint8Array.from(codes, (_, row) => seen[row] ?? longAgo),
    growth: growthOf(gains),
    rows: rows && Uint32Array.from(rows),
  };
}

test('hooks, shares, the median and the days of a window are counted', () => {
  const codes = [0, 1, 0, 0, 1, 0];
  const views = [900, 800, 700, 600, 500, 400];
  const { hooksAdded, hooksAddedBefore, values } = computeTrends(
    input(codes, views, { seen: [0, 6, 6, 7, 13, 14] }),
    '7d',
  );
  assert.deepEqual([hooksAdded, hooksAddedBefore], [3, 2]);
  const [story, question] = values;
  assert.deepEqual([story.value, story.hooksAdded, story.hooksAddedBefore, story.medianViews], ['story', 2, 1, 800]);
  assert.deepEqual([question.hooksAdded, question.hooksAddedBefore, question.medianViews], [1, 1, 800]);
  assert.deepEqual(
    story.daily.map((day) => day.hooksAdded),
    [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1],
  );
  assert.deepEqual(story.top, [0, 2]);
  assert.equal(story.verdict, 'insufficient_data');
});

test('medians and the most viewed cover the hooks added in the window, for one window or all', () => {
  const hook = fc.record({ code: fc.nat(1), seen: fc.constantFrom(0, 1, 6, 7, 29, 30, 59, longAgo) });
  fc.assert(
    fc.property(fc.array(hook, { maxLength: 20 }), (hooks) => {
      const codes = hooks.map(({ code }) => code);
      const views = hooks.map((_, row) => 1000 - row);
      const given = input(codes, views, { seen: hooks.map(({ seen }) => seen) });
      const lists = [0, 1].map((code) => [...codes.keys()].filter((row) => codes[row] === code));
      const rowsByCode = {
        starts: Uint32Array.of(0, lists[0].length, codes.length),
        rows: Uint32Array.from(lists.flat()),
      };
      const all = computeAllTrends({ ...given, rowsByCode });
      for (const window of Object.keys(windowDays) as TrendWindow[]) {
        const trends = computeTrends(given, window);
        assert.deepEqual(all[window], trends);
        for (const { value, top, medianViews } of trends.values) {
          const isAdded = ({ code, seen }: (typeof hooks)[0]) =>
            code === given.values.indexOf(value) && seen < windowDays[window];
          const added = [...hooks.keys()].filter((row) => isAdded(hooks[row]));
          const middle = [added[(added.length - 1) >> 1], added[added.length >> 1]].map((row) => views[row]);
          assert.deepEqual(top, added.slice(0, 3));
          assert.equal(medianViews, added.length === 0 ? null : Math.round((middle[0] + middle[1]) / 2));
        }
      }
    }),
  );
});

test('a video with 8 billion views gains no more than the hook at the cap', () => {
  const codes = Array.from({ length: 21 }, (_, row) => row % 2);
  const views = codes.map((_, row) => 1_000 - row);
  const gains = codes.map((_, row): [number, number, number] => [row, 0, row === 0 ? 8e9 : row * 10]);
  const [story, question] = computeTrends(input(codes, views, { gains }), '24h').values.sort((a, b) =>
    a.value < b.value ? 1 : -1,
  );
  // Sorted gains are 10, 20, … 200, 8e9; the cap is at place floor(0.95 × 20) = 19, from 0: 200.
  assert.equal(story.viewsGained, 200 + 20 + 40 + 60 + 80 + 100 + 120 + 140 + 160 + 180 + 200);
  assert.equal(question.viewsGained, 10 + 30 + 50 + 70 + 90 + 110 + 130 + 150 + 170 + 190);
  assert.deepEqual(story.top, [0, 20, 18], 'the top is what it is');
});

test('a filter applies to shares, gains and caps', () => {
  const gains: [number, number, number][] = [
    [0, 0, 8e9],
    [1, 0, 50],
    [2, 0, 70],
  ];
  const { hooksAdded, values } = computeTrends(
    input([0, 0, 1], [9, 8, 7], { seen: [0, 0, 0], gains, rows: [1, 2] }),
    '24h',
  );
  assert.equal(hooksAdded, 2);
  assert.deepEqual(
    values.map(({ value, viewsGained }) => [value, viewsGained]),
    [
      ['question', 50],
      ['story', 50],
    ],
  );
});

test('the worked examples of docs/trends.md hold', () => {
  const heating = { now: 90, before: 40, allNow: 400, allBefore: 400 };
  assert.equal(changeOf(heating), 1.25);
  // p = 130/800 = 0.1625; s = √(0.1625 × 0.8375 × 2/400) = 0.026085; z = (0.225 − 0.1) / s = 4.79
  assert.equal(deviationsOf(heating).toFixed(2), '4.79');
  assert.equal(judge(heating), 'heating');
  assert.equal(judge({ now: 40, before: 90, allNow: 400, allBefore: 400 }), 'cooling');
  // z = (0.15 − 0.1) / √(0.125 × 0.875 × 2/400) = 2.14: it may be chance.
  assert.equal(judge({ now: 60, before: 40, allNow: 400, allBefore: 400 }), 'steady');
  // Significant, but by less than a tenth.
  assert.equal(judge({ now: 108_000, before: 100_000, allNow: 400_000, allBefore: 400_000 }), 'steady');
  assert.equal(judge({ now: 29, before: 0, allNow: 400, allBefore: 400 }), 'insufficient_data');
  assert.equal(judge({ now: 30, before: 0, allNow: 400, allBefore: 400 }), 'heating');
  assert.equal(judge({ now: 300, before: 0, allNow: 400, allBefore: 0 }), 'insufficient_data');
  assert.equal(judge({ now: 400, before: 400, allNow: 400, allBefore: 400 }), 'steady');
});
