// Labels of staged hooks: given ones are kept, unless the text contradicts them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelColumns } from '../../db/hook-columns.ts';
import { createLabeller } from '../../labels/labeller.ts';
import { isRejection } from '../formats/record.ts';
import { mapRecord } from '../mapping/map-record.ts';
import { resolveMapping } from '../mapping/resolve-mapping.ts';
import { labelHook } from './missing-labels.ts';

function stage(text: string, language: string) {
  const mapping = resolveMapping({ preset: 'hookline' });
  const position = { file: 'a.jsonl', line: 1, record: 1 };
  const fields = { text, views: 200_000, platform: 'TikTok', language };
  const hook = mapRecord({ position, fields }, mapping, { minViews: 0 });
  assert.ok(!isRejection(hook));
  const {
    language: shown,
    given_labels,
    given_mask,
  } = labelHook(hook, { labeller: createLabeller(), floor: 0.8, source: 'test' });
  const isGiven = ((given_mask ?? 0) & (1 << labelColumns.indexOf('language'))) !== 0;
  return { shown, isGiven, spelling: JSON.parse(given_labels ?? '{}').language };
}

test('a language of the source is kept unless the text contradicts it; then its spelling is kept', () => {
  assert.deepEqual(stage('Why nobody told me about this', 'en-GB').shown, 'en-GB');
  assert.equal(stage('Why nobody told me about this', 'en-GB').isGiven, true);
  assert.deepEqual(stage('यह सबसे बड़ी गलती है', 'en'), { shown: 'hi', isGiven: false, spelling: 'en' });
});
