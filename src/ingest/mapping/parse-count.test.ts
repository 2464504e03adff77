// Counts: which are parsed, and which are invalid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCount } from './parse-count.ts';

test('a count in any common notation is parsed exactly', () => {
  const cases: Array<[unknown, number]> = [
    [0, 0],
    [9_007_199_254_740_991, 9_007_199_254_740_991],
    ['9,007,199,254,740,991', 9_007_199_254_740_991],
    ['1,234', 1234],
    ['"1,234"', 1234],
    ['12 345', 12_345],
    ['12\u202f345', 12_345],
    ['2.454.917.057', 2_454_917_057],
    ['1,23,45,678', 12_345_678],
    ['"2.4M"', 2_400_000],
    ['8B', 8_000_000_000],
    ['1.2k', 1200],
    ['1,5 million', 1_500_000],
    ['1943013.0', 1_943_013],
    ['1,234 views', 1234],
    ['1e+06', 1_000_000],
    ['1.234.567,00', 1_234_567],
    ['1234567,0', 1_234_567],
    ['1.25E+06', 1_250_000],
    ['512.300', 512_300],
    ['1.234', 1234],
    ['2,4 Mio.', 2_400_000],
    ['1,2 Mio. Aufrufe', 1_200_000],
    ['12 mil visualizações', 12_000],
    ['3 mil millones', 3_000_000_000],
    ['12.3万', 123_000],
    ['1.2万回視聴', 12_000],
    ['1.2亿', 120_000_000],
    ['25만', 250_000],
    ['조회수 25만회', 250_000],
    ['1,2 млн просмотров', 1_200_000],
    ['12 lakh', 1_200_000],
    ['1.5M+', 1_500_000],
    ['1,000+ views', 1000],
    ['~2.4k', 2400],
    ['1\u00a0234\u2007567', 1_234_567],
    ['1\u2009234', 1234],
  ];
  for (const [given, expected] of cases) assert.equal(parseCount(given), expected, String(given));
});

test('an absent count is null, not invalid', () => {
  for (const given of [null, undefined, '', '  ', '-', 'N/A', 'nan', '#N/A']) assert.equal(parseCount(given), null);
});

test('a count that is negative, fractional, ambiguous, too large or not a number is invalid', () => {
  const texts = '-5 1.5 12,34 1,234K 1.2345K 0x10 1,2345 0,123 0.512 1.23e1 12px 9007199254740992 １２ +5'.split(' ');
  for (const given of [...texts, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, true, {}, []]) {
    assert.equal(parseCount(given), 'invalid', String(given));
  }
});
