// Unit tests of exports, trends and charts in the dashboard: columns, weekly exports, verdicts, colours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExportSchedule, Trend, UsageRecord } from '../../sdk/src/index.ts';
import { fullHookFields } from '../../src/catalog/hook.ts';
import { allFields, fieldsText, readFields } from '../../web/src/features/exports/export-fields.ts';
import { stateText, weeklyText } from '../../web/src/features/exports/weekly.ts';
import { withoutOneWord } from '../../web/src/features/filters/fewer-words.ts';
import { periodText } from '../../web/src/features/status/uptime-text.ts';
import { badgeOf, hasGains } from '../../web/src/features/trends/trend-text.ts';
import { seriesByStatusClass } from '../../web/src/features/usage/usage-series.ts';

test('the form offers every field of the record once', () => {
  assert.deepEqual([...allFields].sort(), [...fullHookFields].sort());
  assert.deepEqual(readFields('views,text,nothing'), ['text', 'views']);
  assert.deepEqual([readFields(null), readFields(allFields.join()), readFields('nothing')], [null, null, null]);
  assert.equal(fieldsText(['id', 'text']), '2 columns: ID, Text');
});

test('a weekly export has its time in words, and why it is paused', () => {
  assert.equal(weeklyText({ day: 'monday', hour: 6, timezone: 'UTC' }), 'Mondays at 06:00 (UTC)');
  const paused = { paused_by: 'failures', error: 'No space.' } as ExportSchedule;
  assert.equal(stateText(paused), 'Paused after three failed runs. No space.');
  assert.equal(stateText({ paused_by: null, error: null } as ExportSchedule), '');
});

test('a large change that could be chance is not significant, a small one is steady', () => {
  assert.equal(badgeOf({ verdict: 'steady', change: 1.49 }).label, 'Not significant');
  assert.equal(badgeOf({ verdict: 'steady', change: -0.05 }).label, 'Steady');
  assert.equal(badgeOf({ verdict: 'steady', change: null }).label, 'Not significant');
  assert.equal(badgeOf({ verdict: 'heating', change: 1.49 }).label, 'Heating up');
  const trend = (gained: number) => ({ series: [{ views_gained: 0 }, { views_gained: gained }] }) as Trend;
  assert.deepEqual([hasGains([trend(0)]), hasGains([trend(0), trend(5)])], [false, true]);
});

test('only refused and failed calls are red', () => {
  const records = [200, 304, 429, 500].map((status) => ({ day: '2026-11-21', status, calls: 1 }) as UsageRecord);
  const tones = seriesByStatusClass(records, ['2026-11-21']).map(({ name, tone }) => [name, tone]);
  assert.deepEqual(tones, [
    ['Served', 'served'],
    ['Not modified', 'quiet'],
    ['Refused (4xx)', 'bad'],
    ['Failed (5xx)', 'failed'],
  ]);
});

test('uptime of a period says how long it has been measured, until it is the whole period', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const since = (days: number) => new Date(now - days * 86_400_000).toISOString();
  assert.equal(periodText(90, since(3.5), now), '90 days, measured for 3 days');
  assert.equal(periodText(1, since(0.1), now), '24 hours, measured for 2 hours');
  assert.equal(periodText(7, since(7), now), '7 days');
  assert.equal(periodText(30, null, now), '30 days');
});

test('a search is suggested without each of its words and phrases', () => {
  assert.deepEqual(
    withoutOneWord('“my money” now -never').map(({ q }) => q),
    ['now -never', '“my money” -never', '“my money” now'],
  );
  assert.deepEqual(withoutOneWord('one'), []);
});
