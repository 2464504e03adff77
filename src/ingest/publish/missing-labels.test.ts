// Labels of staged hooks: given ones are kept unless the text contradicts them, and so are label origins in our own exports.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitWords } from '../../catalog/snapshot/vocabulary.ts';
import { sameFloor } from '../../config/label-floors.ts';
import { columns, flatten } from '../../exports/formats/format.ts';
import { guessedLabels } from '../../labels/label.ts';
import { createLabeller, type Labeller } from '../../labels/labeller.ts';
import { isRejection } from '../formats/record.ts';
import { mapRecord } from '../mapping/map-record.ts';
import { resolveMapping } from '../mapping/resolve-mapping.ts';
import { labelHook } from './missing-labels.ts';

const labeller = createLabeller();

function stageRecord(fields: Record<string, unknown>, floor = 0.8, guessing: Labeller = labeller) {
  const mapping = resolveMapping({ preset: 'hookline' });
  const position = { file: 'a.jsonl', line: 1, record: 1 };
  const hook = mapRecord({ position, fields }, mapping, { minViews: 0 });
  assert.ok(!isRejection(hook));
  return labelHook(hook, { labeller: guessing, floors: sameFloor(floor), source: 'test' });
}

const exported = {
  ...{ id: 'hook_1', text: 'Why nobody told me about this', views: 200_000, platform: 'TikTok', language: 'en' },
  ...{ archetype: 'story', emotional_trigger: 'fear', niche: 'other', format: 'vlog' },
  labels: {
    ...{ method: 'rules', confidence: 0.86 },
    archetype: { method: 'model', confidence: 0.86 },
    emotional_trigger: { method: 'given', confidence: 1 },
    niche: { method: 'curator', confidence: 1 },
    format: { method: 'creator', confidence: 0.9 },
  },
};

function originsOf(hook: ReturnType<typeof stageRecord>) {
  const origin = (label: (typeof guessedLabels)[number]) => ({
    method: hook[`${label}_method`],
    confidence: hook[`${label}_confidence`],
  });
  return {
    ...{ method: hook.label_method, confidence: hook.label_confidence },
    ...Object.fromEntries(guessedLabels.map((label) => [label, origin(label)])),
  };
}

test('a record of our own exports keeps the origin of each label, as an object and as columns', () => {
  const flat: Record<string, unknown> = flatten(JSON.stringify(exported));
  const cells = columns.map(({ name }): [string, string] => [name, String(flat[name] ?? '')]);
  for (const record of [exported, Object.fromEntries(cells)]) {
    const hook = stageRecord(record);
    assert.deepEqual(originsOf(hook), exported.labels);
    assert.deepEqual([hook.niche, hook.is_ready], ['other', true]);
  }
});

test("a decision of another catalog's curator is published, even with a less certain label", () => {
  const archetype = { method: 'rules', confidence: 0.5 };
  const hook = stageRecord({
    ...exported,
    labels: { ...exported.labels, method: 'curator', confidence: 1, archetype },
  });
  assert.equal(hook.is_ready, true);
  assert.deepEqual([hook.label_method, hook.label_confidence, hook.archetype_confidence], ['rules', 0.5, 0.5]);
});

test('a missing label is guessed, and a guess below the floor needs review; an uncertain format is unknown', () => {
  const hook = stageRecord({ text: 'zzqv', views: 200_000, platform: 'TikTok', language: 'en', niche: 'food' });
  assert.deepEqual([hook.niche_method, hook.niche_confidence, hook.label_method], ['given', 1, 'rules']);
  assert.notEqual(hook.archetype_method, 'given');
  assert.equal(hook.label_confidence, Math.min(hook.archetype_confidence ?? 1, hook.emotional_trigger_confidence ?? 1));
  assert.deepEqual([hook.format, hook.format_method, hook.format_confidence], [null, null, null]);
  assert.deepEqual([hook.is_ready, hook.review_reason], [false, 'low_confidence']);
});

test('a guess `other` needs review, however low the floor', () => {
  const other = { value: 'other', confidence: 0, method: 'model' } as const;
  const guessBest = () => ({ archetype: other, emotional_trigger: other, niche: other });
  const fields = { text: 'zzqv blorf wumple', views: 200_000, platform: 'TikTok', language: 'en' };
  const hook = stageRecord(fields, 0, { ...labeller, guessBest });
  assert.deepEqual([hook.archetype, hook.archetype_method, hook.format], ['other', 'model', null]);
  assert.deepEqual([hook.is_ready, hook.review_reason], [false, 'low_confidence']);
});

test('a record with all labels given is published with its text as given; one with a guess is checked', () => {
  const text = 'Eight billion people  saw this one #fyp';
  const given = { text, views: 200_000, archetype: 'bold_claim', emotional_trigger: 'awe', niche: 'entertainment' };
  const stage = (fields: object) => {
    const map = Object.keys(given).map((field) => `${field}=${field}`);
    const mapping = resolveMapping({ map, set: ['platform=TikTok'] });
    const position = { file: 'a.jsonl', line: 1, record: 1 };
    const hook = mapRecord({ position, fields: { ...given, ...fields } }, mapping, { minViews: 0 });
    assert.ok(!isRejection(hook));
    const { text, is_ready, review_reason } = labelHook(hook, { labeller, floors: sameFloor(0.8), source: 'test' });
    return [text, is_ready, review_reason];
  };
  assert.deepEqual(stage({}), ['Eight billion people saw this one #fyp', true, null]);
  assert.deepEqual(stage({ niche: undefined }).slice(0, 2), ['Eight billion people saw this one', false]);
  assert.equal(stage({ niche: 'unheard of' })[1], false);
});

test('the word count of a text equals its number of indexed words', () => {
  for (const text of ["Don't pay $10,000 for 1.5 kg, 3 of 10", 'Pay “10.000” — Straße'])
    assert.equal(stageRecord({ ...exported, text }).word_count, splitWords(text).length);
});
