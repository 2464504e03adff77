import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrainingLine } from '../../../labels/model/model.ts';
import { spreadValues } from './train.ts';

const line = (id: number, source: string, labels: TrainingLine['labels']): TrainingLine => ({
  id: `hook_${id}`,
  text: `Line ${id}`,
  tags: [],
  platform: null,
  family: null,
  source,
  creator: null,
  labels,
  kind: 'given',
});
const idsOf = (lines: readonly TrainingLine[]) => lines.map(({ id }) => Number(id.slice(5)));

test('a value that a source gives every line is trained on few lines', () => {
  const same = Array.from({ length: 10 }, (_, at) => line(at, 'money', { niche: 'finance' }));
  const others = [line(20, 'money', { niche: 'food' }), line(21, 'cooks', { niche: 'finance' })];
  assert.deepEqual(idsOf(spreadValues([...same, ...others], 100, 3)), [0, 1, 2, 20, 21]);
});

test('lines are kept for their rarest value, earlier lines first', () => {
  const lines = Array.from({ length: 6 }, (_, at) =>
    line(at, 'money', { niche: 'finance', archetype: at < 4 ? 'question' : 'story' }),
  );
  assert.deepEqual(idsOf(spreadValues(lines, 100, 2)), [0, 1, 4, 5]);
  assert.deepEqual(idsOf(spreadValues(lines, 3, 2)), [0, 1, 4]);
});
