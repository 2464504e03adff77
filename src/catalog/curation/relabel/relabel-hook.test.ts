import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameFloor } from '../../../config/label-floors.ts';
import type { LabelGuess } from '../../../labels/label.ts';
import { type Relabelable, relabelHook } from '../../curation/relabel/relabel-hook.ts';
import { hashtagsOf } from '../../labelling/live-labeller.ts';

const floors = sameFloor(0.8);

/** Archetype and format are guessed, the other labels are given. */
const hook: Relabelable = {
  id: 1,
  text: 'Stop doing this',
  text_key: 'stop doing this',
  raw_text: null,
  platform: 'TikTok',
  creator: null,
  source: 'lines',
  source_family: 'spoken',
  duration_seconds: null,
  state: 'published',
  review_reason: null,
  fingerprint: '',
  archetype: 'question',
  archetype_method: 'rules',
  archetype_confidence: 0.85,
  emotional_trigger: 'curiosity',
  emotional_trigger_method: 'given',
  emotional_trigger_confidence: 1,
  niche: 'finance',
  niche_method: 'given',
  niche_confidence: 1,
  format: 'vlog',
  format_method: 'rules',
  format_confidence: 0.85,
  label_method: 'rules',
  label_confidence: 0.85,
};

const guess = (value: string, confidence: number, alternatives: LabelGuess['alternatives'] = []): LabelGuess => ({
  value,
  confidence,
  method: 'model',
  alternatives,
});
const certain = {
  archetype: guess('negative_command', 0.9),
  emotional_trigger: guess('fear', 0.95),
  niche: guess('pets', 0.95),
  format: guess('vlog', 0.85),
};

test('a guess that reaches the floor replaces a guessed label, but not a given one', () => {
  const { change, isUncertain } = relabelHook(hook, certain, floors);
  assert.deepEqual(
    [change?.archetype, change?.archetype_method, change?.archetype_confidence],
    ['negative_command', 'model', 0.9],
  );
  assert.deepEqual([change?.emotional_trigger, change?.niche, change?.niche_confidence], ['curiosity', 'finance', 1]);
  assert.deepEqual([change?.label_method, change?.label_confidence, isUncertain], ['rules', 0.9, false]);
});

test('a published label keeps its value below the floor, with its confidence from the alternatives', () => {
  const archetype = guess('negative_command', 0.6, [{ value: 'question', confidence: 0.3 }]);
  const { change, isUncertain } = relabelHook(hook, { ...certain, archetype }, floors);
  assert.deepEqual([change?.archetype, change?.archetype_confidence, isUncertain], ['question', 0.3, true]);
});

test('a format that is no longer certain becomes unknown, and an unknown one that is certain is set', () => {
  const lost = relabelHook(hook, { ...certain, format: guess('skit', 0.5) }, floors).change;
  assert.deepEqual([lost?.format, lost?.format_method, lost?.format_confidence], [null, null, null]);
  const unknown = { ...hook, format: null, format_method: null, format_confidence: null };
  assert.equal(relabelHook(unknown, certain, floors).change?.format, 'vlog');
});

test('a small change in confidence is ignored unless it crosses the floor', () => {
  const at = (confidence: number) =>
    relabelHook(hook, { ...certain, archetype: guess('question', confidence) }, floors);
  assert.equal(at(0.82).change, undefined);
  assert.equal(at(0.79).change?.archetype_confidence, 0.79);
  assert.equal(at(0.95).change?.archetype_confidence, 0.95);
});

test('a pending hook takes every guess, and is published only if its reason is low confidence', () => {
  const waiting = { ...hook, state: 'pending', review_reason: 'low_confidence', archetype_confidence: 0.3 } as const;
  assert.equal(relabelHook(waiting, certain, floors).change?.state, 'published');
  assert.equal(relabelHook({ ...waiting, review_reason: 'cut_text' }, certain, floors).change?.state, 'pending');
  const vague = relabelHook(waiting, { ...certain, archetype: guess('statistic', 0.5) }, floors);
  assert.deepEqual([vague.change?.state, vague.change?.archetype, vague.isUncertain], ['pending', 'statistic', true]);
});

test('a text held by the rules is published if the language model classifies it as an opening line, else it stays pending', () => {
  const waiting = { ...hook, state: 'pending', review_reason: 'low_confidence' } as const;
  const held = { ...waiting, review_reason: 'no_sentence' } as const;
  const stateOf = (from: Relabelable, isOpening?: boolean) =>
    relabelHook(from, { ...certain, isOpening }, floors).change?.state ?? from.state;
  assert.deepEqual([stateOf(held, true), stateOf(held, false), stateOf(held)], ['published', 'pending', 'pending']);
  assert.deepEqual([stateOf(waiting), stateOf(waiting, false)], ['published', 'pending']);
  assert.equal(stateOf({ ...waiting, review_reason: 'lyrics' }, true), 'pending');
});

test('a guess `other` replaces no published label and publishes no hook, however low the floor', () => {
  const nothing = { ...certain, archetype: guess('other', 0), format: guess('other', 0) };
  const { change, isUncertain } = relabelHook(hook, nothing, sameFloor(0));
  assert.deepEqual([change?.archetype, change?.format, isUncertain], ['question', null, false]);
  const waiting = { ...hook, state: 'pending', review_reason: 'low_confidence' } as const;
  assert.equal(relabelHook(waiting, nothing, sameFloor(0)).change?.state, 'pending');
});

test("hashtags are extracted from the source's raw text", () => {
  assert.deepEqual(hashtagsOf('Why I left #Food #für_dich ＃料理 #food, C# and #1'), ['food', 'für_dich', '料理']);
  assert.deepEqual(hashtagsOf('no tags'), []);
});
