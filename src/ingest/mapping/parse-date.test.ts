// Dates: which are parsed, and that ambiguous ones are null.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDateOrder, parseDate } from './parse-date.ts';

const now = Date.UTC(2026, 11, 1);
const read = (value: unknown, options = {}) => parseDate(value, options)?.toISOString() ?? null;

test('ISO and compact dates are parsed as UTC', () => {
  assert.equal(read('2020-08-12T00:00:00Z'), '2020-08-12T00:00:00.000Z');
  assert.equal(read('2017-11-13T17:13:01.000Z'), '2017-11-13T17:13:01.000Z');
  assert.equal(read('2020-08-12 07:00'), '2020-08-12T07:00:00.000Z');
  for (const given of ['20200812', 20_200_812]) assert.equal(read(given), '2020-08-12T00:00:00.000Z');
});

test('a time zone is an offset of hours, or of hours and minutes, after a T or a space', () => {
  for (const text of [
    '2026-05-24 02:40:59+00',
    '2026-05-24 02:40:59+0000',
    '2026-05-24T02:40:59 +00:00',
    '2026-05-24T08:10:59+05:30',
    '2026-05-24 08:10:59+0530',
    '2026-05-23 19:40:59.000000-07',
  ])
    assert.equal(read(text, { now: Date.UTC(2026, 5, 1) }), '2026-05-24T02:40:59.000Z', text);
});

test('Unix times are seconds or milliseconds, as numbers or digits; implausible numbers are null', () => {
  for (const given of [1_608_214_517, 1_608_214_517_000, '1608214517', '1608214517000', '1608214517.0'])
    assert.equal(read(given), '2020-12-17T14:15:17.000Z', String(given));
  for (const given of [0, 1, -1_608_214_517, 123_456_789, '123456789', 8_000_000_000, 1e15, Number.NaN])
    assert.equal(read(given), null, String(given));
});

test('a date without a year needs the option, and a month that lost its zero is October', () => {
  assert.equal(read('28.09', { year: 2017 }), '2017-09-28T00:00:00.000Z');
  assert.equal(read('13.1', { year: 2017 }), '2017-10-13T00:00:00.000Z');
  assert.equal(read('13.01', { year: 2017 }), '2017-01-13T00:00:00.000Z');
  assert.equal(read('28.09'), null);
  assert.equal(read('100', { year: 2017 }), null);
});

test('an impossible date and one after tomorrow are null', () => {
  const now = Date.UTC(2026, 0, 10);
  assert.equal(read('2020-02-31'), null);
  assert.equal(read('2020-13-01'), null);
  assert.equal(read('2026-01-12', { now }), null);
  assert.equal(read('2026-01-11', { now }), '2026-01-11T00:00:00.000Z');
});

test('dates with the name of a month are read in any order and many languages', () => {
  const texts =
    'Oct 5, 2026|October 5 2026|5 Oct 2026|05-Oct-26|5 de octubre de 2026|5 octobre 2026|5. Oktober 2026|5 октября 2026 г.|2026年10月5日|2026. 10. 5.';
  for (const text of texts.split('|')) assert.equal(read(text, { now }), '2026-10-05T00:00:00.000Z', text);
  for (const text of ['Oct 5, 2026, 2:40 PM', 'Mon Oct 05 14:40:00 +0000 2026', '5 Oct 2026 16:40:00 +0200'])
    assert.equal(read(text, { now }), '2026-10-05T14:40:00.000Z', text);
  assert.equal(read('20 января', { now, year: 2026 }), '2026-01-20T00:00:00.000Z');
  assert.equal(read('2 years ago', { now, year: 2026 }), null);
  for (const text of ['20 января', '2 years ago', 'Lifetime', 'May', 'March 2026', '3 of 5 May 2026', 'Feb 30, 2026'])
    assert.equal(read(text, { now }), null, text);
});

test('the order of numeric dates is taken from dots, the file or the date itself', () => {
  for (const text of ['5.10.26', '05.10.2026', '5.10.2026 0:00'])
    assert.equal(read(text, { now }), '2026-10-05T00:00:00.000Z', text);
  assert.equal(read('24/05/2026', { now }), '2026-05-24T00:00:00.000Z');
  assert.equal(read('05/24/2026 02:40', { now }), '2026-05-24T02:40:00.000Z');
  assert.equal(read('05/10/2026', { now }), null);
  assert.equal(read('05/10/2026', { now, order: 'day_first' }), '2026-10-05T00:00:00.000Z');
  assert.equal(read('05/10/2026', { now, order: 'month_first' }), '2026-05-10T00:00:00.000Z');
  assert.equal(read('24/05/2026', { now, order: 'month_first' }), '2026-05-24T00:00:00.000Z');
  assert.equal(findDateOrder(['05/10/2026', '25/10/2026', null]), 'day_first');
  assert.equal(findDateOrder(['05/10/2026', '10-25-26']), 'month_first');
  assert.equal(findDateOrder(['25/10/2026', '10/25/2026']), null);
  assert.equal(findDateOrder(['05/10/2026', '25.10.2026']), null);
  assert.equal(read('46166', { now }), '2026-05-24T00:00:00.000Z');
});
