import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { listParameters } from '../lists/list-query.ts';
import { createQueryReader, unread } from './query-reader.ts';

const read = createQueryReader(listParameters) ?? assert.fail('Lists have a reader.');
const isList = (name: string) => listParameters.shape[name as 'niche'].unwrap() instanceof z.ZodArray;

const names = Object.keys(listParameters.shape);
const value = fc.oneof(
  fc.constantFrom(
    'finance',
    'a,b',
    ' a ,,b',
    '',
    ',',
    '0',
    '20',
    '101',
    '1e3',
    '00012',
    '9007199254740993',
    'true',
    'TRUE',
  ),
  fc.constantFrom('0.5', '1.0', '-views', 'wiews', 'text', 'csv', '2026-11-21', '2026-02-30', '"a phrase" -b', '!?'),
  fc.string({ maxLength: 12, unit: 'binary' }).filter((text) => text.isWellFormed()),
  fc.constantFrom('x'.repeat(201), 'x'.repeat(501), 'a,'.repeat(101)),
);
const given = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value), { selector: ([name]) => name, maxLength: 6 });

function valuesOf(pairs: readonly (readonly [string, string])[]) {
  const listOf = (text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return Object.fromEntries(pairs.map(([name, text]) => [name, isList(name) ? listOf(text) : text]));
}

test('a query has the values that its schema finds, and is unread if the schema finds a fault', () => {
  fc.assert(
    fc.property(given, (pairs) => {
      const { success, data } = listParameters.safeParse(valuesOf(pairs));
      assert.deepEqual(read(String(new URLSearchParams(pairs))), success ? data : unread);
    }),
    { numRuns: 400 },
  );
});

test('names that are unknown or repeated, and encoding that is not UTF-8, are unread', () => {
  for (const text of ['nich=a', 'niche=a&niche=b', 'limit=1&limit=1', 'constructor=a', 'q=%ff', 'q=%', '=a'])
    assert.equal(read(text), unread, text);
  assert.deepEqual(read('&&niche=a&'), { niche: ['a'] });
});
